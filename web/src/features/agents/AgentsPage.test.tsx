import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApi } from '../../../test-support/api';
import { currentAddress, renderPage } from '../../../test-support/render';
import { showPhone } from '../../../test-support/setup';
import AgentsPage from './AgentsPage';

describe('the page of the agents', () => {
  it('shows a page of agents with their states', async () => {
    await startApi();
    renderPage(<AgentsPage />, '/agents');
    const row = await screen.findByRole('row', { name: /^edge-ber-031/ });
    expect(within(row).getByText('Drift')).toBeDefined();
    expect(within(row).getByText('Differs')).toBeDefined();
    expect(screen.getAllByRole('row')).toHaveLength(51);
    expect(screen.getByText('1–50 of 137')).toBeDefined();
  });

  it('sorts, pages and filters through the address', async () => {
    const api = await startApi();
    renderPage(<AgentsPage />, '/agents');
    fireEvent.click(await screen.findByRole('button', { name: 'Version' }));
    expect(currentAddress()).toBe('/agents?sort=version');
    fireEvent.click(screen.getByRole('button', { name: 'Version' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(currentAddress()).toBe('/agents?sort=-version&page=2');
    fireEvent.click(await screen.findByRole('checkbox', { name: /windows-hosts/ }));
    expect(currentAddress()).toBe('/agents?fleet=windows-hosts&sort=-version');
    await screen.findByText('1–22 of 22');
    expect(api.requests).toContain(
      'GET /agents?fleet=windows-hosts&sort=-version&page=1&pageSize=50',
    );
    fireEvent.click(screen.getByRole('button', { name: /^Fleet ?windows-hosts/ }));
    expect(currentAddress()).toBe('/agents?sort=-version');
  });

  it('filters by what the agents run', async () => {
    const api = await startApi();
    renderPage(<AgentsPage />, '/agents');
    const group = await screen.findByRole('group', { name: 'Running configuration' });
    fireEvent.click(within(group).getByRole('checkbox', { name: /^Differs ?2$/ }));
    expect(currentAddress()).toBe('/agents?configProof=differs');
    await screen.findByText('1–2 of 2');
    expect(api.requests).toContain(
      'GET /agents?configProof=differs&sort=hostName&page=1&pageSize=50',
    );
    expect(screen.getByRole('button', { name: /^Running configuration ?Differs/ })).toBeDefined();
  });

  it('filters by type and country of the site, each counted without itself', async () => {
    await startApi();
    renderPage(<AgentsPage />, '/agents');
    const types = await screen.findByRole('group', { name: 'Site type' });
    fireEvent.click(within(types).getByRole('checkbox', { name: /^store/ }));
    expect(currentAddress()).toBe('/agents?attr=site.type%3Dstore');
    await screen.findByText('1–50 of 64');
    expect(screen.getByRole('button', { name: /^Site type ?store/ })).toBeDefined();
    const countries = screen.getByRole('group', { name: 'Country' });
    fireEvent.click(within(countries).getByRole('checkbox', { name: /^AT/ }));
    expect(currentAddress()).toBe('/agents?attr=site.type%3Dstore&attr=site.country%3DAT');
    await screen.findByText('1–13 of 13');
    expect(
      within(screen.getByRole('group', { name: 'Country' })).getByRole('checkbox', { name: /^DE/ }),
    ).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^Site type ?store/ }));
    expect(currentAddress()).toBe('/agents?attr=site.country%3DAT');
  });

  it('goes on at the first value that "show all" showed', async () => {
    const api = await startApi();
    [...api.state.agents.values()].forEach(({ detail }, index) => {
      detail.nonIdentifyingAttributes['site.country'] = `C${index % 9}`;
    });
    renderPage(<AgentsPage />, '/agents');
    const countries = within(await screen.findByRole('group', { name: 'Country' }));
    expect(countries.getAllByRole('checkbox')).toHaveLength(6);
    fireEvent.click(countries.getByRole('button', { name: 'Show all 9 values of Country' }));
    expect(countries.getAllByRole('checkbox')).toHaveLength(9);
    expect(document.activeElement).toBe(countries.getAllByRole('checkbox')[6]);
  });

  it('filters by text after a pause and by an attribute on Enter', async () => {
    await startApi();
    renderPage(<AgentsPage />, '/agents');
    const field = (await screen.findByLabelText('Filter agents')) as HTMLInputElement;
    fireEvent.change(field, { target: { value: 'gw-' } });
    await screen.findByText('1–8 of 8');
    expect(currentAddress()).toBe('/agents?q=gw-');
    fireEvent.change(field, { target: { value: 'site.name=fra' } });
    if (field.form) fireEvent.submit(field.form);
    expect(currentAddress()).toBe('/agents?attr=site.name%3Dfra');
  });

  it('says that the filter hides everything, and clears it', async () => {
    await startApi();
    renderPage(<AgentsPage />, '/agents?q=nothing&sort=version');
    await screen.findByText('No agent matches the filter');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));
    expect(currentAddress()).toBe('/agents?sort=version');
    await screen.findByText('1–50 of 137');
  });

  it('says that nothing exists, with the way to the first agent', async () => {
    await startApi({ scenario: 'fresh' });
    renderPage(<AgentsPage />, '/agents');
    await screen.findByText('No agent yet');
    expect(screen.getByRole('link', { name: /connect the first one/ }).getAttribute('href')).toBe(
      '/',
    );
  });

  it('offers the first page when the list became shorter', async () => {
    await startApi();
    renderPage(<AgentsPage />, '/agents?page=9');
    await screen.findByText('There is no page 9');
    fireEvent.click(screen.getByRole('button', { name: 'Go to the first page' }));
    await screen.findByText('1–50 of 137');
  });

  it('shows an error with its code and request, and tries again', async () => {
    const api = await startApi();
    api.override('/agents', { status: 500 });
    renderPage(<AgentsPage />, '/agents');
    const list = within(screen.getByRole('region', { name: 'Agents' }));
    const alert = await list.findByRole('alert');
    expect(alert.textContent).toContain('request-4711');
    expect(alert.textContent).toContain('internal');
    api.restore();
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('1–50 of 137');
  });

  it('says that the person may not see the agents', async () => {
    const api = await startApi();
    api.override('/agents', { status: 403 });
    renderPage(<AgentsPage />, '/agents');
    await screen.findByText('You may not see the agents');
  });

  it('is busy while it loads', async () => {
    const api = await startApi();
    api.override('/agents', 'never');
    renderPage(<AgentsPage />, '/agents');
    expect(screen.getByText('Loading the agents')).toBeDefined();
    expect(screen.queryByText('No agent yet')).toBeNull();
  });

  it('shows cards and a dialog with the filters on a phone', async () => {
    showPhone();
    await startApi();
    renderPage(<AgentsPage />, '/agents');
    await screen.findByRole('link', { name: 'edge-ber-001' });
    expect(screen.queryByRole('table')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: /Offline/ }));
    await waitFor(() => expect(currentAddress()).toBe('/agents?status=offline'));
  });
});

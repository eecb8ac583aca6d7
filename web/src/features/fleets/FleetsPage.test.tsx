import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApi } from '../../../test-support/api';
import { renderPage } from '../../../test-support/render';
import FleetPage from './FleetPage';
import FleetsPage from './FleetsPage';

describe('the fleets', () => {
  it('are a table, below the agents that belong to none', async () => {
    await startApi();
    renderPage(<FleetsPage />, '/fleets');
    const row = await screen.findByRole('row', { name: /^gateways/ });
    expect(within(row).getByRole('img', { name: /7 In sync, 1 Failed/ })).toBeDefined();
    expect(await screen.findByText('4 collectors belong to no fleet')).toBeDefined();
  });

  it('come with a sample when Git declares none', async () => {
    await startApi({ scenario: 'fresh' });
    renderPage(<FleetsPage />, '/fleets');
    await screen.findByText('The Git repository declares no fleet');
    expect(screen.getByText(/kind: Blueprint/)).toBeDefined();
  });

  it('show an error, and that they may not be seen', async () => {
    const api = await startApi();
    api.override('/fleets', { status: 500 });
    const { unmount } = renderPage(<FleetsPage />, '/fleets');
    await screen.findByRole('alert');
    unmount();
    api.override('/fleets', { status: 403 });
    renderPage(<FleetsPage />, '/fleets');
    await screen.findByText('You may not see the fleets');
  });

  it('load', async () => {
    const api = await startApi();
    api.override('/fleets', 'never');
    renderPage(<FleetsPage />, '/fleets');
    expect(screen.getByText('Loading the fleets')).toBeDefined();
  });
});

describe('one fleet', () => {
  it('says what it selects, where that is written, and who is not in sync', async () => {
    await startApi();
    renderPage(<FleetPage />, '/fleets/gateways', '/fleets/:name');
    await screen.findByText('labels.tier is gateway');
    const file = await screen.findByRole('link', { name: /fleets\/gateways\.yaml:1/ });
    expect(file.getAttribute('href')).toContain('/blob/a1b2c3d');
    await screen.findByRole('link', { name: 'gw-fra-003' });
  });

  it('is not known', async () => {
    await startApi();
    renderPage(<FleetPage />, '/fleets/nope', '/fleets/:name');
    await screen.findByText('The applied revision declares no fleet of this name');
  });
});

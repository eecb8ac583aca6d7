import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApi } from '../../../test-support/api';
import { renderPage } from '../../../test-support/render';
import { itemsOf } from './NeedsYou';
import OverviewPage from './OverviewPage';

describe('the overview', () => {
  it('lists what needs a person, most urgent first', async () => {
    await startApi();
    renderPage(<OverviewPage />, '/');
    const panel = within(await screen.findByRole('region', { name: 'Needs you' }));
    await panel.findByRole('link', { name: 'gw-fra-003' });
    await panel.findByRole('link', { name: 'win-ber-009' });
    await panel.findByText(/belong to no fleet/);
    const lines = panel
      .getAllByText(/^(Revision|\d+ (agents?|collectors?)) /)
      .map((line) => line.textContent);
    expect(lines).toEqual([
      'Revision d4e5f6a is not applied: 3 errors',
      '1 agent rejected the configuration',
      '1 agent is unhealthy',
      '2 agents run something else than Git says',
      '2 agents report another configuration than was offered',
      '4 collectors belong to no fleet',
      '9 agents are offline',
    ]);
  });

  it('links every part of the pictures to the list behind it', async () => {
    await startApi();
    renderPage(<OverviewPage />, '/');
    const health = within(await screen.findByRole('region', { name: 'Health' }));
    expect(health.getByRole('img', { name: /^Health of all agents: 123 Healthy/ })).toBeDefined();
    const link = health.getByRole('link', { name: /Unhealthy/ });
    expect(link.getAttribute('href')).toBe('/agents?health=unhealthy');
    const fleets = within(screen.getByRole('region', { name: 'Fleets' }));
    expect(fleets.getByRole('link', { name: '1 failed' }).getAttribute('href')).toBe(
      '/agents?fleet=gateways&configSync=failed',
    );
  });

  it('shows how to connect the first agent to this server', async () => {
    await startApi({ scenario: 'fresh' });
    renderPage(<OverviewPage />, '/');
    await screen.findByText(/endpoint: wss:\/\/fleet\.example\.net\/v1\/opamp/);
    expect(screen.getByText('Waiting for the first agent')).toBeDefined();
  });

  it('keeps the rest when one tile fails', async () => {
    const api = await startApi();
    api.override('/system/info', { status: 500 });
    renderPage(<OverviewPage />, '/');
    const server = within(await screen.findByRole('region', { name: 'Server' }));
    await server.findByRole('alert');
    expect(screen.getByRole('region', { name: 'Health' })).toBeDefined();
  });

  it('shows an error in the place of everything when the counts fail', async () => {
    const api = await startApi();
    api.override('/stats', 'network');
    renderPage(<OverviewPage />, '/');
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
  });
});

describe('what needs a person', () => {
  it('is nothing when all is well', () => {
    const facets = { total: 3, dimensions: [] };
    const gitops = { state: 'ok' as const, source: '', issues: [], message: '' };
    expect(
      itemsOf({ agents: 3, facets, fleets: [], gitops }, { unassigned: 0, unhealthy: 0 }),
    ).toEqual([]);
  });

  it('says where the first error of the repository is', () => {
    const facets = { total: 0, dimensions: [] };
    const issue = { code: 'x', object: '', path: '', column: 1, severity: 'error' as const };
    const gitops = { state: 'error' as const, source: '', message: '', latestRevision: 'd4e5f6a7' };
    const detailsOf = (place: { file: string; line: number }) =>
      itemsOf(
        {
          agents: 0,
          facets,
          fleets: [],
          gitops: { ...gitops, issues: [{ ...issue, ...place, message: 'must be one of In' }] },
        },
        { unassigned: 0, unhealthy: 0 },
      )[0]?.details;
    expect(detailsOf({ file: 'f.yaml', line: 54 })).toBe('f.yaml:54: must be one of In');
    expect(detailsOf({ file: 'f.yaml', line: 0 })).toBe('f.yaml: must be one of In');
    expect(detailsOf({ file: '', line: 0 })).toBe('must be one of In');
  });
});

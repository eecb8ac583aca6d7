import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApi } from '../../../test-support/api';
import { renderPage } from '../../../test-support/render';
import type { AgentDetail } from '../../shared/api/types';
import AgentPage from './AgentPage';

/** The page of the first agent with these packages. */
async function show(packages: AgentDetail['packages'], capabilities: string[] = []) {
  const api = await startApi();
  const [id, agent] = [...api.state.agents][0] ?? [];
  if (!id || !agent) throw new Error('no agent');
  if (packages) agent.detail.packages = packages;
  agent.detail.capabilities.push(...capabilities);
  renderPage(<AgentPage />, `/agents/${id}`, '/agents/:id');
  await screen.findByRole('region', { name: 'Connection' });
}

const collector = {
  name: 'otelcol-contrib',
  version: '0.149.0',
  offeredVersion: '0.150.0',
  status: 'downloading',
  error: '',
  downloadPercent: 42,
} as const;

describe('the packages of an agent', () => {
  it('are shown with version, progress and error', async () => {
    await show({
      error: '',
      packages: [
        collector,
        {
          name: '',
          version: '',
          offeredVersion: '2.0.0',
          status: 'install_failed',
          error: 'checksum mismatch',
        },
      ],
    });
    const panel = within(screen.getByRole('region', { name: 'Packages' }));
    const first = within(panel.getByRole('row', { name: /^otelcol-contrib/ }));
    expect(first.getByText('0.149.0')).toBeDefined();
    expect(first.getByText('offered: 0.150.0')).toBeDefined();
    expect(first.getByText('Downloading, 42 %')).toBeDefined();
    const progress = first.getByRole('progressbar', { name: 'Download of otelcol-contrib' });
    expect(progress.getAttribute('value')).toBe('42');
    const itself = within(panel.getByRole('row', { name: /^the agent itself/ }));
    expect(itself.getByText('not installed')).toBeDefined();
    expect(itself.getByText('Installation failed')).toBeDefined();
    expect(itself.getByText('checksum mismatch')).toBeDefined();
    expect(itself.queryByRole('progressbar')).toBeNull();
  });

  it('say nothing of the offer when it is what the agent has', async () => {
    await show({
      error: '',
      packages: [{ ...collector, offeredVersion: '0.149.0', status: 'installed' }],
    });
    const panel = within(screen.getByRole('region', { name: 'Packages' }));
    expect(panel.getByText('Installed')).toBeDefined();
    expect(panel.queryByText(/offered/)).toBeNull();
    expect(panel.queryByRole('progressbar')).toBeNull();
  });

  it('show what went wrong with the offer as a whole', async () => {
    await show({ error: 'the offer is not signed', packages: [] });
    const panel = within(screen.getByRole('region', { name: 'Packages' }));
    expect(panel.getByText('the offer is not signed')).toBeDefined();
    expect(panel.getByText('The agent has no packages')).toBeDefined();
  });

  it('are missing where an agent could have told them', async () => {
    await show(undefined, ['ReportsPackageStatuses']);
    const panel = within(screen.getByRole('region', { name: 'Packages' }));
    expect(panel.getByText('No package was reported')).toBeDefined();
  });

  it('are no part of the page of an agent that knows none', async () => {
    await show(undefined);
    expect(screen.queryByRole('region', { name: 'Packages' })).toBeNull();
  });
});

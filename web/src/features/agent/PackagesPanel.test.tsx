import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApi } from '../../../test-support/api';
import { renderPage } from '../../../test-support/render';
import type { AgentDetail } from '../../shared/api/types';
import AgentPage from './AgentPage';

/** The page of the first agent with these packages. */
async function show(packages: AgentDetail['packages']) {
  const api = await startApi();
  const [id, agent] = [...api.state.agents][0] ?? [];
  if (!id || !agent) throw new Error('no agent');
  if (packages) agent.detail.packages = packages;
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
    const first = within(panel.getAllByRole('listitem')[0] as HTMLElement);
    expect(first.getByText('otelcol-contrib')).toBeDefined();
    expect(first.getByText('0.149.0')).toBeDefined();
    expect(first.getByText('offered: 0.150.0')).toBeDefined();
    expect(first.getByText('Downloading, 42 %')).toBeDefined();
    const progress = first.getByRole('progressbar', { name: 'Download of otelcol-contrib' });
    expect(progress.getAttribute('value')).toBe('42');
    const itself = within(panel.getAllByRole('listitem')[1] as HTMLElement);
    expect(itself.getByText('the agent itself')).toBeDefined();
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
  });

  it('are no part of the page of a supervisor that reports none', async () => {
    await show({ error: '', packages: [] });
    expect(screen.queryByRole('region', { name: 'Packages' })).toBeNull();
  });

  it('are no part of the page of an agent that knows none', async () => {
    await show(undefined);
    expect(screen.queryByRole('region', { name: 'Packages' })).toBeNull();
  });
});

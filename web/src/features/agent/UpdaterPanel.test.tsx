import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test-support/api';
import { renderPage } from '../../../test-support/render';
import type { AgentDetail } from '../../shared/api/types';
import AgentPage from './AgentPage';

function detailOf(api: TestApi, test: (agent: AgentDetail) => boolean): AgentDetail {
  for (const agent of api.state.agents.values()) {
    if (test(agent.detail)) return agent.detail;
  }
  throw new Error('no such agent');
}

const updaterOf = (api: TestApi) => detailOf(api, (agent) => agent.summary.kind === 'updater');

async function panel(agent: AgentDetail) {
  renderPage(<AgentPage />, `/agents/${agent.summary.id}`, '/agents/:id');
  const heading = await screen.findByRole('heading', { name: 'Updater' });
  const section = heading.closest('section');
  if (!section) throw new Error('no panel');
  return within(section);
}

const LINK = {
  id: '0192aaaa-0000-7000-8000-000000000001',
  hostName: 'edge-ber-001',
  version: '0.149.0',
  status: 'online',
  active: true,
} as const;

describe('the updater of an agent', () => {
  it('is linked from its collector, with the steps of its update', async () => {
    const api = await startApi();
    const agent = detailOf(api, (each) => each.summary.hostName === 'edge-ber-001');
    agent.updater = { ...LINK, version: '0.2.0' };
    agent.update = {
      phase: 'rolled_back',
      version: '0.162.0',
      from: '0.161.0',
      broken: false,
      error: 'update to v0.162.0 failed; rolled back to v0.161.0',
      steps: [
        { name: 'downloading', state: 'done', error: '', changedAt: '2026-03-01T10:00:00Z' },
        { name: 'health_check', state: 'failed', error: 'no answer within 2m0s' },
        { name: 'rolling_back', state: 'done', error: '' },
      ],
    };
    const shown = await panel(agent);
    expect(shown.getByRole('link', { name: 'edge-ber-001' }).getAttribute('href')).toBe(
      `/agents/${LINK.id}`,
    );
    expect(shown.getByText('Rolled back')).toBeDefined();
    expect(shown.getByText('0.161.0 → 0.162.0')).toBeDefined();
    const steps = within(shown.getByRole('list', { name: 'Steps of the update' }));
    expect(steps.getAllByRole('listitem')).toHaveLength(3);
    expect(steps.getByText('no answer within 2m0s')).toBeDefined();
  });

  it('says why it is not linked', async () => {
    const api = await startApi();
    const agent = updaterOf(api);
    agent.linkRefusal = 'the collector reports another host name';
    const shown = await panel(agent);
    expect(shown.getByText('Not linked')).toBeDefined();
    expect(shown.getByText('the collector reports another host name')).toBeDefined();
    expect(shown.getByText('none yet')).toBeDefined();
  });

  it('says that another one is in use', async () => {
    const api = await startApi();
    const agent = updaterOf(api);
    agent.collector = { ...LINK, active: false };
    const shown = await panel(agent);
    expect(shown.getByText(/Another updater of this collector is in use/)).toBeDefined();
  });

  it('waits for a collector that did not register yet', async () => {
    const api = await startApi();
    const agent = updaterOf(api);
    const first = await panel(agent);
    expect(first.getByText(/none named yet/)).toBeDefined();
  });

  it('names the collector that did not register yet', async () => {
    const api = await startApi();
    const agent = updaterOf(api);
    agent.nonIdentifyingAttributes['dev.myriarch.collector.instance_uid'] = LINK.id;
    const shown = await panel(agent);
    expect(shown.getByText(LINK.id)).toBeDefined();
    expect(shown.getByText(/which did not register yet/)).toBeDefined();
  });

  it('tells a broken host from a failed update', async () => {
    const api = await startApi();
    const agent = updaterOf(api);
    agent.update = {
      phase: 'failed',
      version: '',
      from: '',
      broken: true,
      error: '',
      steps: [],
    };
    const shown = await panel(agent);
    expect(shown.getByText('Failed, and so did the way back')).toBeDefined();
    expect(shown.queryByRole('list', { name: 'Steps of the update' })).toBeNull();
  });

  it('is no matter of an agent that has none', async () => {
    const api = await startApi();
    const agent = detailOf(api, (each) => each.summary.hostName === 'gw-fra-003');
    renderPage(<AgentPage />, `/agents/${agent.summary.id}`, '/agents/:id');
    await screen.findByRole('heading', { name: 'Connection' });
    expect(screen.queryByRole('heading', { name: 'Updater' })).toBeNull();
  });
});

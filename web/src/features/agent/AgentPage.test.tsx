import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test-support/api';
import { currentAddress, renderPage } from '../../../test-support/render';
import AgentPage from './AgentPage';

function idOf(api: TestApi, host: string): string {
  for (const [id, agent] of api.state.agents) {
    if (agent.detail.summary.hostName === host) return id;
  }
  throw new Error(`no agent ${host}`);
}

const show = (api: TestApi, host: string, search = '') =>
  renderPage(<AgentPage />, `/agents/${idOf(api, host)}${search}`, '/agents/:id');

/** Presses a button once the role of the person is known. */
async function press(name: string) {
  const button = (await screen.findByRole('button', { name })) as HTMLButtonElement;
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}

describe('the page of an agent', () => {
  it('begins with the cause and what comes next', async () => {
    show(await startApi(), 'gw-fra-003');
    await screen.findByRole('heading', { level: 1, name: 'gw-fra-003' });
    expect(screen.getByText(/^Configuration 5f1c09ab failed: 'exporters'/)).toBeDefined();
    expect(screen.getByText(/is not offered again/)).toBeDefined();
  });

  it('shows attributes with their source and links to agents that share them', async () => {
    show(await startApi(), 'gw-fra-003');
    const row = await screen.findByRole('row', { name: /labels\.tier/ });
    expect(within(row).getByRole('cell', { name: 'label' })).toBeDefined();
    expect(within(row).getByRole('link').getAttribute('href')).toBe(
      '/agents?attr=labels.tier%3Dgateway',
    );
  });

  it('compares the offer with the effective configuration', async () => {
    show(await startApi(), 'edge-ham-012', '?tab=config');
    await screen.findByText('1 value differs from the offer.');
    const table = screen.getByRole('table');
    expect(within(table).getByRole('columnheader', { name: 'Offered' })).toBeDefined();
    expect(within(table).getByRole('columnheader', { name: 'Effective' })).toBeDefined();
    const changed = within(table).getByRole('row', { name: /timeout: 5s.*timeout: 200ms/ });
    expect(changed.dataset.kind).toBe('changed');
  });

  it('says what the server found out about the running configuration', async () => {
    const api = await startApi();
    const agent = api.state.agents.get(idOf(api, 'edge-ber-001'));
    if (!agent) throw new Error('no agent');
    const first = show(api, 'edge-ber-001', '?tab=config');
    await screen.findByText(/^Runs what was offered: every value/);
    first.unmount();
    Object.assign(agent.detail.config, { proof: 'left_out', proofLeftOut: ['exporters.e.k'] });
    const second = show(api, 'edge-ber-001', '?tab=config');
    await screen.findByText(/^Every value that is reported is as it was offered/);
    expect(screen.getByText(/1 value of the offer is not in the report/)).toBeDefined();
    second.unmount();
    Object.assign(agent.detail.config, { proof: 'unknown', reportedStatus: 'applying' });
    show(api, 'edge-ber-001', '?tab=config');
    await screen.findByText(/the agent has not confirmed the configuration that is offered/);
  });

  it('shows that others claim the identity of the agent', async () => {
    const api = await startApi();
    const agent = api.state.agents.get(idOf(api, 'edge-ber-001'));
    if (!agent) throw new Error('no agent');
    agent.detail.identityConflict = {
      at: '2026-03-01T10:00:00Z',
      count: 7,
      reason: 'another credential claims this agent',
      quarantined: true,
    };
    show(api, 'edge-ber-001');
    await screen.findByText('Quarantined');
    expect(screen.getByText(/share the storage folder of their supervisor/)).toBeDefined();
  });

  it('shows only differences, and what the collector adds on demand', async () => {
    show(await startApi(), 'edge-ber-001', '?tab=config&view=diff');
    await screen.findByText('No difference');
    fireEvent.click(screen.getByRole('checkbox', { name: /lines that the collector adds/ }));
    expect(screen.queryByText('No difference')).toBeNull();
    expect(screen.getAllByText(/added by the collector/).length).toBeGreaterThan(10);
  });

  it('compares what is offered with what Git declares while that waits', async () => {
    show(await startApi(), 'k8s-node-fra-002', '?tab=config');
    fireEvent.click(await screen.findByRole('radio', { name: 'Offered → Declared in Git' }));
    expect(currentAddress()).toMatch(/\?tab=config&pair=planned$/);
    await screen.findByText('1 value changed.');
  });

  it('names the source of each value of the configuration', async () => {
    show(await startApi(), 'edge-ber-001', '?tab=config&view=sources');
    const row = await screen.findByRole('row', { name: /processors::batch::timeout/ });
    expect(within(row).getByText(/edge-agent, replaces base/)).toBeDefined();
    expect(within(row).getByText(/from inventory, inventory\/sites\.yaml:20/)).toBeDefined();
    expect(screen.getByText(/settings are not checked: receiver filelog/)).toBeDefined();
    fireEvent.change(screen.getByLabelText('Filter values'), { target: { value: 'site' } });
    expect(screen.queryByRole('row', { name: /processors::batch/ })).toBeNull();
    expect(screen.getByText('from the attribute site.name')).toBeDefined();
  });

  it('says why nothing is rendered', async () => {
    show(await startApi(), 'lab-ber-001', '?tab=config&view=sources');
    await screen.findByText('no fleet takes this agent');
  });

  it('says why there is no effective configuration', async () => {
    const api = await startApi();
    const agent = api.state.agents.get(idOf(api, 'edge-ber-001'));
    if (!agent) throw new Error('no agent');
    delete agent.detail.config.effectiveHash;
    agent.detail.capabilities = ['ReportsStatus'];
    show(api, 'edge-ber-001', '?tab=config');
    await screen.findByText(/does not have the capability ReportsEffectiveConfig/);
  });

  it('says why nothing is assigned', async () => {
    show(await startApi(), 'lab-ber-001');
    await screen.findByRole('heading', { level: 1, name: 'lab-ber-001' });
    expect(screen.getAllByText(/equal priority 10/).length).toBeGreaterThan(0);
  });

  it('shows events and components', async () => {
    const api = await startApi();
    const { unmount } = show(api, 'gw-fra-003', '?tab=events');
    await screen.findByText('config_failed');
    unmount();
    show(api, 'gw-fra-003', '?tab=components');
    const receivers = await screen.findByRole('region', { name: 'Receivers' });
    expect(within(receivers).getByText('hostmetrics')).toBeDefined();
  });

  it('asks before it restarts the collector', async () => {
    const api = await startApi();
    show(api, 'gw-fra-003');
    const path = `POST /agents/${idOf(api, 'gw-fra-003')}/actions/restart`;
    await press('Restart');
    const dialog = screen.getByRole('dialog', { name: 'Restart the collector?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(api.requests).not.toContain(path);
    await press('Restart');
    fireEvent.click(
      within(screen.getByRole('dialog', { name: 'Restart the collector?' })).getByRole('button', {
        name: 'Restart',
      }),
    );
    await screen.findByText('asked for a restart; the result appears in the events');
    expect(api.requests).toContain(path);
  });

  it('says why an action is not possible', async () => {
    const api = await startApi();
    const offline = [...api.state.agents.values()].find((a) => !a.detail.connection.online);
    if (!offline) throw new Error('no agent is offline');
    const page = show(api, offline.detail.summary.hostName);
    const restart = await screen.findByRole('button', { name: 'Restart' });
    await waitFor(() => expect(restart.title).toBe('The agent is offline'));
    expect((restart as HTMLButtonElement).disabled).toBe(true);
    page.unmount();
    show(await startApi({ user: 'viewer' }), 'gw-fra-003');
    const resync = await screen.findByRole('button', { name: 'Resync' });
    await waitFor(() => expect(resync.title).toBe('Your role does not include agents:resync'));
  });

  it('keeps the question open when the action is refused', async () => {
    const api = await startApi();
    const id = idOf(api, 'gw-fra-003');
    show(api, 'gw-fra-003');
    await press('Resync');
    api.override(`/agents/${id}/actions/`, {
      status: 412,
      body: { title: 'Precondition failed', status: 412, code: 'precondition_failed' },
    });
    const dialog = screen.getByRole('dialog', { name: 'Resync this agent?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Resync' }));
    await within(dialog).findByRole('alert');
  });

  it('does not know the agent', async () => {
    await startApi();
    renderPage(<AgentPage />, '/agents/01a22a62-1ef2-7cec-afb3-7e86113adda6', '/agents/:id');
    await screen.findByRole('heading', { level: 1, name: 'Agent not found' });
  });

  it('keeps the page when one part of it fails', async () => {
    const api = await startApi();
    const id = idOf(api, 'gw-fra-003');
    api.override(`/agents/${id}/events`, { status: 500 });
    show(api, 'gw-fra-003', '?tab=events');
    await screen.findByRole('alert');
    expect(screen.getByRole('heading', { level: 1, name: 'gw-fra-003' })).toBeDefined();
  });
});

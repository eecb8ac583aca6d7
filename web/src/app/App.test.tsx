import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../test-support/api';
import { markSignedOut } from '../shared/api/session';
import { App } from './App';

const address = () => `${window.location.pathname}${window.location.search}`;
const open = (path: string) => {
  window.history.replaceState(null, '', path);
  return render(<App />);
};

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => window.history.replaceState(null, '', '/'));

async function signIn(password: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('User name'), { target: { value: 'admin' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('the application', () => {
  it('asks people to sign in and brings them back to where they wanted to go', async () => {
    await startApi({ user: 'nobody' });
    open('/gitops?q=policy');
    await screen.findByRole('heading', { name: 'Sign in to myriarch' });
    expect(address()).toBe('/login?return=%2Fgitops%3Fq%3Dpolicy');
    await signIn('password');
    await screen.findByRole('heading', { level: 1, name: 'GitOps' });
    expect(address()).toBe('/gitops?q=policy');
  });

  it('says that the password is wrong and lets one try again', async () => {
    await startApi({ user: 'nobody' });
    open('/login');
    await signIn('wrong');
    await screen.findByText('The user name or the password is not right.');
    await signIn('password');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
  });

  it('moves the focus to the heading and names the tab after a change of page', async () => {
    await startApi();
    open('/');
    fireEvent.click(await screen.findByRole('link', { name: /^Fleets/ }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Fleets' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe('Fleets · myriarch');
  });

  it('is live, and reads again what an event made old', async () => {
    const api = await startApi();
    open('/agents?q=gw-fra-003');
    await screen.findByText('Live');
    await screen.findByText('1–1 of 1');
    const [agent] = [...api.state.agents.values()].filter(
      ({ detail }) => detail.summary.hostName === 'gw-fra-003',
    );
    if (!agent) throw new Error('no agent');
    agent.detail.summary.configSync = 'in_sync';
    api.broadcast('agent.updated', { id: agent.detail.summary.id });
    await screen.findByRole('row', { name: /In sync/ }, { timeout: 3_000 });
  });

  it('stops and says so when the session ended', async () => {
    const api = await startApi();
    open('/');
    await screen.findByText('Live');
    markSignedOut();
    await screen.findByText('You are signed out.');
    await screen.findByText('Signed out');
    const before = api.requests.length;
    api.broadcast('stats.changed', {});
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
      '/login?return=%2F',
    );
    expect(api.requests).toHaveLength(before);
  });

  it('goes to pages with two keys, and shows the keys', async () => {
    await startApi();
    open('/');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 'a' });
    await screen.findByRole('heading', { level: 1, name: 'Agents' });
    fireEvent.keyDown(document.body, { key: '?' });
    const off = await screen.findByRole('radio', { name: 'Off' });
    fireEvent.click(off);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 'f' });
    expect(address()).toBe('/agents');
  });

  it('does not know every address', async () => {
    await startApi();
    open('/no/such/page');
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApi } from '../../../test-support/api';
import { currentAddress, renderPage } from '../../../test-support/render';
import { get } from '../../shared/api/client';
import { rememberCsrfToken } from '../../shared/api/session';
import GitopsPage from './GitopsPage';
import { countsText, issuesText } from './issues';

describe('the page of GitOps', () => {
  it('says which revision rules and lists errors before warnings', async () => {
    await startApi();
    renderPage(<GitopsPage />, '/gitops');
    await screen.findByText('Revision d4e5f6a is refused: 3 errors.');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
      'Error',
      'Error',
      'Error',
      'Warning',
      'Warning',
    ]);
    const link = screen.getByRole('link', { name: /blueprints\/edge-agent\.yaml:48/ });
    expect(link.getAttribute('href')).toMatch(/\/blob\/d4e5f6a7.*#L48$/);
  });

  it('filters issues in the address and clears the filter', async () => {
    await startApi();
    renderPage(<GitopsPage />, '/gitops?q=policy_not_found');
    await screen.findByText(/canary-first/);
    expect(screen.getAllByRole('row')).toHaveLength(2);
    fireEvent.change(screen.getByLabelText('Filter issues'), { target: { value: 'zzz' } });
    expect(currentAddress()).toBe('/gitops?q=zzz');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));
    expect(screen.getAllByRole('row')).toHaveLength(6);
  });

  it('asks for a sync with the CSRF token', async () => {
    const api = await startApi();
    rememberCsrfToken((await get('/me')).csrfToken);
    renderPage(<GitopsPage />, '/gitops');
    const button = await screen.findByRole('button', { name: 'Sync now' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.click(button);
    await screen.findByText('asked for; the result appears here');
    expect(api.requests).toContain('POST /gitops/actions/sync');
  });

  it('tells a viewer why the sync is not for them', async () => {
    await startApi({ user: 'viewer' });
    renderPage(<GitopsPage />, '/gitops');
    await screen.findByText('needs the role operator');
    expect(screen.getByRole('button', { name: 'Sync now' })).toHaveProperty('disabled', true);
  });

  it('helps to set up a repository when none was read', async () => {
    await startApi({ scenario: 'fresh' });
    renderPage(<GitopsPage />, '/gitops');
    await screen.findByText('No Git repository is configured');
  });

  it('shows why the repository cannot be read', async () => {
    const api = await startApi();
    Object.assign(api.state.gitops, { issues: [], message: 'authentication failed' });
    renderPage(<GitopsPage />, '/gitops');
    await screen.findByText(/authentication failed/);
    expect(screen.getByText(/Agents keep what revision a1b2c3d declares/)).toBeDefined();
  });

  it('shows an error, and that it may not be seen', async () => {
    const api = await startApi();
    api.override('/gitops/status', { status: 500 });
    const { unmount } = renderPage(<GitopsPage />, '/gitops');
    await screen.findByRole('alert');
    unmount();
    api.override('/gitops/status', { status: 403 });
    renderPage(<GitopsPage />, '/gitops');
    await screen.findByText('You may not see the state of the repository');
  });
});

it('writesIssuesSoThatEditorsFindThem', () => {
  const issue = { code: 'x', message: 'wrong', file: 'a.yaml', object: '', path: '' };
  expect(
    issuesText([
      { ...issue, severity: 'error', line: 3, column: 5 },
      { ...issue, severity: 'warning', file: '', line: 0, column: 0 },
    ]),
  ).toBe('a.yaml:3:5: error x: wrong\nwarning x: wrong');
});

it('countsNotesApartFromWarnings', () => {
  const issue = { code: 'x', message: '', file: '', object: '', path: '', line: 0, column: 0 };
  const note = { ...issue, severity: 'info' as const };
  expect(countsText([note, { ...issue, severity: 'warning' }])).toBe('0 errors, 1 warning, 1 note');
  expect(countsText([{ ...issue, severity: 'error' }])).toBe('1 error, 0 warnings');
});

// Walks through the UI of a running server in Chromium, on a desktop and on a phone, light and dark.
// Fails on errors of the console, violations of the content security policy, requests to other
// origins, overflow and everything that axe finds. Settings come from the environment:
//   BASE_URL, USERNAME, PASSWORD; optional CHROMIUM, SCREENSHOTS (a folder), EXPECT_AGENTS=0
import assert from 'node:assert/strict';
import { DESKTOP, examine, openBrowser, PHONE, problems, settings } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const expectAgents = process.env.EXPECT_AGENTS !== '0';

/** @param {Page} page @param {string} name */
const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

/** @param {Page} page */
const settled = (page) => page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));

/** @param {Page} page @param {string} path */
async function go(page, path) {
  await page.goto(settings.baseUrl + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
}

/** @param {Page} page */
async function signIn(page) {
  await page.goto(`${settings.baseUrl}/agents?sort=-lastSeenAt`);
  await heading(page, 'Sign in to myriarch');
  await examine(page, 'login');
  await page.getByLabel('User name').fill(settings.username);
  await page.getByLabel('Password').fill(settings.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Agents');
  assert.match(page.url(), /\/agents\?sort=-lastSeenAt$/, 'signing in returns to the page');
}

/** @param {Page} page */
async function navigate(page) {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Overview', 'Agents', 'Fleets', 'GitOps']) {
    await navigation.getByRole('link', { name }).click();
    await heading(page, name);
    const focused = await page.evaluate(() => document.activeElement?.tagName);
    assert.equal(focused, 'H1', `the focus moves to the heading of ${name}`);
  }
  await page.getByText('Live', { exact: true }).waitFor();
}

/** @param {Page} page */
async function tryKeyboard(page) {
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await heading(page, 'Agents');
  await page.keyboard.press('/');
  const filter = page.getByLabel('Filter agents');
  assert.ok(await filter.evaluate((field) => field === document.activeElement), '/ reaches it');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** @param {Page} page */
async function filterAgents(page) {
  await go(page, '/agents');
  await page.getByLabel('Filter agents').fill('no-such-host-anywhere');
  await page.getByText('No agent matches the filter').waitFor();
  assert.match(page.url(), /q=no-such-host-anywhere/, 'the filter is in the address');
  await examine(page, 'agents-nothing-matches');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByText('No agent matches the filter').waitFor({ state: 'hidden' });
}

/**
 * The pages to examine: the fixed ones, and the first agent and fleet that exist.
 * @param {Page} page
 */
async function pagesOf(page) {
  /** @type {[string, string][]} */
  const pages = [
    ['overview', '/'],
    ['agents', '/agents'],
    ['fleets', '/fleets'],
    ['gitops', '/gitops'],
    ['not-found', '/no/such/page'],
  ];
  const base = new URL(settings.baseUrl).pathname.replace(/\/$/, '');
  await go(page, '/agents');
  const agents = page.locator('a[data-row][href*="/agents/"]');
  const agent = (await agents.count()) > 0 ? await agents.first().getAttribute('href') : null;
  assert.ok(
    agent || !expectAgents,
    'the server has no agent; set EXPECT_AGENTS=0 if that is right',
  );
  if (agent) {
    const path = agent.slice(base.length);
    pages.push(
      ['agent', path],
      ['agent-config', `${path}?tab=config`],
      ['agent-config-diff', `${path}?tab=config&view=diff`],
      ['agent-config-plain', `${path}?tab=config&view=plain`],
      ['agent-config-sources', `${path}?tab=config&view=sources`],
      ['agent-events', `${path}?tab=events`],
      ['agent-components', `${path}?tab=components`],
    );
  }
  await go(page, '/fleets');
  const fleets = page.locator('a[data-row][href*="/fleets/"]');
  const fleet = (await fleets.count()) > 0 ? await fleets.first().getAttribute('href') : null;
  if (fleet) pages.push(['fleet', fleet.slice(base.length)]);
  return pages;
}

/** @param {Page} page @param {'Light' | 'Dark'} theme */
async function chooseTheme(page, theme) {
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('radio', { name: theme, exact: true }).check();
  await page.keyboard.press('Escape');
  await page.reload();
  const chosen = await page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(chosen, theme.toLowerCase(), 'the theme is kept');
}

/** @param {Page} page */
async function signOut(page) {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Sign in to myriarch');
}

const { browser, page, nowSignedIn } = await openBrowser();
page.setDefaultTimeout(20_000);
try {
  await signIn(page);
  nowSignedIn();
  await navigate(page);
  await tryKeyboard(page);
  await filterAgents(page);
  const pages = await pagesOf(page);
  for (const theme of /** @type {const} */ (['Light', 'Dark'])) {
    await page.setViewportSize(DESKTOP);
    await go(page, '/');
    await chooseTheme(page, theme);
    for (const [size, viewport] of /** @type {const} */ ([
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ])) {
      await page.setViewportSize(viewport);
      for (const [name, path] of pages) {
        await go(page, path);
        await examine(page, `${name}-${size}-${theme.toLowerCase()}`);
      }
    }
  }
  await signOut(page);
} catch (error) {
  problems.push(String(error));
  if (settings.screenshots) await page.screenshot({ path: `${settings.screenshots}/failed.png` });
} finally {
  await browser.close();
}
for (const problem of new Set(problems)) console.error(problem);
console.log(problems.length === 0 ? 'ok' : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

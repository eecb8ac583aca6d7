// Opens Chromium, signs in and watches for what must never happen on any page.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * @param {string} name
 * @param {string} [fallback]
 */
function setting(name, fallback) {
  const value = process.env[name] ?? fallback;
  if (value === undefined) throw new Error(`set ${name} in the environment`);
  return value;
}

export const settings = {
  baseUrl: setting('BASE_URL').replace(/\/$/, ''),
  username: setting('USERNAME'),
  password: setting('PASSWORD'),
  chromium: setting('CHROMIUM', '/usr/bin/chromium'),
  screenshots: process.env.SCREENSHOTS,
};

export const DESKTOP = { width: 1360, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** @type {string[]} */
export const problems = [];

export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: settings.chromium,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
  const page = await context.newPage();
  let signedIn = false;
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // Before signing in the application asks who is there, and a 401 is the answer it wants.
    if (!signedIn && /\/api\/v1\/me$/.test(message.location().url)) return;
    problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(settings.baseUrl).origin) {
      problems.push(`request to another origin: ${request.url()}`);
    }
  });
  return { browser, page, nowSignedIn: () => (signedIn = true) };
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
export async function examine(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(200); // until transitions are over; they change contrasts
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) problems.push(`${name}: the page is ${overflow} px wider than the window`);
  await page.evaluate(axeSource);
  /** @type {{id: string, help: string, nodes: {target: string[], failureSummary: string}[]}[]} */
  const violations = await page.evaluate(async () => {
    // @ts-expect-error axe was put there above
    const result = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return result.violations;
  });
  for (const violation of violations) {
    for (const node of violation.nodes.slice(0, 3)) {
      const what = node.failureSummary.replace(/\s+/g, ' ');
      problems.push(`${name}: ${violation.id} (${violation.help}) at ${node.target}: ${what}`);
    }
  }
  if (settings.screenshots) {
    mkdirSync(settings.screenshots, { recursive: true });
    await page.screenshot({ path: join(settings.screenshots, `${name}.png`), fullPage: true });
  }
  console.log(`  ${name}`);
}

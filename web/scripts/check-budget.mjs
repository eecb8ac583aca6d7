// Size of what the browser loads, compressed. The first page is what people wait for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KILOBYTE = 1000;
const INITIAL_BUDGET = 130 * KILOBYTE;
const CHUNK_BUDGET = 25 * KILOBYTE;
const TOTAL_BUDGET = 260 * KILOBYTE;

const dist = new URL('../dist', import.meta.url).pathname;
/** @param {string} name */
const sizeOf = (name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length;
/** @param {number} bytes */
const text = (bytes) => `${(bytes / KILOBYTE).toFixed(1)} kB`;

const page = readFileSync(join(dist, 'index.html'), 'utf8');
const initial = [...page.matchAll(/(?:src|href)="(?:\.\/)?([^"]+\.(?:js|css))"/g)].map(([, name]) =>
  String(name),
);
const assets = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name));
const chunks = assets.map((name) => `assets/${name}`).filter((name) => !initial.includes(name));

const initialSize = initial.reduce((sum, name) => sum + sizeOf(name), 0);
const totalSize = initialSize + chunks.reduce((sum, name) => sum + sizeOf(name), 0);
const problems = [];
if (initial.length < 2) problems.push('index.html names no script and no style sheet');
if (initialSize > INITIAL_BUDGET) problems.push(`first page: more than ${text(INITIAL_BUDGET)}`);
if (totalSize > TOTAL_BUDGET) problems.push(`everything: more than ${text(TOTAL_BUDGET)}`);
for (const name of chunks) {
  if (sizeOf(name) > CHUNK_BUDGET) problems.push(`${name}: ${text(sizeOf(name))} is too much`);
}
console.log(`first page ${text(initialSize)}, everything ${text(totalSize)} (gzip)`);
for (const problem of problems) console.error(`size budget: ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);

// Called by ../../scripts/build-web. Installs the packages when the lock file changed, and builds
// when a source changed; otherwise does nothing, without a network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(web, 'node_modules');
const page = join(web, 'dist', 'index.html');
const INSTALL_INPUTS = ['package-lock.json', 'package.json', '.npmrc'];
const BUILD_INPUTS = [
  ...INSTALL_INPUTS,
  '../api/openapi.yaml',
  'index.html',
  'public',
  'scripts/compress.mjs',
  'src',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!statSync(join(web, path)).isDirectory()) return [path];
  const names = readdirSync(join(web, path)).sort();
  return names.flatMap((name) => filesOf(`${path}/${name}`));
}

/** @param {string[]} inputs */
function digest(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesOf)) {
    if (file.endsWith('.test.ts') || file.endsWith('.test.tsx')) continue;
    if (file === 'src/shared/api/schema.d.ts') continue; // generated from openapi.yaml
    const bytes = readFileSync(join(web, file));
    hash.update(`${file}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * @param {string} stamp
 * @param {string} value
 */
const isStamped = (stamp, value) => existsSync(stamp) && readFileSync(stamp, 'utf8') === value;

/** @param {string[]} args */
function npm(...args) {
  const { status } = spawnSync('npm', args, {
    cwd: web,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(`build-web: npm ${args.join(' ')} failed in ${web}`);
  process.exit(1);
}

const installed = join(packages, '.myriarch-installed');
const built = join(packages, '.myriarch-built');
const installDigest = digest(INSTALL_INPUTS);
const buildDigest = digest(BUILD_INPUTS);
if (!isStamped(installed, installDigest)) {
  npm('ci', '--no-audit', '--no-fund');
  writeFileSync(installed, installDigest);
}
if (!isStamped(built, buildDigest) || !existsSync(page)) {
  rmSync(built, { force: true });
  npm('run', 'build');
  writeFileSync(built, buildDigest);
}

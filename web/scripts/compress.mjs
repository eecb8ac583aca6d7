// Puts a .gz beside every file of dist that gains from it, for the server to send as it is. Same
// input, same bytes: the gzip headers of zlib carry no time and no name.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const COMPRESSIBLE = /\.(css|html|js|json|md|svg|txt)$/;
const SMALLEST_BYTES = 1024;
const dist = new URL('../dist', import.meta.url).pathname;

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort()) {
  const path = join(dist, name);
  if (!COMPRESSIBLE.test(name) || !statSync(path).isFile()) continue;
  const bytes = readFileSync(path);
  if (bytes.length < SMALLEST_BYTES) continue;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

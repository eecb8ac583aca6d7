// Rules of the source tree that no linter knows:
// 1. imports run shared -> features -> app, and no feature imports another one;
// 2. colours are written in palette.css only.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const source = new URL('../src', import.meta.url).pathname;
const PALETTE = 'shared/styles/palette.css';
const LEVELS = ['shared', 'features', 'app'];
const RAW_COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch|color)\(/i;
const NAMED_COLOUR = /:\s*(?:black|white|gray|grey|red|green|blue|orange|yellow|purple)\b/i;

/** @param {string} file */
const levelOf = (file) => LEVELS.indexOf(file.split('/')[0] ?? '');
/** @param {string} file */
const featureOf = (file) => (file.startsWith('features/') ? file.split('/')[1] : undefined);

/** @type {string[]} */
const problems = [];
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|tsx|css)$/.test(file))
  .sort();
let imports = 0;

for (const file of files) {
  const text = readFileSync(join(source, file), 'utf8');
  if (!file.endsWith('.css') && !file.endsWith('.d.ts')) {
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      imports += 1;
      const imported = relative(source, resolve(source, dirname(file), String(target)));
      if (levelOf(imported) > levelOf(file)) problems.push(`${file}: may not import ${imported}`);
      const feature = featureOf(imported);
      if (feature && featureOf(file) && feature !== featureOf(file)) {
        problems.push(`${file}: a feature may not import another one (${imported})`);
      }
    }
  }
  if (file === PALETTE || file.endsWith('.d.ts')) continue;
  text.split('\n').forEach((line, index) => {
    const named = file.endsWith('.css') && NAMED_COLOUR.test(line);
    if (RAW_COLOUR.test(line) || named) {
      problems.push(`${file}:${index + 1}: a raw colour; name it in ${PALETTE}`);
    }
  });
}
if (imports === 0) problems.push('no import was found: the check itself is broken');
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

// A STAND-IN FOR DEVELOPING THE UI: see data.mjs. Sign in as admin or viewer, password "password".
//   node test-support/fake-api/main.mjs [--port 8090] [--dist dist] [--scenario fresh] [--live]
import { parseArgs } from 'node:util';
import { ago } from './data.mjs';
import { createFakeApi } from './server.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    dist: { type: 'string' },
    scenario: { type: 'string', default: 'full' },
    delay: { type: 'string', default: '0' },
    live: { type: 'boolean', default: false },
  },
});
const fake = createFakeApi({
  scenario: values.scenario === 'fresh' ? 'fresh' : 'full',
  delayMillis: Number(values.delay),
  ...(values.dist ? { dist: values.dist } : {}),
});
if (values.live) {
  setInterval(() => {
    const all = [...fake.state.agents.values()];
    const one = all[Math.floor(Math.random() * all.length)];
    if (!one) return;
    one.detail.summary.lastSeenAt = ago(0);
    fake.broadcast('agent.updated', { id: one.detail.summary.id });
  }, 700);
}
fake.server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`fake API on http://127.0.0.1:${values.port} (admin / password)`);
});

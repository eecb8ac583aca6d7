// An agent on @elastic/opamp-client-node, which nobody here wrote: plain HTTP polling.
//
//   ENDPOINT=http://…/v1/opamp TOKEN=myre_… HOST_NAME=… node opamp-client.mjs
//
// Prints one JSON line per configuration that arrives, applies it (or reports FAILED when its text
// contains the word in FAIL_ON) and ends when its standard input ends.
import {
  AgentCapabilities,
  RemoteConfigStatuses,
  createOpAMPClient,
} from '@elastic/opamp-client-node';

const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const failOn = process.env.FAIL_ON;

const client = createOpAMPClient({
  endpoint: process.env.ENDPOINT,
  headers: { Authorization: `Bearer ${process.env.TOKEN}` },
  heartbeatIntervalSeconds: 0.5,
  capabilities:
    AgentCapabilities.AgentCapabilities_AcceptsRemoteConfig |
    AgentCapabilities.AgentCapabilities_ReportsRemoteConfig,
  diagEnabled: true,
  onMessage: ({ remoteConfig }) => {
    if (!remoteConfig) return;
    const files = Object.entries(remoteConfig.config?.configMap ?? {});
    const text = files.map(([, file]) => new TextDecoder().decode(file.body)).join('');
    const failed = failOn !== undefined && text.includes(failOn);
    print({
      event: 'config',
      hash: Buffer.from(remoteConfig.configHash).toString('hex'),
      keys: files.map(([key]) => key),
      contentTypes: files.map(([, file]) => file.contentType),
      text,
    });
    client.setRemoteConfigStatus({
      status: failed
        ? RemoteConfigStatuses.RemoteConfigStatuses_FAILED
        : RemoteConfigStatuses.RemoteConfigStatuses_APPLIED,
      lastRemoteConfigHash: remoteConfig.configHash,
      errorMessage: failed ? `refused: contains ${failOn}` : '',
    });
  },
});
client.setAgentDescription({
  identifyingAttributes: { 'service.name': 'node-client', 'service.version': '1.2.3' },
  nonIdentifyingAttributes: { 'os.type': 'linux', 'host.name': process.env.HOST_NAME },
});
client.start();
print({ event: 'started' });

process.stdin.on('end', async () => {
  await client.shutdown();
  process.exit(0);
});
process.stdin.resume();

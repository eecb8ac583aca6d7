// A STAND-IN FOR DEVELOPING THE UI AND FOR COMPONENT TESTS. Not a server, and no proof of anything
// that the real server does: it follows api/openapi.yaml with invented data in memory.
import { createHash } from 'node:crypto';
import { effectiveConfig, offeredConfig } from './configs.mjs';

/**
 * @typedef {import('../../src/shared/api/types').AgentDetail} AgentDetail
 * @typedef {import('../../src/shared/api/types').AgentSummary} AgentSummary
 * @typedef {import('../../src/shared/api/types').AgentEvent} AgentEvent
 * @typedef {import('../../src/shared/api/types').Fleet} Fleet
 * @typedef {import('../../src/shared/api/types').GitopsStatus} GitopsStatus
 * @typedef {import('../../src/shared/api/types').GitopsSync} GitopsSync
 * @typedef {{detail: AgentDetail, events: AgentEvent[], configs: Record<string, string>}} FakeAgent
 * @typedef {{agents: Map<string, FakeAgent>, fleets: Fleet[], gitops: GitopsStatus, syncs: GitopsSync[]}} State
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
export const APPLIED = 'a1b2c3d94e07f5618830b2cc4f1de0a97b56c312';
export const LATEST = 'd4e5f6a7705bc1298e3fa46d1c90be7723ab5f08';

/** @param {string} text */
export const sha256 = (text) => createHash('sha256').update(text).digest('hex');
/** @param {number} agoMillis */
export const ago = (agoMillis) => new Date(Date.now() - agoMillis).toISOString();

/**
 * A small generator of numbers, the same in every run.
 * @param {number} seed
 */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** @type {{name: string, hosts: string, sites: string[], count: number, os: string, version: string, service: string, kind: AgentSummary['kind']}[]} */
const GROUPS = [
  {
    name: 'edge',
    hosts: 'edge',
    sites: ['ber', 'ham', 'muc', 'vie', 'zrh'],
    count: 64,
    os: 'linux',
    version: '0.149.0',
    service: 'otelcol-contrib',
    kind: 'collector',
  },
  {
    name: 'gateways',
    hosts: 'gw',
    sites: ['fra', 'ams'],
    count: 8,
    os: 'linux',
    version: '0.149.0',
    service: 'otelcol-contrib',
    kind: 'collector',
  },
  {
    name: 'kubernetes-nodes',
    hosts: 'k8s-node',
    sites: ['fra'],
    count: 36,
    os: 'linux',
    version: '0.148.0',
    service: 'otelcol-k8s',
    kind: 'collector',
  },
  {
    name: 'windows-hosts',
    hosts: 'win',
    sites: ['ber', 'vie'],
    count: 22,
    os: 'windows',
    version: '0.147.1',
    service: 'otelcol-contrib',
    kind: 'collector',
  },
  {
    name: '',
    hosts: 'lab',
    sites: ['ber'],
    count: 4,
    os: 'darwin',
    version: '0.149.0',
    service: 'otelcol',
    kind: 'collector',
  },
  {
    name: '',
    hosts: 'updater',
    sites: ['fra'],
    count: 3,
    os: 'linux',
    version: '1.2.0',
    service: 'myriarch-updater',
    kind: 'updater',
  },
];

/** @type {Record<string, string>} */
const FAILURES = {
  'edge-ham-005':
    'cannot start pipelines: failed to start "otlp" receiver: listen tcp 0.0.0.0:4317: bind: address already in use',
  'gw-fra-003':
    '\'exporters\' error reading configuration for "otlp_http/backend": endpoint must be specified',
};

/**
 * @param {typeof GROUPS[number]} group
 * @param {number} index
 * @param {() => number} random
 * @returns {FakeAgent}
 */
function agent(group, index, random) {
  const site = group.sites[index % group.sites.length] ?? 'ber';
  const hostName = `${group.hosts}-${site}-${String(index + 1).padStart(3, '0')}`;
  const digest = sha256(hostName);
  const id = `0192${digest.slice(0, 4)}-${digest.slice(4, 8)}-7${digest.slice(8, 11)}-8${digest.slice(11, 14)}-${digest.slice(14, 26)}`;
  const failure = FAILURES[hostName];
  const draw = random();
  /** @type {AgentSummary['configSync']} */
  let sync = group.name === '' ? 'none' : 'in_sync';
  if (failure) sync = 'failed';
  else if (group.name === 'kubernetes-nodes' && index < 5) sync = 'pending';
  else if (group.name === 'edge' && (index === 11 || index === 30)) sync = 'drift';
  const online = failure !== undefined || sync === 'drift' || draw > 0.06;
  /** @type {AgentSummary['health']} */
  let health = online ? 'healthy' : 'unknown';
  if (failure || hostName === 'win-ber-009') health = 'unhealthy';
  if (group.kind === 'updater') health = 'unknown';
  const version = draw > 0.9 && group.name === 'edge' ? '0.148.0' : group.version;
  const seen = online
    ? Math.floor(random() * 28_000)
    : Math.floor(random() * 3 * DAY) + 10 * MINUTE;

  const offered = offeredConfig(group.name, site);
  const next = offeredConfig(group.name, site, '10s');
  const running = sync === 'drift' ? offered.replace('timeout: 5s', 'timeout: 200ms') : offered;
  const effective = effectiveConfig(running, id, hostName, version);
  const managed = sync !== 'none';
  /** @type {Record<string, string>} */
  const configs = {};
  if (managed) {
    configs.assigned = sync === 'pending' ? next : offered;
    configs.desired = offered;
  }
  if (group.kind === 'collector' && health !== 'unknown') configs.effective = effective;

  const cause = causeOf(sync, failure, online, seen, hostName, group);
  /** @type {AgentSummary} */
  const summary = {
    id,
    kind: group.kind,
    hostName,
    serviceName: group.service,
    version,
    osType: group.os,
    status: online ? 'online' : 'offline',
    health,
    configSync: sync,
    configProof: 'unknown',
    updaterLinked: false,
    lastSeenAt: ago(seen),
  };
  if (group.name) summary.fleet = group.name;
  if (cause) summary.cause = cause;

  /** @type {AgentDetail['config']} */
  const config = {
    sync,
    proof: 'unknown',
    error: group.hosts === 'lab' ? 'ambiguous: fleets edge, gateways have equal priority 10' : '',
  };
  if (managed) {
    config.assignedHash = sha256(configs.assigned ?? '');
    config.desiredHash = sha256(offered);
    config.assignedAt = ago(26 * MINUTE);
    config.reportedHash = sha256(offered);
    config.reportedAt = ago(12 * MINUTE);
    config.reportedStatus = failure ? 'failed' : sync === 'pending' ? 'applying' : 'applied';
    if (failure) {
      config.reportedError = failure;
      config.failedHash = sha256(offered);
    }
  }
  if (configs.effective) {
    config.effectiveHash = sha256(effective);
    config.effectiveAt = ago(12 * MINUTE);
    if (managed) config.proof = sync === 'drift' ? 'differs' : 'verified';
    if (managed && sync === 'drift') {
      config.proofDifferences = [
        { path: 'processors.batch.timeout', offered: '5s', reported: '200ms' },
      ];
    }
  }

  summary.configProof = config.proof;

  /** @type {AgentDetail} */
  const detail = {
    summary,
    identifyingAttributes: {
      'service.name': group.service,
      'service.version': version,
      'service.instance.id': id,
    },
    nonIdentifyingAttributes: {
      'host.name': hostName,
      'host.arch': 'amd64',
      'os.type': group.os,
      'os.description': group.os === 'windows' ? 'Windows Server 2022' : 'Debian GNU/Linux 12.11',
      'site.name': site,
      'site.country': { vie: 'AT', zrh: 'CH', ams: 'NL' }[site] ?? 'DE',
      'site.type': group.hosts === 'edge' ? 'store' : 'datacenter',
    },
    labels: { tier: group.hosts === 'gw' ? 'gateway' : 'agent', team: 'observability' },
    capabilities: [
      'ReportsStatus',
      'AcceptsRemoteConfig',
      'ReportsEffectiveConfig',
      'ReportsHealth',
      'ReportsRemoteConfig',
      'AcceptsRestartCommand',
      'ReportsHeartbeat',
      'ReportsAvailableComponents',
    ],
    connection: {
      online,
      replica: index % 3 === 0 ? 'myriarch-1' : 'myriarch-0',
      transport: 'websocket',
      remoteAddress: `10.${20 + (index % 5)}.4.${10 + index}`,
      connectedAt: ago(DAY + index * MINUTE),
      lastSeenAt: ago(seen),
    },
    config,
    actions: actions(online),
    createdAt: ago(31 * DAY),
  };
  if (!online) {
    detail.connection.disconnectedAt = ago(seen);
    detail.connection.cause = 'network';
  }
  if (health !== 'unknown') detail.health = healthTree(health === 'healthy', failure, index);
  if (group.kind === 'collector') {
    detail.components = {
      receivers: ['filelog', 'hostmetrics', 'nop', 'otlp', 'prometheus'],
      processors: ['batch', 'memory_limiter', 'resource', 'transform'],
      exporters: ['debug', 'nop', 'otlp', 'otlp_http'],
      connectors: ['forward', 'spanmetrics'],
      extensions: ['file_storage', 'health_check', 'opamp'],
    };
  }
  return { detail, events: eventsOf(detail, failure, seen), configs };
}

/** @param {boolean} online @returns {AgentDetail['actions']} */
function actions(online) {
  return [
    online
      ? { name: 'restart', allowed: true, permission: 'agents:restart' }
      : {
          name: 'restart',
          allowed: false,
          reasonCode: 'offline',
          reason: 'the agent is offline',
          permission: 'agents:restart',
        },
    { name: 'resync', allowed: true, permission: 'agents:resync' },
    { name: 're-enroll', allowed: true, permission: 'agents:re_enroll' },
  ];
}

/**
 * @param {AgentSummary['configSync']} sync
 * @param {string | undefined} failure
 * @param {boolean} online
 * @param {number} seen
 * @param {string} hostName
 * @param {typeof GROUPS[number]} group
 */
function causeOf(sync, failure, online, seen, hostName, group) {
  if (failure) return `configuration 5f1c09ab failed: ${failure}`;
  if (sync === 'drift') return 'runs another configuration than the one that was offered';
  if (sync === 'pending') return 'configuration 607f7dc1 was offered and is being applied';
  if (!online) return `offline since ${ago(seen).slice(0, 19)}Z: the connection was lost`;
  if (hostName === 'win-ber-009')
    return 'unhealthy: pipeline:metrics / exporter:otlp_http/backend: connection refused';
  if (group.hosts === 'lab')
    return 'no configuration: ambiguous: fleets edge, gateways have equal priority 10';
  return undefined;
}

/**
 * @param {boolean} healthy
 * @param {string | undefined} failure
 * @param {number} index
 * @returns {AgentDetail['health']}
 */
function healthTree(healthy, failure, index) {
  const statusTime = ago(12 * MINUTE + index * 1000);
  const good = { healthy: true, status: 'StatusOK', statusTime };
  const bad = {
    healthy: false,
    status: 'StatusRecoverableError',
    lastError: failure ?? 'connection refused',
    statusTime,
  };
  return {
    healthy,
    at: statusTime,
    tree: {
      healthy,
      status: healthy ? 'StatusOK' : 'StatusRecoverableError',
      ...(healthy ? {} : { lastError: failure ?? 'pipeline metrics is degraded' }),
      startTime: ago(DAY),
      statusTime,
      components: {
        extensions: {
          ...good,
          components: { 'extension:health_check': good, 'extension:opamp': good },
        },
        'pipeline:metrics': {
          ...(healthy ? good : { ...bad, lastError: undefined }),
          components: {
            'receiver:otlp': failure ? bad : good,
            'processor:batch': good,
            'exporter:otlp_http/backend': healthy || failure ? good : bad,
          },
        },
        'pipeline:logs': {
          ...good,
          components: { 'receiver:filelog': good, 'exporter:otlp_http/backend': good },
        },
      },
    },
  };
}

/**
 * @param {AgentDetail} detail
 * @param {string | undefined} failure
 * @param {number} seen
 * @returns {AgentEvent[]}
 */
function eventsOf(detail, failure, seen) {
  const hash = detail.config.desiredHash?.slice(0, 7);
  /** @type {AgentEvent[]} */
  const events = [];
  if (!detail.connection.online) {
    events.push({
      at: ago(seen),
      type: 'disconnected',
      severity: 'warning',
      text: 'Connection lost: network',
    });
  }
  if (failure) {
    events.push({
      at: ago(12 * MINUTE),
      type: 'config_failed',
      severity: 'error',
      text: failure,
      details: { hash },
    });
    events.push({
      at: ago(12 * MINUTE + 900),
      type: 'health_changed',
      severity: 'error',
      text: 'Healthy → unhealthy',
    });
  } else if (hash) {
    events.push({
      at: ago(12 * MINUTE),
      type: 'config_applied',
      severity: 'info',
      text: `Configuration ${hash} applied`,
    });
  }
  if (hash) {
    events.push({
      at: ago(12 * MINUTE + 5000),
      type: 'config_offered',
      severity: 'info',
      text: `Configuration ${hash} offered`,
    });
  }
  events.push(
    {
      at: ago(DAY + MINUTE),
      type: 'connected',
      severity: 'info',
      text: 'Connected over WebSocket to myriarch-0',
    },
    {
      at: ago(9 * DAY),
      type: 'version_changed',
      severity: 'info',
      text: `0.147.0 → ${detail.summary.version}`,
    },
    { at: ago(31 * DAY), type: 'registered', severity: 'info', text: 'First contact' },
  );
  return events;
}

/** @returns {State} */
export function freshState() {
  return {
    agents: new Map(),
    fleets: [],
    gitops: { state: 'never', source: '', issues: [], message: '' },
    syncs: [],
  };
}

/** @returns {State} */
export function fullState() {
  const random = generator(7);
  /** @type {State['agents']} */
  const agents = new Map();
  for (const group of GROUPS) {
    for (let index = 0; index < group.count; index += 1) {
      const made = agent(group, index, random);
      agents.set(made.detail.summary.id, made);
    }
  }
  return { agents, fleets: fleets(), gitops: gitops(), syncs: syncs() };
}

/** @returns {Fleet[]} */
function fleets() {
  /**
   * @param {string} name
   * @param {string} displayName
   * @param {string} description
   * @param {number} priority
   * @param {string} blueprint
   * @param {string | undefined} version
   * @param {string[]} selector
   * @returns {Fleet}
   */
  const fleet = (name, displayName, description, priority, blueprint, version, selector) => ({
    name,
    displayName,
    description,
    priority,
    blueprint,
    distribution: 'otelcol-contrib',
    ...(version ? { version } : {}),
    selector,
    members: 0,
    sync: [],
    file: `fleets/${name}.yaml`,
    line: 1,
  });
  return [
    fleet(
      'edge',
      'Edge stores',
      'Collectors on the servers in the stores',
      10,
      'edge-agent',
      '0.149.0',
      ['site.type is store', 'os.type is one of linux, darwin'],
    ),
    fleet('gateways', 'Gateways', 'Tail sampling and export per region', 10, 'gateway', '0.149.0', [
      'labels.tier is gateway',
    ]),
    fleet('kubernetes-nodes', 'Kubernetes nodes', '', 5, 'k8s-node', '0.149.0', [
      'service.name is otelcol-k8s',
    ]),
    fleet('sandbox', 'Sandbox', 'Experiments of the platform team', 1, 'sandbox', undefined, [
      'labels.env is sandbox',
    ]),
    fleet(
      'windows-hosts',
      'Windows hosts',
      'Event log and host metrics',
      5,
      'windows-agent',
      undefined,
      ['os.type is windows'],
    ),
  ];
}

/** @returns {GitopsStatus} */
function gitops() {
  return {
    state: 'error',
    source: 'https://github.com/example-org/collector-fleets.git',
    appliedRevision: APPLIED,
    appliedAt: ago(26 * MINUTE),
    latestRevision: LATEST,
    checkedAt: ago(20_000),
    message: '',
    issues: [
      {
        code: 'undefined_component',
        severity: 'error',
        message:
          'Pipeline metrics/host uses exporter "otlp_http/backnd", which is not defined. Did you mean "otlp_http/backend"?',
        file: 'blueprints/edge-agent.yaml',
        line: 48,
        column: 13,
        object: 'Blueprint/edge-agent',
        path: 'spec.config.service.pipelines.metrics/host.exporters[0]',
      },
      {
        code: 'invalid_parameter_value',
        severity: 'error',
        message:
          'Parameter scrapeInterval is "30", which is not a duration. Write a unit, such as 30s.',
        file: 'fleets/kubernetes-nodes.yaml',
        line: 21,
        column: 5,
        object: 'Fleet/kubernetes-nodes',
        path: 'spec.parameters.scrapeInterval',
      },
      {
        code: 'policy_not_found',
        severity: 'error',
        message: 'Rollout policy "canary-first" does not exist. Known: default, night-only.',
        file: 'fleets/windows-hosts.yaml',
        line: 17,
        column: 19,
        object: 'Fleet/windows-hosts',
        path: 'spec.rollout.configPolicy',
      },
      {
        code: 'unused_component',
        severity: 'warning',
        message: 'Processor transform/drop is defined but no pipeline uses it.',
        file: 'blueprints/gateway.yaml',
        line: 30,
        column: 7,
        object: 'Blueprint/gateway',
        path: 'spec.config.processors.transform/drop',
      },
      {
        code: 'sample_unassigned',
        severity: 'warning',
        message: 'The sample agent matches no fleet.',
        file: 'samples/agents/mac.yaml',
        line: 1,
        column: 1,
        object: 'SampleAgent/mac',
        path: '',
      },
    ],
  };
}

/** @returns {GitopsSync[]} */
function syncs() {
  return [
    {
      at: ago(4 * MINUTE),
      revision: LATEST,
      result: 'invalid',
      changedObjects: ['Blueprint/edge-agent', 'Fleet/kubernetes-nodes', 'Fleet/windows-hosts'],
      errors: 3,
      warnings: 2,
      message: '',
    },
    {
      at: ago(26 * MINUTE),
      revision: APPLIED,
      result: 'applied',
      changedObjects: ['Blueprint/edge-agent', 'Blueprint/k8s-node'],
      errors: 0,
      warnings: 2,
      message: '',
    },
    {
      at: ago(3 * 60 * MINUTE),
      revision: '9f8e7d6c5b4a39281706f5e4d3c2b1a098765432',
      result: 'failed',
      changedObjects: [],
      errors: 0,
      warnings: 0,
      message: 'The repository did not answer within 30 s',
    },
    {
      at: ago(DAY),
      revision: '5c4b3a29180f7e6d5c4b3a2918076f5e4d3c2b1a',
      result: 'applied',
      changedObjects: ['Fleet/sandbox'],
      errors: 0,
      warnings: 1,
      message: '',
    },
  ];
}

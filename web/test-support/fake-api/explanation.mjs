// A STAND-IN FOR DEVELOPING THE UI AND FOR COMPONENT TESTS: where some values of a configuration
// come from, in the shape of the API.

/** @typedef {import('../../src/shared/api/types').AgentDetail} AgentDetail */
/** @typedef {import('../../src/shared/api/types').AgentExplanation} AgentExplanation */

/**
 * @param {AgentDetail} agent
 * @returns {AgentExplanation}
 */
export function explanationOf(agent) {
  const { fleet } = agent.summary;
  const file = 'blueprints/edge-agent.yaml';
  return {
    revision: 'a1b2c3d4',
    fleet,
    blueprint: fleet && 'edge-agent',
    hash: agent.config.assignedHash,
    reason: fleet ? '' : 'no fleet takes this agent',
    cause: '',
    labels: agent.labels,
    fleets: [],
    layers: fleet
      ? [
          { name: 'base', file: 'blueprints/base.yaml', line: 1, parameters: [] },
          { name: 'edge-agent', file, line: 1, parameters: [] },
        ]
      : [],
    parameters: [
      {
        name: 'batchTimeout',
        type: 'duration',
        value: '5s',
        source: 'inventory',
        file: 'inventory/sites.yaml',
        line: 20,
      },
      {
        name: 'site',
        type: 'string',
        value: 'ber',
        source: 'attribute',
        attribute: 'site.name',
        file,
        line: 9,
      },
    ],
    values: fleet
      ? [
          {
            path: 'exporters::otlp_http/backend::endpoint',
            value: 'https://otlp.ber.example.net',
            layer: 'base',
            file: 'blueprints/base.yaml',
            line: 31,
            column: 19,
            parameters: ['site'],
            attributes: [],
            replaced: [],
          },
          {
            path: 'processors::batch::timeout',
            value: '5s',
            layer: 'edge-agent',
            file,
            line: 48,
            column: 18,
            parameters: ['batchTimeout'],
            attributes: [],
            replaced: [{ layer: 'base', file: 'blueprints/base.yaml', line: 40 }],
          },
        ]
      : [],
    removals: [],
    unchecked: fleet ? ['receiver filelog'] : [],
    issues: [],
    truncated: false,
  };
}

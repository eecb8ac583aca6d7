// A STAND-IN FOR DEVELOPING THE UI AND FOR COMPONENT TESTS: configurations in the shape that the
// server offers (canonical YAML, two spaces) and in the shape that a collector reports (its own
// YAML writer, four spaces, defaults filled in, the supervisor's extension added).

/**
 * @param {string} fleet
 * @param {string} site
 * @param {string} timeout
 */
export function offeredConfig(fleet, site, timeout = '5s') {
  return `exporters:
  otlp_http/backend:
    compression: zstd
    endpoint: https://otlp.${site}.example.net
    headers:
      authorization: "[REDACTED:5f1c09ab]"
extensions:
  health_check:
    endpoint: 127.0.0.1:13133
processors:
  batch:
    send_batch_size: 8192
    timeout: ${timeout}
  memory_limiter:
    check_interval: 1s
    limit_percentage: 75
  resource/site:
    attributes:
      - action: upsert
        key: site.name
        value: ${site}
      - action: upsert
        key: fleet
        value: ${fleet}
receivers:
  filelog:
    include:
      - /var/log/syslog
      - /var/log/app/*.log
    start_at: end
  hostmetrics:
    collection_interval: 30s
    scrapers:
      cpu: {}
      memory: {}
  otlp:
    protocols:
      grpc:
        endpoint: 0.0.0.0:4317
service:
  extensions:
    - health_check
  pipelines:
    logs:
      exporters:
        - otlp_http/backend
      processors:
        - memory_limiter
        - resource/site
        - batch
      receivers:
        - filelog
        - otlp
    metrics:
      exporters:
        - otlp_http/backend
      processors:
        - memory_limiter
        - resource/site
        - batch
      receivers:
        - hostmetrics
        - otlp
  telemetry:
    metrics:
      level: none
`;
}

/**
 * @param {string} offered
 * @param {string} id
 * @param {string} host
 * @param {string} version
 */
export function effectiveConfig(offered, id, host, version) {
  const added = offered
    .replace(
      'extensions:\n  health_check:\n',
      `extensions:\n  health_check:\n    component_health: null\n    path: /\n    tls: null\n    use_v2: false\n`,
    )
    .replace(
      'processors:\n  batch:\n',
      `  opamp:\n    capabilities:\n      accepts_restart_command: false\n      reports_effective_config: true\n      reports_health: true\n    instance_uid: ${id}\n    ppid: 11606\n    ppid_poll_interval: 5s\n    server:\n      ws:\n        endpoint: ws://127.0.0.1:38727/v1/opamp\n        tls:\n          insecure: true\nprocessors:\n  batch:\n    metadata_cardinality_limit: 1000\n    metadata_keys: []\n    send_batch_max_size: 0\n`,
    )
    .replace(
      '    compression: zstd\n',
      '    auth: null\n    compression: zstd\n    encoding: proto\n',
    )
    .replace('service:\n  extensions:\n', 'service:\n  extensions:\n    - opamp\n')
    .replace(
      '  telemetry:\n    metrics:\n      level: none\n',
      `  telemetry:\n    logs:\n      encoding: json\n      level: info\n    metrics:\n      level: None\n    resource:\n      host.name: ${host}\n      service.instance.id: ${id}\n      service.version: ${version}\n`,
    );
  return `connectors: {}\n${indentedByFour(added)}`;
}

/**
 * The collector's writer indents by four; the keys of a mapping in a list stand two behind the dash.
 * @param {string} text
 */
function indentedByFour(text) {
  let dash = -1;
  return text
    .split('\n')
    .map((line) => {
      const indent = line.length - line.trimStart().length;
      if (indent <= dash) dash = -1;
      const spaces = dash < 0 ? indent * 2 : dash * 2 + 2 + (indent - dash - 2) * 2;
      if (line.trimStart().startsWith('- ')) dash = indent;
      return ' '.repeat(spaces) + line.trimStart();
    })
    .join('\n');
}

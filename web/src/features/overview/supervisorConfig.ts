/**
 * A complete configuration file for the OpAMP supervisor of the OpenTelemetry Collector.
 * The supervisor connects over WebSocket to ws and wss addresses and polls http and https ones.
 */
export function supervisorConfig(opampUrl: string): string {
  return `server:
  endpoint: ${opampUrl}
  headers:
    Authorization: Bearer ENROLLMENT_TOKEN
capabilities:
  accepts_remote_config: true
  reports_effective_config: true
  reports_remote_config: true
  reports_health: true
  reports_available_components: true
  reports_heartbeat: true
  accepts_opamp_connection_settings: true
  accepts_restart_command: true
agent:
  executable: /usr/local/bin/otelcol-contrib
  description:
    non_identifying_attributes:
      env: test
storage:
  directory: /var/lib/otelcol/supervisor
`;
}

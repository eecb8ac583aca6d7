import { describe, expect, it } from 'vitest';
import { fullState } from '../../../test-support/fake-api/data.mjs';
import type { AgentDetail } from '../../shared/api/types';
import { causeOf } from './CauseLine';

function agent(host: string): AgentDetail {
  for (const { detail } of fullState().agents.values()) {
    if (detail.summary.hostName === host) return detail;
  }
  throw new Error(`no agent ${host}`);
}

describe('the cause line', () => {
  it.each([
    ['gw-fra-003', 'failed', /^Configuration 5f1c09ab failed/],
    ['win-ber-009', 'failed', /^Unhealthy: pipeline:metrics/],
    ['edge-ham-012', 'attention', /^Runs another configuration/],
    ['lab-ber-001', 'attention', /^No configuration: ambiguous/],
    ['k8s-node-fra-002', 'progressing', /^Configuration 607f7dc1 was offered/],
    ['edge-ber-001', 'ok', /^Runs the configuration that Git declares/],
  ])('of %s is %s', (host, tone, text) => {
    const cause = causeOf(agent(host));
    expect(cause.tone).toBe(tone);
    expect(cause.text).toMatch(text);
  });

  it('puts a failed configuration before being offline, and that before bad health', () => {
    const failed = agent('gw-fra-003');
    failed.connection = { online: false, cause: 'network' };
    expect(causeOf(failed).tone).toBe('failed');
    const sick = agent('win-ber-009');
    sick.connection = { online: false, cause: 'replica_stopped' };
    expect(causeOf(sick)).toMatchObject({
      tone: 'offline',
      text: 'Offline: the replica of the server was stopped',
    });
  });

  it('says that nothing is managed when that is all there is to say', () => {
    expect(causeOf(agent('updater-fra-001')).tone).toBe('unknown');
  });
});

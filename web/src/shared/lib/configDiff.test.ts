import { describe, expect, it } from 'vitest';
import { effectiveConfig, offeredConfig } from '../../../test-support/fake-api/configs.mjs';
import { compareConfigs, sameScalar } from './configDiff';

const OFFER = offeredConfig('edge', 'ber');
const effective = (offer: string) => effectiveConfig(offer, 'some-id', 'host-1', '0.149.0');

describe('spelling of values', () => {
  it.each([
    ['none', 'None'],
    ['90s', '1m30s'],
    ['0s', '0s'],
    ['1.0', '1'],
    ['[REDACTED]', '[REDACTED:0a1b2c3d]'],
    ['deployment.environment.name', '[REDACTED:0a1b2c3d]'],
    [`127.0.0.1:${'$'}{env:PORT:-4317}`, '127.0.0.1:4317'],
    ['pa$$word', 'pa$word'],
  ])('%s means the same as %s', (left, right) => expect(sameScalar(left, right)).toBe(true));

  it.each([
    ['5s', '200ms'],
    ['Abc', 'abc'],
    ['1', 'true'],
    [`127.0.0.1:${'$'}{env:PORT}`, '0.0.0.0:4317'],
    ['[REDACTED:0a1b2c3d]', '[REDACTED:ffffffff]'],
  ])('%s differs from %s', (left, right) => expect(sameScalar(left, right)).toBe(false));
});

describe('the comparison of an offer with what a collector reports', () => {
  it('finds every value of the offer and counts what the collector adds', () => {
    const result = compareConfigs(OFFER, effective(OFFER));
    expect(result?.differences).toEqual([]);
    expect(result?.same).toBe(35);
    expect(result?.added).toBeGreaterThan(15);
    expect(result?.addedPipelines).toEqual([]);
  });

  it('names a value that differs and one that is missing', () => {
    const other = effective(OFFER)
      .replace('timeout: 5s', 'timeout: 200ms')
      .replace(/ +start_at: end\n/, '');
    const result = compareConfigs(OFFER, other);
    expect(result?.differences).toEqual([
      { path: 'processors.batch.timeout', offered: '5s', effective: '200ms' },
    ]);
    expect(result?.missing).toEqual(['receivers.filelog.start_at']);
  });

  it('does not call a pipeline that nobody offered an addition like others', () => {
    const other = effective(OFFER).replace(
      'pipelines:\n',
      'pipelines:\n        traces:\n            exporters:\n                - debug\n            receivers:\n                - otlp\n',
    );
    expect(compareConfigs(OFFER, other)?.addedPipelines).toEqual(['traces']);
  });

  it('takes names in another order for the same, but not fewer of them', () => {
    const offer = 'service:\n  extensions:\n    - a\n    - b\n';
    expect(compareConfigs(offer, 'service:\n  extensions: [b, opamp, a]')?.missing).toEqual([]);
    expect(compareConfigs(offer, 'service:\n  extensions: [opamp, a]')?.missing).toEqual([
      'service.extensions.b',
    ]);
  });

  it('marks only the lines that the collector added', () => {
    const result = compareConfigs(
      'b:\n  y: 1m30s\n  x: a',
      'b:\n    x: a\n    y: 90s\n    z: 1\na: {}',
    );
    expect(result?.left.map((line) => line.text)).toEqual(['b:', '  x: a', '  y: 1m30s']);
    expect(result?.right).toEqual([
      { text: 'a: {}', as: 'a: {}', extra: true },
      { text: 'b:', as: 'b:', extra: false },
      { text: '  x: a', as: '  x: a', extra: false },
      { text: '  y: 90s', as: '  y: 1m30s', extra: false },
      { text: '  z: 1', as: '  z: 1', extra: true },
    ]);
  });

  it('writes mappings in lists as YAML does', () => {
    const result = compareConfigs('a:\n- c: 1\n  b:\n  - x', 'a: []');
    expect(result?.left.map((line) => line.text)).toEqual([
      'a:',
      '  - b:',
      '      - x',
      '    c: 1',
    ]);
  });

  it('gives up on what is no YAML', () => {
    expect(compareConfigs(OFFER, '{"unclosed": [')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { parseYaml, YamlError, type YamlNode } from './yaml';

/** The tree as plain values, for short expectations. */
function plain(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.text;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries(node.entries.map(([key, child]) => [key, plain(child)]));
}
const read = (text: string) => plain(parseYaml(text));

describe('the YAML reader', () => {
  it('reads what a collector reports', () => {
    const text = `connectors: {}
exporters:
    otlp_http/backend:
        auth: null
        headers:
            authorization: "[REDACTED:5f1c09ab]"
processors:
    resource/site:
        attributes:
            - action: upsert
              key: site.name
              value: ber
            - action: delete
              key: b
service:
    extensions:
        - opamp
    telemetry:
        metrics:
            readers:
                - pull:
                    exporter:
                        prometheus:
                            port: 8888
`;
    expect(read(text)).toEqual({
      connectors: {},
      exporters: {
        'otlp_http/backend': {
          auth: 'null',
          headers: { authorization: '[REDACTED:5f1c09ab]' },
        },
      },
      processors: {
        'resource/site': {
          attributes: [
            { action: 'upsert', key: 'site.name', value: 'ber' },
            { action: 'delete', key: 'b' },
          ],
        },
      },
      service: {
        extensions: ['opamp'],
        telemetry: {
          metrics: { readers: [{ pull: { exporter: { prometheus: { port: '8888' } } } }] },
        },
      },
    });
  });

  it('reads lists at the column of their key, comments and quotes', () => {
    expect(read("a: # why\n- x # note\n- 'it''s'\n- \"tab\\tend\"\n'b c': \"d: # e\"")).toEqual({
      a: ['x', "it's", 'tab\tend'],
      'b c': 'd: # e',
    });
  });

  it('keeps addresses and times with colons in one piece', () => {
    expect(read('a: 0.0.0.0:4317\nb: https://x/y#z\nc:\n  - 12:30')).toEqual({
      a: '0.0.0.0:4317',
      b: 'https://x/y#z',
      c: ['12:30'],
    });
  });

  it('reads block scalars', () => {
    expect(read('a: |\n  one\n    two\n\n  three\nb: >-\n  x\n  y\nc: 1')).toEqual({
      a: 'one\n  two\n\nthree\n',
      b: 'x y',
      c: '1',
    });
  });

  it('reads collections on one line', () => {
    expect(read('a: [x, "y, z", {b: 1, c: [2]}]\nd: {e: http://h:1/p}\nf: []')).toEqual({
      a: ['x', 'y, z', { b: '1', c: ['2'] }],
      d: { e: 'http://h:1/p' },
      f: [],
    });
  });

  it('reads lists in lists and empty values', () => {
    expect(read('a:\n  - - 1\n    - 2\n  -\n    b: 3\nc:\nd: ~')).toEqual({
      a: [['1', '2'], { b: '3' }],
      c: 'null',
      d: 'null',
    });
  });

  it.each([
    ['a: 1\na: 2', 'the key a comes twice'],
    ['a: &x 1', 'anchors and tags'],
    ['a:\n\tb: 1', 'a tab'],
    ['a: "open', 'unfinished'],
    ['a: [1, 2', 'not readable'],
    ['a: [1,', 'not closed'],
    ['a: 1\n  b: 2', 'indented too far'],
    ['a: 1\n- b', 'more than one value|a key was expected'],
    [`${'['.repeat(200)}`, 'nested too deeply'],
  ])('refuses %j', (text, message) => {
    expect(() => parseYaml(text)).toThrow(YamlError);
    expect(() => parseYaml(text)).toThrow(new RegExp(message));
  });
});

import { expect, it } from 'vitest';
import { isSick, readHealth, statusWord } from './health';

it('putsSickComponentsFirstAndCallsTheirParentsSick', () => {
  const root = readHealth('collector', {
    healthy: true,
    components: {
      a: { healthy: true, status: 'StatusOK' },
      b: { healthy: true, components: { c: { healthy: false, lastError: 'refused' } } },
    },
  });
  expect(root.children.map((child) => child.name)).toEqual(['b', 'a']);
  expect(isSick(root)).toBe(true);
});

it('writesTheStatusForPeople', () => {
  const word = (value: object) => statusWord(readHealth('x', value));
  expect(word({ healthy: true, status: 'StatusOK' })).toBe('healthy');
  expect(word({ healthy: false, status: 'StatusRecoverableError' })).toBe('recoverable error');
  expect(word({ healthy: false })).toBe('unhealthy');
  expect(word({})).toBe('unknown');
});

it.each([null, 'text', 7, [], { components: 'none' }])('survives %j', (value) => {
  expect(readHealth('x', value)).toMatchObject({ name: 'x', children: [], lastError: '' });
});

it('stopsAtATreeThatIsTooDeep', () => {
  let tree: object = {};
  for (let index = 0; index < 1000; index += 1) tree = { components: { inner: tree } };
  let depth = 0;
  for (let node = readHealth('x', tree); node.children[0]; node = node.children[0]) depth += 1;
  expect(depth).toBe(20);
});

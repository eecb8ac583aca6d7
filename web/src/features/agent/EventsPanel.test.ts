import { expect, it } from 'vitest';
import { detailsOf } from './EventsPanel';

it('leavesOutDetailsThatAreEmptyOrSaidAlready', () => {
  const event = {
    at: '2026-11-30T14:00:00.000Z',
    type: 'config_failed',
    severity: 'error' as const,
    text: 'the configuration failed: exit code 1',
    details: { hash: 'abc', error: 'exit code 1', from: '', nothing: null, attempt: 2 },
  };
  expect(detailsOf(event)).toEqual([
    ['hash', 'abc'],
    ['attempt', '2'],
  ]);
});

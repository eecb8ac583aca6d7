import { expect, it } from 'vitest';
import { EventStreamParser } from './parser';

const STREAM =
  ': hello\n\nevent: agent.updated\ndata: {"id":"1"}\n\n: ping\n\nevent: resync\r\ndata: {}\r\n\r\ndata: a\ndata:b\n\n';
const EXPECTED = [
  { event: 'agent.updated', data: '{"id":"1"}' },
  { event: 'resync', data: '{}' },
  { event: 'message', data: 'a\nb' },
];

it.each([1, 2, 3, 7, 1000])('readsTheSameInPiecesOf %i', (size) => {
  const parser = new EventStreamParser();
  const messages = [];
  for (let at = 0; at < STREAM.length; at += size) {
    messages.push(...parser.push(STREAM.slice(at, at + size)));
  }
  expect(messages).toEqual(EXPECTED);
});

it('refusesALineWithoutEnd', () => {
  const parser = new EventStreamParser();
  expect(() => parser.push('x'.repeat(70_000))).toThrow('too long');
});

it('refusesAnEventWithoutEnd', () => {
  const parser = new EventStreamParser();
  expect(() => parser.push(`data: ${'x'.repeat(1000)}\n`.repeat(100))).toThrow('too long');
});

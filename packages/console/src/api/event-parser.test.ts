import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventParser, type StreamEvent } from './event-parser.ts';

const read = (pieces: readonly string[]): StreamEvent[] => {
  const events: StreamEvent[] = [];
  const feed = createEventParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
};

const STREAM =
  ': hello\n\nid: 7\nevent: reply\ndata: {"text":\ndata: "好"}\n\nretry: 10\n\nid: 8\r\nevent: reading\r\ndata: {}\r\n\r\n';
const EXPECTED = [
  { id: '7', name: 'reply', data: '{"text":\n"好"}' },
  { id: '8', name: 'reading', data: '{}' },
];

test('names, ids and several data lines', () => {
  expect(read([STREAM])).toEqual(EXPECTED);
});

test('an event without a name is a message, and keeps the last id', () => {
  expect(read(['id: 1\ndata: a\n\ndata: b\n\n'])).toEqual([
    { id: '1', name: 'message', data: 'a' },
    { id: '1', name: 'message', data: 'b' },
  ]);
});

test('an unfinished event is not given out', () => {
  expect(read(['data: half\n'])).toEqual([]);
});

test('the cut of the pieces makes no difference', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: STREAM.length }), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
      const pieces = places.slice(1).map((end, index) => STREAM.slice(places[index], end));
      expect(read(pieces)).toEqual(EXPECTED);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEventStream } from './event-parser.ts';

const STREAM =
  'retry: 2000\n\n: still here\n\nid: 7\nevent: reply\ndata: {"text":"你好🙂"}\n\nevent: x\r\ndata:a\r\ndata: b\r\n\r\n';

test('however the bytes are cut, the events are the same', async () => {
  const bytes = new TextEncoder().encode(STREAM);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), async (cuts) => {
      const places = [0, ...cuts.sort((left, right) => left - right), bytes.length];
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let index = 1; index < places.length; index += 1) {
            controller.enqueue(bytes.slice(places[index - 1], places[index]));
          }
          controller.close();
        },
      });
      const events = [];
      for await (const event of parseEventStream(body)) events.push(event);
      expect(events).toEqual([
        { id: '7', event: 'reply', data: '{"text":"你好🙂"}' },
        { id: '', event: 'x', data: 'a\nb' },
      ]);
    }),
    { numRuns: 200 },
  );
});

import { expect, test } from 'vitest';
import { createReading } from './reading.ts';

const HEAD = { name: 'open', help: 'Open ones.', labels: [] };

test('is read when the page is made', async () => {
  let open = 2;
  const reading = createReading(HEAD, 'gauge', () => [[open]]);
  open = 3;
  expect(await reading.lines()).toEqual(['# HELP open Open ones.', '# TYPE open gauge', 'open 3']);
});

test('what cannot be read is left out and spoils nothing else', async () => {
  const reading = createReading(HEAD, 'gauge', () => Promise.reject(new Error('no store')));
  expect(await reading.lines()).toEqual([]);
});

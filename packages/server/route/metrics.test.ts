import { expect, test } from 'vitest';
import { startFake } from '../testing/start-fake.ts';

test('metrics are served in the form that Prometheus scrapes', async () => {
  const { ask } = await startFake();
  const answer = await ask('/metrics');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await answer.text()).toContain('hermes_turns_total{agent="echo"} 3\n');
});

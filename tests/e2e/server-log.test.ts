import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '@hermes-agent/server';
import { expect, test } from 'vitest';
import { openHouse } from './house.ts';

test('what fails inside the server is in the log of the house', async () => {
  const house = await openHouse();
  const broken = { ...house.hermes, attention: () => Promise.reject(new Error('a fault for this test')) };
  const server = await startServer({ hermes: broken, port: 0 });
  try {
    expect((await fetch(`${server.url}/attention`)).status).toBe(500);
    const log = readFileSync(join(house.dataDir, 'hermes.log'), 'utf8');
    expect(log).toContain('A request failed');
    expect(log).toContain('a fault for this test');
  } finally {
    await server.stop();
    await house.stop();
  }
});

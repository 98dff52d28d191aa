import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startPrivateRedis } from './private-redis.ts';

const say = async (url: string, command: string): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    socket.write(`${command}\r\n`);
    return String((await once(socket, 'data'))[0]);
  } finally {
    socket.destroy();
  }
};

test('a private Redis keeps what it acknowledged over a crash, and evicts nothing', async ({ skip }) => {
  const redis = await startPrivateRedis();
  if (redis === null) return skip('there is no Redis here');
  try {
    expect(new URL(redis.url).port).not.toBe('6379');
    expect(await say(redis.url, 'CONFIG GET appendfsync')).toContain('always');
    expect(await say(redis.url, 'CONFIG GET maxmemory-policy')).toContain('noeviction');
    expect(await say(redis.url, 'SET account 7')).toContain('+OK');
    await redis.restart();
    expect(await say(redis.url, 'GET account')).toContain('7');
  } finally {
    await redis.stop();
  }
  await expect(say(redis.url, 'PING')).rejects.toThrow(/ECONNREFUSED/);
}, 60_000);

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type OpenStoreUnderTest, openEach } from './opened.ts';

export function hintConformance(openStore: OpenStoreUnderTest): void {
  describe('hints', () => {
    const open = openEach(openStore);

    /** Waits until `heard` holds `count` hints, at most two seconds. */
    const until = async (heard: readonly string[], count: number): Promise<void> => {
      for (let tries = 0; tries < 200 && heard.length < count; tries += 1) await pause(10);
    };

    test('reach every listener of the channel and no other', async () => {
      const { store } = await open();
      const heard: string[] = [];
      await store.listen('requests', (payload) => heard.push(`first ${payload}`));
      await store.listen('requests', (payload) => heard.push(`second ${payload}`));
      await store.listen('Requests "quoted"', (payload) => heard.push(`other ${payload}`));
      await store.notify('requests', '一');
      await until(heard, 2);
      await store.notify('Requests "quoted"', '');
      await until(heard, 3);
      expect(heard).toEqual(['first 一', 'second 一', 'other ']);
    });

    test('no longer reach a listener that stopped', async () => {
      const { store } = await open();
      const heard: string[] = [];
      const stop = await store.listen('a', (payload) => heard.push(`stopped ${payload}`));
      await stop();
      await stop();
      await store.listen('b', (payload) => heard.push(`b ${payload}`));
      await store.notify('a', '1');
      await store.notify('b', '2');
      await until(heard, 1);
      await store.listen('a', (payload) => heard.push(`again ${payload}`));
      await store.notify('a', '3');
      await until(heard, 2);
      expect(heard).toEqual(['b 2', 'again 3']);
    });

    test('carry at most 2 kB on a channel of at most 63 bytes', async () => {
      const { store } = await open();
      await expect(store.notify('a', 'x'.repeat(2_049))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      await expect(store.notify('界'.repeat(22), '')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      await expect(store.listen('', () => {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      await store.notify('a', 'x'.repeat(2_048));
    });
  });
}

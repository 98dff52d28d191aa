import { verifies } from '@hermes-agent/testkit';
import { freshDatabase } from '@hermes-agent/testkit/services';
import { expect, inject, test } from 'vitest';
import { keysOf, openHouse } from './house.ts';
import { readMailbox } from './mailbox.ts';

const postgresUrl = inject('postgresUrl');

test.skipIf(postgresUrl === null)(
  'the same agent folder runs on PostgreSQL by configuration alone, with its worker in another runtime',
  async () => {
    verifies('M2', 'M10');
    const database = await freshDatabase(postgresUrl!);
    const front = await openHouse({ storeUrl: database.url, worker: false });
    const back = await openHouse({
      storeUrl: database.url,
      dataDir: front.dataDir,
      demos: false,
      sessions: false,
      environment: front.hermes.demoEnvironment(),
    });
    try {
      const talk = await front.talkTo('office-reports');
      await talk.say('把上个月的销售报告发给李总监');
      const done = await talk.say('是');
      expect(keysOf(done).at(-1)).toBe('report_sent');
      expect(await readMailbox(front.hermes)).toHaveLength(1);
      const returns = await front.talkTo('after-sales');
      const answered = await returns.say('ORD-87654321 到哪了');
      expect(keysOf(answered).at(-1)).toBe('logistics_found');
    } finally {
      await back.stop(true);
      await front.stop();
      await database.drop();
    }
  },
);

import { storeConformance } from '@hermes-agent/store/conformance';
import { freshDatabase } from '@hermes-agent/testkit/services';
import { describe, inject } from 'vitest';
import { openPostgres } from './open-postgres.ts';

const url = inject('postgresUrl');

describe.skipIf(url === null)('with a server', () => {
  storeConformance('PostgreSQL', async (limits) => {
    const database = await freshDatabase(url!);
    const store = await openPostgres({ url: database.url, ...limits });
    return {
      store,
      url: database.url,
      async dispose() {
        await store.close();
        await database.drop();
      },
    };
  });
});

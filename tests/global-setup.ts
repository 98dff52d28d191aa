import { startPrivatePostgres } from '@hermes-agent/testkit/services';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a PostgreSQL that tests may make databases on; null where there is none, and its tests are skipped. */
    postgresUrl: string | null;
  }
}

/** Starts one private PostgreSQL for the whole run, and ends it after. `HERMES_TEST_POSTGRES_URL` names another. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.HERMES_TEST_POSTGRES_URL;
  const postgres = given === undefined || given === '' ? await startPrivatePostgres() : null;
  project.provide('postgresUrl', given || (postgres?.url ?? null));
  if (!given && postgres === null) {
    // Where the machine is ours, a silent skip would pass for a proof.
    if (process.env.CI === 'true') throw new Error('CI has no PostgreSQL: its tests must not be skipped');
    process.stderr.write(
      'No PostgreSQL here: its tests are skipped. To run them:\n' +
        '  docker compose -f tests/compose.yaml up -d --wait\n' +
        '  HERMES_TEST_POSTGRES_URL=postgres://hermes:hermes@127.0.0.1:54320/postgres npm test\n',
    );
  }
  return async () => {
    await postgres?.stop();
  };
}

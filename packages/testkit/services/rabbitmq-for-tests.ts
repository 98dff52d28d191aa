import { startPrivateRabbitmq } from './private-rabbitmq.ts';
import type { PrivateServer } from './private-server.ts';

/** A broker that tests may fill. `restart` is null when it belongs to somebody else. */
export interface RabbitmqForTests extends Pick<PrivateServer, 'url' | 'stop'> {
  readonly restart: PrivateServer['restart'] | null;
}

/**
 * The broker that `HERMES_TEST_RABBITMQ_URL` names, else a private one that the caller has to stop. Null, with a
 * word on standard error, where there is neither: such tests are skipped.
 */
export async function rabbitmqForTests(): Promise<RabbitmqForTests | null> {
  const url = process.env.HERMES_TEST_RABBITMQ_URL;
  if (url !== undefined && url !== '') return { url, restart: null, stop: async () => {} };
  const broker = await startPrivateRabbitmq();
  if (broker === null) {
    process.stderr.write(
      'No RabbitMQ here: its tests are skipped. To run them:\n' +
        '  docker compose -f tests/compose.yaml up -d --wait\n' +
        '  HERMES_TEST_RABBITMQ_URL=amqp://hermes:hermes@127.0.0.1:56720/hermes npm test\n',
    );
  }
  return broker;
}

export { ensureChromium } from './chromium.ts';
export { freePort } from './free-port.ts';
export { type FreshDatabase, freshDatabase } from './fresh-database.ts';
export { type PrivatePostgresOptions, startPrivatePostgres } from './private-postgres.ts';
export { startPrivateRabbitmq } from './private-rabbitmq.ts';
export type { PrivateServer } from './private-server.ts';
export { type RabbitmqForTests, rabbitmqForTests } from './rabbitmq-for-tests.ts';
export { ensureSpin } from './spin.ts';

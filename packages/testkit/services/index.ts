export { ensureChromium } from './chromium.ts';
export { freePort } from './free-port.ts';
export { type FreshDatabase, freshDatabase } from './fresh-database.ts';
export {
  type PrivatePostgres,
  type PrivatePostgresOptions,
  startPrivatePostgres,
} from './private-postgres.ts';

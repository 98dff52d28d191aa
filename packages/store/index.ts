export { type OpenStoreOptions, openStore } from './open-store.ts';
export {
  type Dialect,
  type Migration,
  type Queries,
  type Row,
  type SqlValue,
  type Store,
  toJson,
} from './port.ts';
export { openPostgres, type PostgresOptions } from './postgres/open-postgres.ts';
export { openSqlite, type SqliteOptions } from './sqlite/open-sqlite.ts';
export { createTurnstile, type Turnstile } from './turnstile.ts';

export {
  type Dialect,
  type Migration,
  type Queries,
  type Row,
  type SqlValue,
  type Store,
  toJson,
} from './port.ts';
export { openSqlite, type SqliteOptions } from './sqlite/open-sqlite.ts';
export { createTurnstile, type Turnstile } from './turnstile.ts';

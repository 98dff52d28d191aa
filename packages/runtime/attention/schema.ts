import type { Migration } from '@hermes-agent/store';

const table = (sequence: string, integer: string): string => `
CREATE TABLE settlement (
  entry ${sequence}, at ${integer} NOT NULL, tenant TEXT NOT NULL, by_whom TEXT NOT NULL,
  request_id TEXT NOT NULL, step TEXT NOT NULL, resolution TEXT NOT NULL, result TEXT NOT NULL, note TEXT NOT NULL);
CREATE INDEX settlement_of_tenant ON settlement (tenant, entry);
`;

/** Who decided what about which request: never changed, never removed. */
export const SETTLEMENT_MIGRATIONS: readonly Migration[] = [
  {
    name: 'settlements',
    sqlite: `${table('INTEGER PRIMARY KEY AUTOINCREMENT', 'INTEGER')}
      CREATE TRIGGER settlement_update BEFORE UPDATE ON settlement
      BEGIN SELECT RAISE(ABORT, 'settlements are append-only'); END;
      CREATE TRIGGER settlement_delete BEFORE DELETE ON settlement
      BEGIN SELECT RAISE(ABORT, 'settlements are append-only'); END;
    `,
    postgres: `${table('BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', 'BIGINT')}
      CREATE FUNCTION settlement_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'settlements are append-only' USING ERRCODE = 'integrity_constraint_violation';
      END $$;
      CREATE TRIGGER settlement_row BEFORE UPDATE OR DELETE ON settlement FOR EACH ROW
      EXECUTE FUNCTION settlement_refuse();
      CREATE TRIGGER settlement_truncate BEFORE TRUNCATE ON settlement EXECUTE FUNCTION settlement_refuse();
    `,
  },
];

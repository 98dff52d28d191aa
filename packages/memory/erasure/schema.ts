import type { Migration } from '@hermes-agent/store';

/** What was forgotten, when and why: pseudonyms and field names, never a value. Append-only. */
export const auditSchema: Migration = {
  name: 'audit',
  sqlite: `
    CREATE TABLE memory_audit (
      entry INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, action TEXT NOT NULL,
      tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL,
      reason TEXT NOT NULL, versions INTEGER NOT NULL);
    CREATE INDEX memory_audit_field ON memory_audit (tenant, domain, subject, field, at_ms);
    CREATE TRIGGER memory_audit_update BEFORE UPDATE ON memory_audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER memory_audit_delete BEFORE DELETE ON memory_audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  `,
  postgres: `
    CREATE TABLE memory_audit (
      entry BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at_ms BIGINT NOT NULL, action TEXT NOT NULL,
      tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL,
      reason TEXT NOT NULL, versions INTEGER NOT NULL);
    CREATE INDEX memory_audit_field ON memory_audit (tenant, domain, subject, field, at_ms);
    CREATE FUNCTION memory_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE TRIGGER memory_audit_row BEFORE UPDATE OR DELETE ON memory_audit FOR EACH ROW
    EXECUTE FUNCTION memory_audit_refuse();
    CREATE TRIGGER memory_audit_truncate BEFORE TRUNCATE ON memory_audit
    EXECUTE FUNCTION memory_audit_refuse();
  `,
};

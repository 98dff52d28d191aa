import type { Migration } from '@hermes-agent/store';

/**
 * `profile_keybag` holds the sealed data key of one (tenant, domain, subject); `profile_salt` one salt a field, and
 * removing it shreds the field; `profile_version` every value ever written, append-only. Its `sealed` is null for
 * a removal and after an erasure (`erased_ms`). A restored version has its own `source` and `at_ms`, and of the old
 * one the `origin` (the source it was sealed for) and `kept_from_ms` (from when its retention counts).
 */
export const profileSchema: Migration = {
  name: 'profile',
  sqlite: `
    CREATE TABLE profile_index_check (id INTEGER PRIMARY KEY CHECK (id = 1), digest TEXT NOT NULL);
    CREATE TABLE profile_keybag (
      tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL,
      data_key_id TEXT NOT NULL, key_id TEXT NOT NULL, sealed BLOB NOT NULL,
      PRIMARY KEY (tenant, domain, subject)) WITHOUT ROWID;
    CREATE TABLE profile_salt (
      tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL,
      salt BLOB NOT NULL,
      PRIMARY KEY (tenant, domain, subject, field)) WITHOUT ROWID;
    CREATE TABLE profile_version (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL,
      source TEXT NOT NULL, origin TEXT NOT NULL, at_ms INTEGER NOT NULL, kept_from_ms INTEGER NOT NULL,
      data_key_id TEXT, sealed BLOB, erased_ms INTEGER,
      UNIQUE (tenant, domain, subject, field, source));
    CREATE INDEX profile_version_latest ON profile_version (tenant, domain, subject, field, seq);
    CREATE TRIGGER profile_version_update BEFORE UPDATE ON profile_version
    WHEN NEW.sealed IS NOT NULL OR NEW.erased_ms IS NULL OR OLD.erased_ms IS NOT NULL
      OR NEW.seq <> OLD.seq OR NEW.tenant <> OLD.tenant OR NEW.domain <> OLD.domain
      OR NEW.subject <> OLD.subject OR NEW.field <> OLD.field OR NEW.source <> OLD.source
      OR NEW.origin <> OLD.origin OR NEW.at_ms <> OLD.at_ms
      OR NEW.kept_from_ms <> OLD.kept_from_ms OR NEW.data_key_id IS NOT OLD.data_key_id
    BEGIN SELECT RAISE(ABORT, 'a profile version is never changed, only erased'); END;
    CREATE TRIGGER profile_version_delete BEFORE DELETE ON profile_version
    BEGIN SELECT RAISE(ABORT, 'a profile version is never deleted, only erased'); END;
  `,
  postgres: `
    CREATE TABLE profile_index_check (id INTEGER PRIMARY KEY CHECK (id = 1), digest TEXT NOT NULL);
    CREATE TABLE profile_keybag (
      tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL,
      data_key_id TEXT NOT NULL, key_id TEXT NOT NULL, sealed BYTEA NOT NULL,
      PRIMARY KEY (tenant, domain, subject));
    CREATE TABLE profile_salt (
      tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL,
      salt BYTEA NOT NULL,
      PRIMARY KEY (tenant, domain, subject, field));
    CREATE TABLE profile_version (
      seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      tenant TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL,
      source TEXT NOT NULL, origin TEXT NOT NULL, at_ms BIGINT NOT NULL, kept_from_ms BIGINT NOT NULL,
      data_key_id TEXT, sealed BYTEA, erased_ms BIGINT,
      UNIQUE (tenant, domain, subject, field, source));
    CREATE INDEX profile_version_latest ON profile_version (tenant, domain, subject, field, seq);
    CREATE FUNCTION profile_version_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a profile version is never changed or deleted, only erased'
        USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE TRIGGER profile_version_update BEFORE UPDATE ON profile_version FOR EACH ROW
    WHEN (NEW.sealed IS NOT NULL OR NEW.erased_ms IS NULL OR OLD.erased_ms IS NOT NULL
      OR (NEW.seq, NEW.tenant, NEW.domain, NEW.subject, NEW.field, NEW.source, NEW.origin, NEW.at_ms,
          NEW.kept_from_ms, NEW.data_key_id)
        IS DISTINCT FROM
        (OLD.seq, OLD.tenant, OLD.domain, OLD.subject, OLD.field, OLD.source, OLD.origin, OLD.at_ms,
          OLD.kept_from_ms, OLD.data_key_id))
    EXECUTE FUNCTION profile_version_refuse();
    CREATE TRIGGER profile_version_delete BEFORE DELETE ON profile_version FOR EACH ROW
    EXECUTE FUNCTION profile_version_refuse();
    CREATE TRIGGER profile_version_truncate BEFORE TRUNCATE ON profile_version
    EXECUTE FUNCTION profile_version_refuse();
  `,
};

CREATE TABLE "change_seal" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"changes" integer NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "covered_table" (
	"name" text PRIMARY KEY NOT NULL,
	"columns" text NOT NULL,
	"arguments" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"seal_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"act" text NOT NULL,
	"owners" text[] NOT NULL,
	"rows" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_checkpoint" ADD COLUMN "root" text;--> statement-breakpoint
ALTER TABLE "audit_checkpoint" ADD COLUMN "seals" jsonb;--> statement-breakpoint
CREATE INDEX "change_seal_at" ON "change_seal" USING btree ("at");--> statement-breakpoint
CREATE INDEX "data_change_seal" ON "data_change" USING btree ("seal_id");--> statement-breakpoint
CREATE INDEX "data_change_table" ON "data_change" USING btree ("table_name","id");--> statement-breakpoint
CREATE INDEX "data_change_owner" ON "data_change" USING gin ("owners");--> statement-breakpoint
CREATE SEQUENCE change_seal_number;
--> statement-breakpoint
-- A row as it is recorded: of some columns alone (only), and of columns that are secret (hidden) their SHA-256.
CREATE FUNCTION recorded_row(image jsonb, only_columns text[], hidden text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN cardinality(only_columns) > 0 THEN (SELECT jsonb_object_agg(name, image -> name) FROM unnest(only_columns) name)
    WHEN cardinality(hidden) > 0 THEN image || (SELECT jsonb_object_agg(
      name, CASE WHEN image ->> name IS NULL THEN NULL ELSE encode(sha256(convert_to(image ->> name, 'UTF8')), 'hex') END)
      FROM unnest(hidden) name)
    ELSE image END
$$;
--> statement-breakpoint
-- The number of this transaction's seal. While it is open, checkpoints wait: none passes over a seal that comes later.
CREATE FUNCTION seal_of_transaction() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  known text := current_setting('fundesk.seal', true);
BEGIN
  IF known IS NULL OR known = '' THEN
    PERFORM pg_advisory_xact_lock_shared(-3);
    known := set_config('fundesk.seal', nextval('change_seal_number')::text, true);
  END IF;
  RETURN known::bigint;
END $$;
--> statement-breakpoint
-- Records what a statement made of a covered table: its column of owners, columns, secret columns (each with commas).
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public SET timezone = 'UTC' AS $$
DECLARE
  only_columns text[] := string_to_array(TG_ARGV[1], ',');
  hidden text[] := string_to_array(TG_ARGV[2], ',');
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- A statement that leaves a row as it was is no change of it.
    INSERT INTO data_change (seal_id, table_name, act, owners, rows, hash)
    SELECT seal_of_transaction(), TG_TABLE_NAME, '~', part.owners, part.lines, encode(sha256(convert_to(part.lines, 'UTF8')), 'hex')
    FROM (SELECT array_agg(DISTINCT image ->> TG_ARGV[0]) AS owners, string_agg(image::text, E'\n') AS lines
      FROM (SELECT image, row_number() OVER () / 1000 AS thousand FROM (
        SELECT recorded_row(to_jsonb(n), only_columns, hidden) AS image FROM new_rows n
        EXCEPT SELECT recorded_row(to_jsonb(o), only_columns, hidden) FROM old_rows o) changed) numbered
      GROUP BY thousand) part;
  ELSE
    INSERT INTO data_change (seal_id, table_name, act, owners, rows, hash)
    SELECT seal_of_transaction(), TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN '+' ELSE '-' END,
      part.owners, part.lines, encode(sha256(convert_to(part.lines, 'UTF8')), 'hex')
    FROM (SELECT array_agg(DISTINCT image ->> TG_ARGV[0]) AS owners, string_agg(image::text, E'\n') AS lines
      FROM (SELECT recorded_row(to_jsonb(r), only_columns, hidden) AS image, row_number() OVER () / 1000 AS thousand
        FROM written r) numbered
      GROUP BY thousand) part;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Covers a table: its triggers, and all its rows once, and again when it has other columns.
CREATE FUNCTION cover_table(covered text, owner_column text, only_columns text, hidden text) RETURNS void
LANGUAGE plpgsql SET search_path = public SET timezone = 'UTC' AS $$
DECLARE
  made text := concat_ws(';', owner_column, only_columns, hidden);
  shape text := (SELECT string_agg(attname || ' ' || atttypid::regtype, ',' ORDER BY attname)
    FROM pg_attribute WHERE attrelid = covered::regclass AND attnum > 0 AND NOT attisdropped);
  before covered_table;
  what text := format('%L, %L, %L', owner_column, only_columns, hidden);
BEGIN
  SELECT * INTO before FROM covered_table WHERE name = covered;
  IF before.arguments IS DISTINCT FROM made THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER recorded_added AFTER INSERT ON %I REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION record_change(%s)', covered, what);
    EXECUTE format('CREATE OR REPLACE TRIGGER recorded_changed AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION record_change(%s)', covered, what);
    EXECUTE format('CREATE OR REPLACE TRIGGER recorded_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION record_change(%s)', covered, what);
  ELSIF before.columns = shape THEN
    RETURN;
  END IF;
  EXECUTE format($sql$
    INSERT INTO data_change (seal_id, table_name, act, owners, rows, hash)
    SELECT seal_of_transaction(), %L, '=', part.owners, part.lines, encode(sha256(convert_to(part.lines, 'UTF8')), 'hex')
    FROM (SELECT array_agg(DISTINCT image ->> %L) AS owners, string_agg(image::text, E'\n') AS lines
      FROM (SELECT recorded_row(to_jsonb(r), string_to_array(%L, ','), string_to_array(%L, ',')) AS image,
        row_number() OVER () / 1000 AS thousand FROM %I r) numbered
      GROUP BY thousand) part $sql$, covered, owner_column, only_columns, hidden, covered);
  INSERT INTO covered_table VALUES (covered, shape, made)
    ON CONFLICT (name) DO UPDATE SET columns = excluded.columns, arguments = excluded.arguments;
END $$;
--> statement-breakpoint
CREATE TRIGGER data_change_immutable BEFORE UPDATE OR DELETE ON data_change
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER data_change_no_truncate BEFORE TRUNCATE ON data_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER change_seal_immutable BEFORE UPDATE OR DELETE ON change_seal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER change_seal_no_truncate BEFORE TRUNCATE ON change_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fundesk_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON data_change, covered_table FROM fundesk_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON change_seal FROM fundesk_app;
  END IF;
END $$;

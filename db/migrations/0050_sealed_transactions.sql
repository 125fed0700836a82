-- The default comes second: rows from before stay without a transaction, and nothing is rewritten.
ALTER TABLE "change_seal" ADD COLUMN "xact" "xid8";--> statement-breakpoint
ALTER TABLE "change_seal" ALTER COLUMN "xact" SET DEFAULT pg_current_xact_id();--> statement-breakpoint
ALTER TABLE "data_change" ADD COLUMN "xact" "xid8";--> statement-breakpoint
ALTER TABLE "data_change" ALTER COLUMN "xact" SET DEFAULT pg_current_xact_id();
--> statement-breakpoint
-- The number of this transaction's seal. A number that an earlier transaction of the connection set is not used again.
CREATE OR REPLACE FUNCTION seal_of_transaction() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  known text := current_setting('fundesk.seal', true);
  own text := pg_current_xact_id()::text;
BEGIN
  IF known IS NULL OR known = '' OR current_setting('fundesk.seal_xact', true) IS DISTINCT FROM own THEN
    PERFORM pg_advisory_xact_lock_shared(-3);
    known := set_config('fundesk.seal', nextval('change_seal_number')::text, true);
    PERFORM set_config('fundesk.seal_xact', own, true);
  END IF;
  RETURN known::bigint;
END $$;
--> statement-breakpoint
-- Adds a record that is not of a row, such as the request that a transaction worked for, and returns it for the seal.
-- A transaction without changes has none.
CREATE FUNCTION record_note(about text, note text) RETURNS SETOF data_change
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF note IS NULL OR about NOT IN ('request', 'release', 'restore') OR
    coalesce(current_setting('fundesk.seal_xact', true), '') IS DISTINCT FROM pg_current_xact_id_if_assigned()::text THEN
    RETURN;
  END IF;
  RETURN QUERY INSERT INTO data_change (seal_id, table_name, act, owners, rows, hash)
    VALUES (seal_of_transaction(), about, '+', '{}', note, encode(sha256(convert_to(note, 'UTF8')), 'hex'))
    RETURNING *;
END $$;

--> statement-breakpoint
-- As before, and triggers that are missing, or do not fire, are put back. What was written meanwhile is found by the rows.
CREATE OR REPLACE FUNCTION cover_table(covered text, owner_column text, only_columns text, hidden text) RETURNS void
LANGUAGE plpgsql SET search_path = public SET timezone = 'UTC' AS $$
DECLARE
  made text := concat_ws(';', owner_column, only_columns, hidden);
  shape text := (SELECT string_agg(attname || ' ' || atttypid::regtype, ',' ORDER BY attname)
    FROM pg_attribute WHERE attrelid = covered::regclass AND attnum > 0 AND NOT attisdropped);
  firing integer := (SELECT count(*) FROM pg_trigger WHERE tgrelid = covered::regclass
    AND tgname IN ('recorded_added', 'recorded_changed', 'recorded_removed')
    AND tgfoid = 'record_change()'::regprocedure AND tgenabled = 'O');
  before covered_table;
  what text := format('%L, %L, %L', owner_column, only_columns, hidden);
BEGIN
  SELECT * INTO before FROM covered_table WHERE name = covered;
  IF before.arguments IS DISTINCT FROM made OR firing < 3 THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER recorded_added AFTER INSERT ON %I REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION record_change(%s)', covered, what);
    EXECUTE format('CREATE OR REPLACE TRIGGER recorded_changed AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION record_change(%s)', covered, what);
    EXECUTE format('CREATE OR REPLACE TRIGGER recorded_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION record_change(%s)', covered, what);
  END IF;
  IF before.arguments = made AND before.columns = shape THEN
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

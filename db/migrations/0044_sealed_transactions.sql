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
  IF note IS NULL OR about NOT IN ('request', 'release') OR
    coalesce(current_setting('fundesk.seal_xact', true), '') IS DISTINCT FROM pg_current_xact_id_if_assigned()::text THEN
    RETURN;
  END IF;
  RETURN QUERY INSERT INTO data_change (seal_id, table_name, act, owners, rows, hash)
    VALUES (seal_of_transaction(), about, '+', '{}', note, encode(sha256(convert_to(note, 'UTF8')), 'hex'))
    RETURNING *;
END $$;

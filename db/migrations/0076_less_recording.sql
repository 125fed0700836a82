-- As before, and of a table of which nothing is hidden a row is its own image: a call of a function for each row took half
-- of the time that recording takes.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public SET timezone = 'UTC' AS $$
DECLARE
  only_columns text[] := string_to_array(TG_ARGV[1], ',');
  hidden text[] := string_to_array(TG_ARGV[2], ',');
  whole boolean := coalesce(cardinality(only_columns), 0) = 0 AND coalesce(cardinality(hidden), 0) = 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- A statement that leaves a row as it was is no change of it.
    INSERT INTO data_change (seal_id, table_name, act, owners, rows, hash)
    WITH later AS MATERIALIZED (SELECT CASE WHEN whole THEN to_jsonb(n) ELSE recorded_row(to_jsonb(n), only_columns, hidden) END AS image FROM new_rows n),
      earlier AS MATERIALIZED (SELECT CASE WHEN whole THEN to_jsonb(o) ELSE recorded_row(to_jsonb(o), only_columns, hidden) END AS image FROM old_rows o),
      found AS (SELECT concat_ws(' ', '~', count(*), encode(sha256(convert_to(string_agg(digest, E'\n' ORDER BY digest COLLATE "C"), 'UTF8')), 'base64')) AS act
        FROM (SELECT encode(sha256(convert_to(image::text, 'UTF8')), 'base64') AS digest
          FROM (SELECT image FROM earlier EXCEPT SELECT image FROM later) gone) digests)
    SELECT seal_of_transaction(), TG_TABLE_NAME, found.act, part.owners, part.lines, encode(sha256(convert_to(part.lines, 'UTF8')), 'hex')
    FROM found, (SELECT array_agg(DISTINCT image ->> TG_ARGV[0]) AS owners, string_agg(image::text, E'\n') AS lines
      FROM (SELECT image, row_number() OVER () / 1000 AS thousand FROM (
        SELECT image FROM later EXCEPT SELECT image FROM earlier) changed) numbered
      GROUP BY thousand) part;
  ELSE
    INSERT INTO data_change (seal_id, table_name, act, owners, rows, hash)
    SELECT seal_of_transaction(), TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN '+' ELSE '-' END,
      part.owners, part.lines, encode(sha256(convert_to(part.lines, 'UTF8')), 'hex')
    FROM (SELECT array_agg(DISTINCT image ->> TG_ARGV[0]) AS owners, string_agg(image::text, E'\n') AS lines
      FROM (SELECT CASE WHEN whole THEN to_jsonb(r) ELSE recorded_row(to_jsonb(r), only_columns, hidden) END AS image,
        row_number() OVER () / 1000 AS thousand FROM written r) numbered
      GROUP BY thousand) part;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As before, and a control with the prices of the one whose place it takes moves none: one that was repeated, and one in
-- which a second source was judged again.
CREATE OR REPLACE FUNCTION prices_of_current() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before bigint[] := '{}';
BEGIN
  IF EXISTS (SELECT FROM workflow_instance WHERE object_id = NEW.id AND status = 'CANCELLED') THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN before := array_remove(ARRAY[OLD.current_control_id], NULL); END IF;
  IF cardinality(before) > 0 AND have_same_prices(OLD.current_control_id, NEW.current_control_id) THEN
    INSERT INTO control_currency (control_id, currency, market_value)
    SELECT control_id, quotation_currency, sum(market_value) FROM inventory_line
    WHERE control_id = NEW.current_control_id GROUP BY 1, 2 ON CONFLICT DO NOTHING;
    RETURN NULL;
  END IF;
  PERFORM move_prices(before, array_remove(ARRAY[NEW.current_control_id], NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION have_same_prices(one bigint, other bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH first AS (
    SELECT row, isin, currency, price_date, price, name, type, exposure FROM price_line WHERE control_id = one
  ), second AS (
    SELECT row, isin, currency, price_date, price, name, type, exposure FROM price_line WHERE control_id = other
  )
  SELECT (SELECT count(*) FROM first) = (SELECT count(*) FROM second)
    AND NOT EXISTS (SELECT * FROM first EXCEPT SELECT * FROM second)
    -- Rows have the administrator at the time of their control.
    AND NOT EXISTS (
      SELECT FROM nav_control control JOIN fund_nav nav ON nav.id = control.fund_nav_id JOIN fund ON fund.id = nav.fund_id
        JOIN price_row kept ON kept.nav_date = nav.nav_date AND kept.provider <> fund.provider
      WHERE control.id = other AND fund.code = ANY (string_to_array(kept.fund_codes, chr(10))))
$$;

-- As before, and a change of rows also says how many its statement changed and what they were: "~", their number, and the
-- hash of the hashes of their earlier images, in order. A value that came past the triggers is then found as well when the
-- application has written its row since.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public SET timezone = 'UTC' AS $$
DECLARE
  only_columns text[] := string_to_array(TG_ARGV[1], ',');
  hidden text[] := string_to_array(TG_ARGV[2], ',');
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- A statement that leaves a row as it was is no change of it.
    INSERT INTO data_change (seal_id, table_name, act, owners, rows, hash)
    WITH later AS MATERIALIZED (SELECT recorded_row(to_jsonb(n), only_columns, hidden) AS image FROM new_rows n),
      earlier AS MATERIALIZED (SELECT recorded_row(to_jsonb(o), only_columns, hidden) AS image FROM old_rows o),
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
      FROM (SELECT recorded_row(to_jsonb(r), only_columns, hidden) AS image, row_number() OVER () / 1000 AS thousand
        FROM written r) numbered
      GROUP BY thousand) part;
  END IF;
  RETURN NULL;
END $$;

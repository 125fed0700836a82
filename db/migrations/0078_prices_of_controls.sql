-- The rows of price_line of these controls. What is of a control is looked up once: the view looks it up for each line,
-- which took most of the time of a large control's prices.
CREATE FUNCTION price_lines_of(controls bigint[]) RETURNS SETOF price_line LANGUAGE sql STABLE AS $$
  WITH asked AS MATERIALIZED (
    SELECT control.id, nav.id AS fund_nav_id, nav.nav_date, nav.current_control_id, fund.code, fund.provider, fund.currency,
      (SELECT total.value FROM nav_line total
        WHERE total.control_id = control.id AND total.type = 'FUND TNA' AND total.code = fund.code
        ORDER BY total.row LIMIT 1) AS tna
    FROM nav_control control JOIN fund_nav nav ON nav.id = control.fund_nav_id JOIN fund ON fund.id = nav.fund_id
    WHERE control.id = ANY (controls)
  ), rate AS MATERIALIZED (
    SELECT DISTINCT ON (control_id, code) control_id, code, value FROM nav_line
    WHERE control_id = ANY (controls) AND type = 'FX RATE' ORDER BY control_id, code, row
  )
  SELECT line.control_id, line.row, asked.fund_nav_id, asked.nav_date, asked.current_control_id,
    asked.code, asked.provider, line.isin, line.instrument_code, line.quotation_currency,
    line.price_date, line.price, line.instrument_name, line.type, line.quantity, line.market_value,
    line.quantity * coalesce(line.price_factor, 1) * coalesce(
      line.fx_rate, CASE WHEN line.quotation_currency = asked.currency THEN 1 END, rate.value
    ) / nullif(greatest(asked.tna, 0), 0)
  FROM inventory_line line JOIN asked ON asked.id = line.control_id
    LEFT JOIN rate ON rate.control_id = line.control_id AND rate.code = line.quotation_currency
  WHERE line.control_id = ANY (controls)
    AND line.isin IS NOT NULL AND line.isin <> '' AND line.price IS NOT NULL AND line.price_date IS NOT NULL
    AND line.type IN ('Equity', 'Bond', 'Fund')
$$;
--> statement-breakpoint
-- As before, by price_lines_of.
CREATE OR REPLACE FUNCTION move_prices(gone bigint[], come bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  touched bigint[];
BEGIN
  -- Controls of one NAV date wait for each other: they share their rows.
  PERFORM pg_advisory_xact_lock(hashtext('price_row'), day - date '2000-01-01')
  FROM (SELECT DISTINCT nav.nav_date AS day FROM nav_control control JOIN fund_nav nav ON nav.id = control.fund_nav_id
    WHERE control.id = ANY (gone || come) ORDER BY 1) days;

  IF cardinality(gone) > 0 THEN
    -- By the fund, not by its administrator, which may be another by now.
    WITH line AS (
      SELECT *, row_number() OVER (PARTITION BY control_id, isin, currency, price_date ORDER BY row) = 1 AS first
      FROM price_lines_of(gone)
    ), less AS (
      SELECT kept.id, array_agg(DISTINCT line.fund_code) AS codes, count(*) AS lines,
        count(*) FILTER (WHERE line.first) AS funds
      FROM line JOIN price_row kept ON kept.isin = line.isin AND kept.currency = line.currency
        AND kept.price_date = line.price_date AND kept.price = line.price AND kept.nav_date + 0 = line.nav_date
      WHERE line.fund_code = ANY (string_to_array(kept.fund_codes, chr(10))) GROUP BY kept.id
    ), changed AS (
      UPDATE price_row kept SET lines = kept.lines - less.lines, funds = kept.funds - less.funds,
        fund_codes = coalesce((SELECT string_agg(code, chr(10))
          FROM string_to_table(kept.fund_codes, chr(10)) code WHERE code <> ALL (less.codes)), ''),
        exposure = CASE WHEN kept.exposure_fund <> ALL (less.codes) THEN kept.exposure END,
        exposure_fund = CASE WHEN kept.exposure_fund <> ALL (less.codes) THEN kept.exposure_fund END
      FROM less WHERE kept.id = less.id RETURNING kept.id
    ) SELECT array_agg(id) INTO touched FROM changed;
    DELETE FROM price_row WHERE id = ANY (touched) AND lines = 0;
    UPDATE price_row kept SET exposure = largest.exposure, exposure_fund = largest.fund_code
    FROM price_row asked CROSS JOIN LATERAL (
      SELECT line.exposure, line.fund_code FROM price_line line
      WHERE line.isin = asked.isin AND line.currency = asked.currency AND line.price_date = asked.price_date
        AND line.price = asked.price AND line.nav_date = asked.nav_date AND line.control_id = line.current_control_id
        AND line.fund_code = ANY (string_to_array(asked.fund_codes, chr(10))) AND line.exposure IS NOT NULL
      ORDER BY abs(line.exposure) DESC, line.fund_code LIMIT 1
    ) largest
    WHERE asked.id = ANY (touched) AND asked.exposure_fund IS NULL AND kept.id = asked.id;
  END IF;

  IF cardinality(come) > 0 THEN
    INSERT INTO control_currency (control_id, currency, market_value)
    SELECT control_id, quotation_currency, sum(market_value) FROM inventory_line WHERE control_id = ANY (come)
    GROUP BY 1, 2 ON CONFLICT DO NOTHING;
    INSERT INTO price_row AS kept (nav_date, isin, currency, price_date, price, provider, name, type, fund_codes, funds,
      lines, exposure, exposure_fund, median)
    SELECT nav_date, isin, currency, price_date, price, provider, min(name), min(type), string_agg(DISTINCT fund_code, chr(10)),
      count(*) FILTER (WHERE first), count(*),
      (array_agg(exposure ORDER BY abs(exposure) DESC NULLS LAST, fund_code))[1],
      (array_agg(CASE WHEN exposure IS NOT NULL THEN fund_code END ORDER BY abs(exposure) DESC NULLS LAST, fund_code))[1],
      price
    FROM (
      SELECT *, row_number() OVER (PARTITION BY control_id, isin, currency, price_date ORDER BY row) = 1 AS first
      FROM price_lines_of(come)
    ) line
    GROUP BY nav_date, isin, currency, price_date, price, provider
    ON CONFLICT (nav_date, isin, currency, price_date, price, provider) DO UPDATE SET
      fund_codes = kept.fund_codes || chr(10) || excluded.fund_codes, funds = kept.funds + excluded.funds,
      lines = kept.lines + excluded.lines,
      exposure = CASE WHEN abs(excluded.exposure) > coalesce(abs(kept.exposure), -1) THEN excluded.exposure ELSE kept.exposure END,
      exposure_fund = CASE WHEN abs(excluded.exposure) > coalesce(abs(kept.exposure), -1) THEN excluded.exposure_fund ELSE kept.exposure_fund END;
  END IF;

  UPDATE price_row kept SET median = middle.median FROM (
    SELECT nav_date, isin, currency, price_date, min(price) AS median FROM (
      SELECT each.nav_date, each.isin, each.currency, each.price_date, each.price,
        sum(each.funds) OVER (PARTITION BY each.nav_date, each.isin, each.currency, each.price_date ORDER BY each.price) AS upto,
        sum(each.funds) OVER (PARTITION BY each.nav_date, each.isin, each.currency, each.price_date) AS whole
      FROM (
        SELECT DISTINCT nav.nav_date, line.isin, line.quotation_currency AS currency, line.price_date
        FROM nav_control control JOIN fund_nav nav ON nav.id = control.fund_nav_id
          JOIN inventory_line line ON line.control_id = control.id
        WHERE control.id = ANY (gone || come) AND line.isin IS NOT NULL AND line.price_date IS NOT NULL
      ) asked JOIN price_row each ON each.isin = asked.isin AND each.currency = asked.currency
        AND each.price_date = asked.price_date AND each.nav_date + 0 = asked.nav_date
    ) ranked WHERE 2 * upto >= whole GROUP BY nav_date, isin, currency, price_date
  ) middle
  WHERE kept.nav_date + 0 = middle.nav_date AND kept.isin = middle.isin AND kept.currency = middle.currency
    AND kept.price_date = middle.price_date AND kept.median IS DISTINCT FROM middle.median;
END $$;
--> statement-breakpoint
-- As before, by price_lines_of, row by row.
CREATE OR REPLACE FUNCTION have_same_prices(one bigint, other bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
      SELECT FROM price_lines_of(ARRAY[one]) a FULL JOIN price_lines_of(ARRAY[other]) b ON b.row = a.row
      WHERE (a.isin, a.currency, a.price_date, a.price, a.name, a.type, a.exposure)
        IS DISTINCT FROM (b.isin, b.currency, b.price_date, b.price, b.name, b.type, b.exposure))
    -- Rows have the administrator at the time of their control.
    AND NOT EXISTS (
      SELECT FROM nav_control control JOIN fund_nav nav ON nav.id = control.fund_nav_id JOIN fund ON fund.id = nav.fund_id
        JOIN price_row kept ON kept.nav_date = nav.nav_date AND kept.provider <> fund.provider
      WHERE control.id = other AND fund.code = ANY (string_to_array(kept.fund_codes, chr(10))))
$$;

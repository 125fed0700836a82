CREATE TABLE "control_currency" (
	"control_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"market_value" numeric NOT NULL,
	CONSTRAINT "control_currency_control_id_currency_pk" PRIMARY KEY("control_id","currency")
);
--> statement-breakpoint
CREATE TABLE "price_row" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"nav_date" date NOT NULL,
	"isin" text NOT NULL,
	"currency" text NOT NULL,
	"price_date" date NOT NULL,
	"price" numeric NOT NULL,
	"provider" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"fund_codes" text NOT NULL,
	"funds" integer NOT NULL,
	"lines" integer NOT NULL,
	"exposure" numeric,
	"exposure_fund" text,
	"median" numeric NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(isin || chr(10) || name || chr(10) || type || chr(10) || currency || chr(10) || provider)) STORED NOT NULL,
	"deviation" numeric GENERATED ALWAYS AS (round((price - median) * 100 / nullif(median, 0), 6)) STORED,
	"effect" numeric GENERATED ALWAYS AS (round((price - median) * exposure * 10000, 4)) STORED,
	"size" numeric GENERATED ALWAYS AS (coalesce(abs(round((price - median) * exposure * 10000, 4)), 0)) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "control_currency" ADD CONSTRAINT "control_currency_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_row_price" ON "price_row" USING btree ("isin","currency","price_date","price","nav_date","provider");--> statement-breakpoint
CREATE INDEX "price_row_size" ON "price_row" USING btree ("nav_date","size","id");
--> statement-breakpoint
-- By hand from here.
-- A control changes rows that lie side by side: with room in their pages no index has to follow.
ALTER TABLE price_row SET (fillfactor = 45);
--> statement-breakpoint
-- The lines whose prices are compared, with what a price weighs in basis points of FUND TNA.
CREATE VIEW price_line AS
SELECT line.control_id, line.row, nav.id AS fund_nav_id, nav.nav_date, nav.current_control_id,
  fund.code AS fund_code, fund.provider, line.isin, line.instrument_code, line.quotation_currency AS currency,
  line.price_date, line.price, line.instrument_name AS name, line.type, line.quantity, line.market_value,
  line.quantity * coalesce(line.price_factor, 1) * coalesce(
    line.fx_rate,
    CASE WHEN line.quotation_currency = fund.currency THEN 1 END,
    (SELECT rate.value FROM nav_line rate
      WHERE rate.control_id = line.control_id AND rate.type = 'FX RATE' AND rate.code = line.quotation_currency
      ORDER BY rate.row LIMIT 1)
  ) / nullif(greatest(tna.value, 0), 0) AS exposure
FROM inventory_line line
  JOIN nav_control control ON control.id = line.control_id
  JOIN fund_nav nav ON nav.id = control.fund_nav_id
  JOIN fund ON fund.id = nav.fund_id
  LEFT JOIN LATERAL (
    SELECT total.value FROM nav_line total
    WHERE total.control_id = control.id AND total.type = 'FUND TNA' AND total.code = fund.code
    ORDER BY total.row LIMIT 1
  ) tna ON true
WHERE line.isin IS NOT NULL AND line.isin <> '' AND line.price IS NOT NULL AND line.price_date IS NOT NULL
  AND line.type IN ('Equity', 'Bond', 'Fund');
--> statement-breakpoint
-- Takes the prices of controls out of price_row and puts those of others in; then the medians of all that they touch.
-- "nav_date + 0" keeps rows from being looked up by their date alone, one after the other: a planner whose statistics
-- are older than a large control would choose that, and take a minute.
CREATE FUNCTION move_prices(gone bigint[], come bigint[]) RETURNS void LANGUAGE plpgsql AS $$
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
      FROM price_line WHERE control_id = ANY (gone)
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
      FROM price_line WHERE control_id = ANY (come)
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
CREATE FUNCTION prices_of_current() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before bigint[] := '{}';
BEGIN
  IF EXISTS (SELECT FROM workflow_instance WHERE object_id = NEW.id AND status = 'CANCELLED') THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN before := array_remove(ARRAY[OLD.current_control_id], NULL); END IF;
  PERFORM move_prices(before, array_remove(ARRAY[NEW.current_control_id], NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER fund_nav_first_prices AFTER INSERT ON fund_nav
FOR EACH ROW WHEN (NEW.current_control_id IS NOT NULL) EXECUTE FUNCTION prices_of_current();
--> statement-breakpoint
CREATE TRIGGER fund_nav_prices AFTER UPDATE OF current_control_id ON fund_nav
FOR EACH ROW WHEN (OLD.current_control_id IS DISTINCT FROM NEW.current_control_id) EXECUTE FUNCTION prices_of_current();
--> statement-breakpoint
CREATE FUNCTION prices_of_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  controls bigint[] := ARRAY(SELECT current_control_id FROM fund_nav
    WHERE id = NEW.object_id AND current_control_id IS NOT NULL);
BEGIN
  IF NEW.status = 'CANCELLED' THEN PERFORM move_prices(controls, '{}');
  ELSE PERFORM move_prices('{}', controls);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflow_instance_prices AFTER UPDATE OF status ON workflow_instance
FOR EACH ROW WHEN (NEW.kind = 'nav' AND (OLD.status = 'CANCELLED') <> (NEW.status = 'CANCELLED'))
EXECUTE FUNCTION prices_of_cancelled();
--> statement-breakpoint
-- The controls that are there already, date by date.
DO $$
DECLARE
  controls bigint[];
BEGIN
  FOR controls IN
    SELECT array_agg(nav.current_control_id) FROM fund_nav nav
    WHERE nav.current_control_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM workflow_instance at WHERE at.object_id = nav.id AND at.status = 'CANCELLED')
    GROUP BY nav.nav_date ORDER BY nav.nav_date
  LOOP
    PERFORM move_prices('{}', controls);
  END LOOP;
END $$;
--> statement-breakpoint
-- The page of prices on a site that has its pages already, for those who work with NAV controls or read them.
INSERT INTO ux_function (id, name, domain, domain_type, routing, ux_sort_order, is_domain)
SELECT 'prices', 'Prices and rates', 'Prices and rates', 'Fund Accounting', '/prices', 65, true
WHERE EXISTS (SELECT FROM ux_function) ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO authorisation (user_id, function_id, may_add, may_update, may_delete)
SELECT held.user_id, 'prices', false, held.may_update, false
FROM authorisation held JOIN app_user person ON person.id = held.user_id
WHERE held.function_id = 'navctrl' AND person.role <> 'CLIENT DESK' ON CONFLICT DO NOTHING;

CREATE TABLE "vendor" (
	"sender" text PRIMARY KEY NOT NULL,
	"sort_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_day" (
	"file_id" integer NOT NULL,
	"fund_code" text NOT NULL,
	"date" date NOT NULL,
	"is_dealt" boolean DEFAULT false NOT NULL,
	"has_flows" boolean DEFAULT false NOT NULL,
	"row_count" integer NOT NULL,
	CONSTRAINT "source_day_file_id_fund_code_date_pk" PRIMARY KEY("file_id","fund_code","date")
);
--> statement-breakpoint
CREATE TABLE "source_file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"sender" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"format_code" text,
	"format_version" integer,
	"row_count" integer NOT NULL,
	"uploaded_by" integer,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_line" (
	"file_id" integer NOT NULL,
	"position" integer NOT NULL,
	"fund_code" text,
	"date" date NOT NULL,
	"class_code" text,
	"account" text,
	"instrument_code" text,
	"isin" text,
	"currency" text,
	"exchange" text,
	"event" text,
	"amount" numeric NOT NULL,
	"pending" numeric,
	"issued" numeric,
	"redeemed" numeric,
	"market_value" numeric,
	"price_factor" numeric,
	"net_rate" numeric,
	"cells" jsonb NOT NULL,
	CONSTRAINT "source_line_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
ALTER TABLE "account_prefix" ADD COLUMN "dividends" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fund" ADD COLUMN "expected_sources" text;--> statement-breakpoint
ALTER TABLE "fund" ADD COLUMN "announcements_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fund" ADD COLUMN "cash_elsewhere" text;--> statement-breakpoint
ALTER TABLE "share_class" ADD COLUMN "portfolio_hedged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory_line" ADD COLUMN "exchange" text;--> statement-breakpoint
-- SYSTEM judges again what a source that arrived later says.
ALTER TABLE "nav_control" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "source_day" ADD CONSTRAINT "source_day_file_id_source_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."source_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_file" ADD CONSTRAINT "source_file_uploaded_by_app_user_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_line" ADD CONSTRAINT "source_line_file_id_source_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."source_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_day_fund" ON "source_day" USING btree ("fund_code","date");--> statement-breakpoint
CREATE INDEX "source_day_date" ON "source_day" USING btree ("date");--> statement-breakpoint
CREATE INDEX "source_file_kind" ON "source_file" USING btree ("kind","sender");--> statement-breakpoint
CREATE INDEX "source_line_isin" ON "source_line" USING btree ("isin","date");--> statement-breakpoint
CREATE INDEX "source_line_class" ON "source_line" USING btree ("class_code","date");--> statement-breakpoint
CREATE INDEX "source_line_fund" ON "source_line" USING btree ("fund_code","date","file_id");
--> statement-breakpoint
-- What another party's file says is never changed: a later file replaces it.
CREATE TRIGGER source_file_immutable BEFORE UPDATE OR DELETE ON source_file FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER source_day_immutable BEFORE UPDATE OR DELETE ON source_day FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER source_line_immutable BEFORE UPDATE OR DELETE ON source_line FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The tolerances of the new rules, where those of the others are stored.
INSERT INTO "rule_tolerance" ("key", "level", "level_value", "value")
SELECT * FROM (VALUES
	('N16.limit', 'all', '', 0.25),
	('N16.part', 'all', '', 0.5),
	('N16.blocks', 'all', '', 0.5),
	('N17.rate', 'all', '', 0.02),
	('N17.blocks', 'all', '', 0.25),
	('S01.shares', 'all', '', 0.001),
	('S02.shares', 'all', '', 0.001),
	('S03.amount', 'all', '', 1),
	('S03.tna', 'all', '', 0.2),
	('S03.blocks', 'all', '', 0.5),
	('S04.quantity', 'all', '', 0.001),
	('S04.amount', 'all', '', 1),
	('S04.tna', 'all', '', 0.2),
	('S04.blocks', 'all', '', 0.5),
	('S05.equity', 'all', '', 0.1),
	('S05.bond', 'all', '', 0.25),
	('S05.fund', 'all', '', 0.05),
	('S05.blocks', 'all', '', 0.5),
	('S06.amount', 'all', '', 1),
	('S06.share', 'all', '', 2),
	('S06.blocks', 'all', '', 0.5),
	('S07.rounding', 'all', '', 0.5),
	('S07.decimals', 'all', '', 4)
) AS standard ("key", "level", "level_value", "value")
WHERE EXISTS (SELECT FROM "rule_tolerance");

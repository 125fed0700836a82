CREATE TABLE "nav_bridge" (
	"control_id" bigint PRIMARY KEY NOT NULL,
	"previous_control_id" bigint NOT NULL,
	"previous_tna" numeric NOT NULL,
	"tna" numeric NOT NULL,
	"residual" numeric NOT NULL,
	"residual_bp" numeric,
	"left_out" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nav_bridge_contributor" (
	"control_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"price" numeric NOT NULL,
	"fx" numeric NOT NULL,
	"bp" numeric,
	CONSTRAINT "nav_bridge_contributor_control_id_position_pk" PRIMARY KEY("control_id","position")
);
--> statement-breakpoint
CREATE TABLE "nav_bridge_driver" (
	"control_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"driver" text NOT NULL,
	"type" text,
	"amount" numeric NOT NULL,
	"bp" numeric,
	"parts" jsonb NOT NULL,
	"part_count" integer NOT NULL,
	CONSTRAINT "nav_bridge_driver_control_id_position_pk" PRIMARY KEY("control_id","position")
);
--> statement-breakpoint
ALTER TABLE "inventory_line" ADD COLUMN "coupon" numeric;--> statement-breakpoint
ALTER TABLE "inventory_line" ADD COLUMN "last_coupon_date" date;--> statement-breakpoint
ALTER TABLE "inventory_line" ADD COLUMN "day_count" text;--> statement-breakpoint
ALTER TABLE "nav_control" ADD COLUMN "not_applicable_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "nav_control" ADD COLUMN "engine_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "rule_result" ADD COLUMN "impact" numeric(100, 4);--> statement-breakpoint
ALTER TABLE "rule_result" ADD COLUMN "explained" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nav_bridge" ADD CONSTRAINT "nav_bridge_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_bridge" ADD CONSTRAINT "nav_bridge_previous_control_id_nav_control_id_fk" FOREIGN KEY ("previous_control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_bridge_contributor" ADD CONSTRAINT "nav_bridge_contributor_control_id_nav_bridge_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_bridge"("control_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_bridge_driver" ADD CONSTRAINT "nav_bridge_driver_control_id_nav_bridge_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_bridge"("control_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inventory_line_price" ON "inventory_line" USING btree ("isin","quotation_currency","price_date","control_id","row","price") WHERE "inventory_line"."isin" is not null and "inventory_line"."price" is not null;--> statement-breakpoint
UPDATE "nav_control" SET "not_applicable_count" = (SELECT count(*) FROM "rule_result"
	WHERE "control_id" = "nav_control"."id" AND "result" = 'OK - not applicable');
--> statement-breakpoint
-- Ages of prices are weekdays now: values that nobody set become those of the rule table.
UPDATE "rule_tolerance" SET "value" = standard."new"
FROM (VALUES ('I03.equity', 5, 3), ('I03.bond', 7, 5), ('I03.fund', 35, 25), ('I03.derivative', 5, 3), ('I03.other', 100, 70))
	AS standard ("key", "old", "new")
WHERE "rule_tolerance"."key" = standard."key" AND "value" = standard."old" AND "level" = 'all'
	AND "valid_from" IS NULL AND "valid_to" IS NULL;
--> statement-breakpoint
-- B07 measures a change by a part of the error threshold, no longer by a percentage of its own: half of it, and what was
-- set becomes the part that it was.
UPDATE "rule_tolerance" of SET "value" = CASE
	WHEN of."level" = 'all' AND of."value" = 0.5 THEN 0.5
	ELSE round(of."value" / CASE coalesce((SELECT "type" FROM "fund" WHERE "code" = of."level_value"), of."level_value")
		WHEN 'MONEY MARKET' THEN 0.2 WHEN 'EQUITY' THEN 1 WHEN 'ALTERNATIVE' THEN 1 ELSE 0.5 END, 6) END
WHERE of."key" = 'B07.tna';
--> statement-breakpoint
-- The tolerances of the new rules, where those of the others are stored.
INSERT INTO "rule_tolerance" ("key", "level", "level_value", "value")
SELECT * FROM (VALUES
	('N07.step', 'all', '', 0.005),
	('N13.rate', 'all', '', 0.5),
	('N13.olderRate', 'all', '', 1.5),
	('N13.days', 'all', '', 5),
	('N13.blocks', 'all', '', 0.5),
	('N14.tna', 'all', '', 1),
	('N14.blocks', 'all', '', 0.5),
	('N15.tna', 'all', '', 5),
	('N15.blocks', 'all', '', 0.5),
	('B03.blocks', 'all', '', 0.5),
	('B04.blocks', 'all', '', 0.5),
	('B08.gone', 'all', '', 0.5),
	('B10.amount', 'all', '', 1),
	('B10.share', 'all', '', 5),
	('B10.blocks', 'all', '', 0.5),
	('I04.effect', 'all', '', 0.25),
	('I04.near', 'all', '', 0.75),
	('I04.times', 'all', '', 4),
	('I04.most', 'all', '', 30),
	('I04.blocks', 'all', '', 0.5),
	('I07.blocks', 'all', '', 0.5),
	('I11.blocks', 'all', '', 0.5),
	('I12.issuer', 'fund type', 'MONEY MARKET', 5),
	('I12.deposits', 'fund type', 'MONEY MARKET', 10),
	('I12.deposits', 'all', '', 20),
	('I12.withDeposits', 'fund type', 'MONEY MARKET', 15),
	('I12.withDeposits', 'all', '', 20),
	('I13.equity', 'all', '', 3),
	('I13.bond', 'all', '', 0.5),
	('I13.fund', 'all', '', 3),
	('I13.tna', 'all', '', 10),
	('I13.blocks', 'all', '', 1),
	('I14.share', 'all', '', 25),
	('I14.equity', 'all', '', 50),
	('I14.blocks', 'all', '', 1),
	('I15.equity', 'all', '', 0.1),
	('I15.bond', 'all', '', 0.25),
	('I15.fund', 'all', '', 0.05),
	('I15.blocks', 'all', '', 0.5),
	('I16.amount', 'all', '', 1),
	('I16.days', 'all', '', 4),
	('I16.blocks', 'all', '', 0.5)
) AS standard ("key", "level", "level_value", "value")
WHERE EXISTS (SELECT FROM "rule_tolerance");

CREATE TABLE "nav_break" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"matching_id" bigint NOT NULL,
	"instrument_key" text NOT NULL,
	"kind" text NOT NULL,
	"instrument_code" text NOT NULL,
	"instrument_name" text NOT NULL,
	"isin" text,
	"currency" text NOT NULL,
	"quantity_difference" numeric NOT NULL,
	"price_difference" numeric,
	"value_difference" numeric NOT NULL,
	"basis_points" numeric,
	"first_seen" date NOT NULL,
	"state" text NOT NULL,
	"owner_id" integer,
	"comment" text NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" integer,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "rule_result" ALTER COLUMN "impact" SET DATA TYPE numeric(100, 4);--> statement-breakpoint
ALTER TABLE "nav_break" ADD CONSTRAINT "nav_break_matching_id_nav_matching_id_fk" FOREIGN KEY ("matching_id") REFERENCES "public"."nav_matching"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_break" ADD CONSTRAINT "nav_break_owner_id_app_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_break" ADD CONSTRAINT "nav_break_changed_by_app_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "nav_break_of" ON "nav_break" USING btree ("matching_id","instrument_key","kind");
CREATE TABLE "source_explanation" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_explanation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"fund_id" integer NOT NULL,
	"fund_nav_id" bigint NOT NULL,
	"control_id" bigint NOT NULL,
	"rule_id" text NOT NULL,
	"currency" text,
	"instrument_code" text,
	"isin" text,
	"ex_date" date,
	"amount" numeric NOT NULL,
	"reason" text NOT NULL,
	"comment" text NOT NULL,
	"until" date,
	"given_by" integer NOT NULL,
	"given_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_explanation_end" (
	"explanation_id" integer PRIMARY KEY NOT NULL,
	"fund_nav_id" bigint NOT NULL,
	"ended_from" date NOT NULL,
	"comment" text NOT NULL,
	"ended_by" integer NOT NULL,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "source_explanation" ADD CONSTRAINT "source_explanation_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_explanation" ADD CONSTRAINT "source_explanation_fund_nav_id_fund_nav_id_fk" FOREIGN KEY ("fund_nav_id") REFERENCES "public"."fund_nav"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_explanation" ADD CONSTRAINT "source_explanation_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_explanation" ADD CONSTRAINT "source_explanation_given_by_app_user_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_explanation_end" ADD CONSTRAINT "source_explanation_end_explanation_id_source_explanation_id_fk" FOREIGN KEY ("explanation_id") REFERENCES "public"."source_explanation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_explanation_end" ADD CONSTRAINT "source_explanation_end_fund_nav_id_fund_nav_id_fk" FOREIGN KEY ("fund_nav_id") REFERENCES "public"."fund_nav"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_explanation_end" ADD CONSTRAINT "source_explanation_end_ended_by_app_user_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_explanation_fund" ON "source_explanation" USING btree ("fund_id","fund_nav_id");
--> statement-breakpoint
-- What was said of a difference, and that it was ended, is never changed.
CREATE TRIGGER source_explanation_immutable BEFORE UPDATE OR DELETE ON source_explanation FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER source_explanation_end_immutable BEFORE UPDATE OR DELETE ON source_explanation_end FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The floor by the files alone, and the second sources that close a blind spot.
ALTER TABLE "detection_floor" ADD COLUMN "sources" jsonb;

CREATE TABLE "umbrella_fund" (
	"run_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"fund_code" text,
	"nav_date" date,
	"control_id" bigint,
	"refusal" text DEFAULT '' NOT NULL,
	CONSTRAINT "umbrella_fund_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "umbrella_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "umbrella_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"file_names" text[] NOT NULL,
	"reason_code" text NOT NULL,
	"comment" text NOT NULL,
	"requested_by" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "umbrella_fund" ADD CONSTRAINT "umbrella_fund_run_id_umbrella_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."umbrella_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "umbrella_fund" ADD CONSTRAINT "umbrella_fund_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "umbrella_run" ADD CONSTRAINT "umbrella_run_requested_by_app_user_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;
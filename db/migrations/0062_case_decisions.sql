CREATE TABLE "nav_error_counted_deal" (
	"file_id" integer NOT NULL,
	"position" integer NOT NULL,
	"comment" text NOT NULL,
	"counted_by" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nav_error_counted_deal_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
CREATE TABLE "nav_error_decision" (
	"nav_error_id" bigint NOT NULL,
	"date" date NOT NULL,
	"class_code" text NOT NULL,
	"corrected" numeric NOT NULL,
	"is_material" boolean NOT NULL,
	"comment" text NOT NULL,
	"decided_by" integer NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nav_error_decision_nav_error_id_date_class_code_pk" PRIMARY KEY("nav_error_id","date","class_code")
);
--> statement-breakpoint
CREATE TABLE "nav_error_round" (
	"nav_error_id" bigint NOT NULL,
	"date" date NOT NULL,
	"round" integer NOT NULL,
	"comment" text NOT NULL,
	"chosen_by" integer NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nav_error_round_nav_error_id_date_pk" PRIMARY KEY("nav_error_id","date")
);
--> statement-breakpoint
ALTER TABLE "nav_error" ADD COLUMN "fees_booked_later" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nav_error" ADD COLUMN "analysis_document_id" bigint;--> statement-breakpoint
ALTER TABLE "nav_error" ADD COLUMN "investors_told_on" date;--> statement-breakpoint
ALTER TABLE "nav_error_counted_deal" ADD CONSTRAINT "nav_error_counted_deal_file_id_nav_error_deal_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."nav_error_deal_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_counted_deal" ADD CONSTRAINT "nav_error_counted_deal_counted_by_app_user_id_fk" FOREIGN KEY ("counted_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_decision" ADD CONSTRAINT "nav_error_decision_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_decision" ADD CONSTRAINT "nav_error_decision_decided_by_app_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_round" ADD CONSTRAINT "nav_error_round_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_round" ADD CONSTRAINT "nav_error_round_chosen_by_app_user_id_fk" FOREIGN KEY ("chosen_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;
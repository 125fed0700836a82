CREATE TABLE "waiting_upload" (
	"set_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"control_set" text NOT NULL,
	"fund_nav_id" bigint,
	"reason_code" text NOT NULL,
	"comment" text NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "nav_matching" ADD COLUMN "format_code" text;--> statement-breakpoint
ALTER TABLE "nav_matching" ADD COLUMN "format_version" integer;--> statement-breakpoint
ALTER TABLE "waiting_upload" ADD CONSTRAINT "waiting_upload_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;

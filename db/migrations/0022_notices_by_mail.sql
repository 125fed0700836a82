CREATE TABLE "mail_preference" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"frequency" text NOT NULL,
	"waits_days" integer NOT NULL,
	"told_on" date,
	"claimed_until" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "told_notice" (
	"user_id" integer NOT NULL,
	"reason" text NOT NULL,
	"id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "told_notice_user_id_reason_id_event_id_pk" PRIMARY KEY("user_id","reason","id","event_id")
);
--> statement-breakpoint
ALTER TABLE "mail_preference" ADD CONSTRAINT "mail_preference_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_notice" ADD CONSTRAINT "told_notice_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;
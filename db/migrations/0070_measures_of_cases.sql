ALTER TABLE "nav_error" ADD COLUMN "notification_document_id" bigint;--> statement-breakpoint
ALTER TABLE "nav_error" ADD COLUMN "notified_again_on" date;--> statement-breakpoint
ALTER TABLE "nav_error" ADD COLUMN "second_reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "nav_error" ADD COLUMN "second_document_id" bigint;--> statement-breakpoint
ALTER TABLE "nav_error" ADD COLUMN "measures_taken" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "nav_error" ADD COLUMN "measures_planned" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "nav_error_deal_file" ADD COLUMN "format_code" text;--> statement-breakpoint
ALTER TABLE "nav_error_deal_file" ADD COLUMN "format_version" integer;--> statement-breakpoint
ALTER TABLE "nav_error_holder" ADD COLUMN "document_id" bigint;

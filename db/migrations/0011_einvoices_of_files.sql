CREATE TABLE "einvoice_reading" (
	"sha256" text PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"profile" text,
	"fields" jsonb NOT NULL,
	"adds_up" boolean NOT NULL,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "totals_confirmation" (
	"draft_id" bigint PRIMARY KEY NOT NULL,
	"confirmed_by" integer NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"comment" text NOT NULL
);
--> statement-breakpoint
-- What was read of a draft's file is of the file; the first file of a draft is its invoice.
INSERT INTO "einvoice_reading" ("sha256", "format", "profile", "fields", "adds_up", "fault")
SELECT DISTINCT ON (file.sha256) file.sha256, e.format, e.profile, e.fields, e.adds_up, e.fault
FROM "draft_einvoice" e
CROSS JOIN LATERAL (
  SELECT d.sha256 FROM "document" d
  WHERE d.object_kind = 'draft' AND d.object_id = e.draft_id AND d.file_type = 'INVOICE'
  ORDER BY d.id LIMIT 1) file
ORDER BY file.sha256, e.draft_id DESC;
--> statement-breakpoint
INSERT INTO "totals_confirmation" ("draft_id", "confirmed_by", "confirmed_at", "comment")
SELECT draft_id, confirmed_by, confirmed_at, coalesce(confirm_comment, '')
FROM "draft_einvoice" WHERE confirmed_at IS NOT NULL AND confirmed_by IS NOT NULL;
--> statement-breakpoint
DROP TABLE "draft_einvoice" CASCADE;--> statement-breakpoint
ALTER TABLE "einvoice_reading" ADD CONSTRAINT "einvoice_reading_sha256_document_content_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."document_content"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totals_confirmation" ADD CONSTRAINT "totals_confirmation_draft_id_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."draft"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totals_confirmation" ADD CONSTRAINT "totals_confirmation_confirmed_by_app_user_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;
-- Addresses from before links were sent are confirmed by one, too.
ALTER TABLE "mail_preference" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_preference" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "mail_preference" ADD COLUMN "link_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bank_answer" ADD CONSTRAINT "bank_answer_kind" CHECK ("bank_answer"."kind" in ('pain.002', 'camt.052', 'camt.053', 'camt.054', 'MT940', 'several')) NOT VALID;--> statement-breakpoint
-- Building the pack of a month needs the permission to add; who built them before does so still.
UPDATE authorisation SET may_add = true, may_update = may_update OR app_user.role = 'MANAGER'
FROM app_user WHERE app_user.id = authorisation.user_id AND authorisation.function_id = 'evidence'
  AND app_user.role IN ('MANAGER', 'AUDITOR');

ALTER TABLE "kept_form" RENAME TO "form_recovery";--> statement-breakpoint
ALTER TABLE "form_recovery" RENAME COLUMN "kept_at" TO "stored_at";--> statement-breakpoint
ALTER TABLE "form_recovery" RENAME CONSTRAINT "kept_form_pkey" TO "form_recovery_pkey";--> statement-breakpoint
ALTER TABLE "form_recovery" RENAME CONSTRAINT "kept_form_user_id_app_user_id_fk" TO "form_recovery_user_id_app_user_id_fk";--> statement-breakpoint
ALTER INDEX "kept_form_user" RENAME TO "form_recovery_user";--> statement-breakpoint
ALTER TABLE "told_notice" RENAME TO "sent_notification";--> statement-breakpoint
ALTER TABLE "sent_notification" RENAME COLUMN "at" TO "sent_at";--> statement-breakpoint
ALTER TABLE "sent_notification" RENAME CONSTRAINT "told_notice_user_id_reason_id_event_id_pk" TO "sent_notification_user_id_reason_id_event_id_pk";--> statement-breakpoint
ALTER TABLE "sent_notification" RENAME CONSTRAINT "told_notice_user_id_app_user_id_fk" TO "sent_notification_user_id_app_user_id_fk";--> statement-breakpoint
ALTER TABLE "last_write" RENAME TO "user_write_lsn";--> statement-breakpoint
ALTER TABLE "user_write_lsn" RENAME COLUMN "at" TO "lsn";--> statement-breakpoint
ALTER TABLE "user_write_lsn" RENAME CONSTRAINT "last_write_pkey" TO "user_write_lsn_pkey";--> statement-breakpoint
-- Instances of the release before still read and write the old names; the next release drops these views.
CREATE VIEW "kept_form" AS SELECT "id_hash", "user_id", "page", "typed", "files", "stored_at" AS "kept_at" FROM "form_recovery";--> statement-breakpoint
CREATE VIEW "told_notice" AS SELECT "user_id", "reason", "id", "event_id", "sent_at" AS "at" FROM "sent_notification";--> statement-breakpoint
CREATE VIEW "last_write" AS SELECT "user_id", "lsn" AS "at" FROM "user_write_lsn";

ALTER TABLE "workflow_instance" ADD COLUMN "last_user_id" integer;--> statement-breakpoint
UPDATE "workflow_instance" SET "last_user_id" = e."user_id" FROM "workflow_event" e WHERE e."id" = "workflow_instance"."last_event_id" AND e."user_id" IS NOT NULL;

ALTER TABLE "document" ADD COLUMN "scanned_by" text;--> statement-breakpoint
CREATE INDEX "document_creator" ON "document" USING btree ("created_by","created_at");
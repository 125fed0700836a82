ALTER TABLE "bank_month" ADD COLUMN "opening" numeric(18, 2) NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_month" ADD COLUMN "total" numeric(18, 2) NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_month" ADD COLUMN "reopened_by" integer;--> statement-breakpoint
ALTER TABLE "bank_month" ADD COLUMN "reopened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bank_month" ADD COLUMN "comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_month" ADD CONSTRAINT "bank_month_reopened_by_app_user_id_fk" FOREIGN KEY ("reopened_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What was closed stays so until another treasurer reopens it; then it may be closed again.
CREATE FUNCTION bank_month_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reopening text[] := ARRAY['reopened_by', 'reopened_at', 'comment'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'months of accounts are never removed';
  END IF;
  IF OLD.reopened_at IS NULL AND (NEW.reopened_at IS NULL OR NEW.reopened_by = OLD.closed_by
    OR to_jsonb(NEW) - reopening IS DISTINCT FROM to_jsonb(OLD) - reopening) THEN
    RAISE EXCEPTION 'a closed month is only reopened, by another treasurer than the one who closed it';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_month_stays BEFORE UPDATE OR DELETE ON bank_month FOR EACH ROW EXECUTE FUNCTION bank_month_stays();

CREATE TABLE "duplicate_confirmation" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "duplicate_confirmation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"draft_id" bigint NOT NULL,
	"duplicates" bigint[] NOT NULL,
	"confirmed_by" integer NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"comment" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draft" ADD COLUMN "prepaid_amount" numeric(18, 2);--> statement-breakpoint
ALTER TABLE "draft" ADD COLUMN "rounding_amount" numeric(18, 2);--> statement-breakpoint
ALTER TABLE "draft" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "draft" ADD COLUMN "corrects_ref" text;--> statement-breakpoint
ALTER TABLE "draft" ADD COLUMN "collected_by_supplier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "draft" ADD COLUMN "reverse_charge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "draft" ADD COLUMN "reverse_charge_tax" numeric(18, 2);--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "prepaid_amount" numeric(18, 2);--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "rounding_amount" numeric(18, 2);--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "corrects_ref" text;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "collected_by_supplier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "reverse_charge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "reverse_charge_tax" numeric(18, 2);--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "discount" numeric(18, 2);--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "discount_until" date;--> statement-breakpoint
ALTER TABLE "duplicate_confirmation" ADD CONSTRAINT "duplicate_confirmation_draft_id_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."draft"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_confirmation" ADD CONSTRAINT "duplicate_confirmation_confirmed_by_app_user_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duplicate_confirmation_draft" ON "duplicate_confirmation" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "draft_corrects" ON "draft" USING btree ("supplier_id") WHERE corrects_ref is not null;--> statement-breakpoint
CREATE INDEX "invoice_corrects" ON "invoice" USING btree ("supplier_id") WHERE corrects_ref is not null;--> statement-breakpoint
-- What was confirmed stays as it was, and so does what a payment leaves out.
CREATE TRIGGER duplicate_confirmation_immutable BEFORE UPDATE OR DELETE ON "duplicate_confirmation"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION payment_discount_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the discount of a payment never changes';
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_discount_stays BEFORE UPDATE ON "payment" FOR EACH ROW
  WHEN ((NEW.discount, NEW.discount_until) IS DISTINCT FROM (OLD.discount, OLD.discount_until))
  EXECUTE FUNCTION payment_discount_stays();

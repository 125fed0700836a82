ALTER TABLE "bank_account" ADD COLUMN "clearing" text;--> statement-breakpoint
ALTER TABLE "bank_account" ADD COLUMN "any_currency" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_account" ADD COLUMN "charge_bearer" text;--> statement-breakpoint
ALTER TABLE "legal_entity" ADD COLUMN "street" text;--> statement-breakpoint
ALTER TABLE "legal_entity" ADD COLUMN "building_number" text;--> statement-breakpoint
ALTER TABLE "legal_entity" ADD COLUMN "post_code" text;--> statement-breakpoint
ALTER TABLE "legal_entity" ADD COLUMN "town" text;--> statement-breakpoint
ALTER TABLE "legal_entity" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "legal_entity" ADD COLUMN "lei" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "creditor_clearing" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "creditor_currency" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "charge_bearer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "payment_reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Beside payment_stays: what was approved of a payment stays as it was.
CREATE FUNCTION payment_terms_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.creditor_clearing, NEW.creditor_currency, NEW.charge_bearer, NEW.payment_reference)
    IS DISTINCT FROM
     (OLD.creditor_clearing, OLD.creditor_currency, OLD.charge_bearer, OLD.payment_reference) THEN
    RAISE EXCEPTION 'bank, charges and reference of a payment never change';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_terms_stay BEFORE UPDATE ON "payment" FOR EACH ROW EXECUTE FUNCTION payment_terms_stay();

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
ALTER TABLE "payment" ADD COLUMN "payment_reference" text DEFAULT '' NOT NULL;
CREATE TABLE "fund_fee" (
	"fund_id" integer NOT NULL,
	"account_prefix" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"rate" numeric,
	"amount" numeric,
	"days" text NOT NULL,
	CONSTRAINT "fund_fee_fund_id_account_prefix_valid_from_pk" PRIMARY KEY("fund_id","account_prefix","valid_from")
);
--> statement-breakpoint
ALTER TABLE "account_prefix" ADD COLUMN "side" text;--> statement-breakpoint
ALTER TABLE "fund" ADD COLUMN "control_set" text;--> statement-breakpoint
ALTER TABLE "fund" ADD COLUMN "year_end" text;--> statement-breakpoint
ALTER TABLE "share_class" ADD COLUMN "management_fee" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "fund_fee" ADD CONSTRAINT "fund_fee_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Gains and losses leave expenses and income, where the plan has them as Fundesk ships it.
INSERT INTO "account_prefix" ("prefix", "account_class")
SELECT of."prefix" || '9', 'results' FROM "account_prefix" of
WHERE (of."prefix", of."account_class") IN (('6', 'expenses'), ('7', 'income'))
	AND NOT EXISTS (SELECT FROM "account_prefix" own WHERE own."prefix" LIKE of."prefix" || '9%');

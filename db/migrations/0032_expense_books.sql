CREATE TABLE "allocation" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "allocation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"draft_id" bigint NOT NULL,
	"rule" text NOT NULL,
	"on_day" date NOT NULL,
	"currency" text NOT NULL,
	"gross_amount" numeric(18, 2) NOT NULL,
	"taxes" numeric(18, 2) NOT NULL,
	"taken_by" integer NOT NULL,
	"taken_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allocation_key" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "allocation_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"legal_entity_id" integer NOT NULL,
	"fund_id" integer NOT NULL,
	"share" numeric(7, 4) NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date
);
--> statement-breakpoint
CREATE TABLE "allocation_part" (
	"allocation_id" integer NOT NULL,
	"fund_id" integer NOT NULL,
	"fund_nav_id" bigint,
	"nav_date" date,
	"tna" numeric,
	"tna_currency" text,
	"weight" numeric NOT NULL,
	"gross_amount" numeric(18, 2) NOT NULL,
	"taxes" numeric(18, 2) NOT NULL,
	CONSTRAINT "allocation_part_allocation_id_fund_id_pk" PRIMARY KEY("allocation_id","fund_id")
);
--> statement-breakpoint
CREATE TABLE "booked_taxes" (
	"invoice_id" bigint PRIMARY KEY NOT NULL,
	"share" numeric(7, 4),
	"recoverable" numeric(18, 2) NOT NULL,
	"expense" numeric(18, 2) NOT NULL,
	"booked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prepaid_journal" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prepaid_journal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"month_end" date NOT NULL,
	"booked_by" integer NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"comment" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prepaid_line" (
	"invoice_id" bigint NOT NULL,
	"month_end" date NOT NULL,
	"seq" integer NOT NULL,
	"journal_id" integer NOT NULL,
	"amount" numeric(18, 2) NOT NULL,
	CONSTRAINT "prepaid_line_invoice_id_month_end_seq_pk" PRIMARY KEY("invoice_id","month_end","seq")
);
--> statement-breakpoint
CREATE TABLE "recoverable_vat" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recoverable_vat_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"legal_entity_id" integer NOT NULL,
	"share" numeric(7, 4) NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date
);
--> statement-breakpoint
ALTER TABLE "cost_line" ADD COLUMN "fund_id" integer;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "fund_id" integer;--> statement-breakpoint
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_draft_id_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."draft"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_taken_by_app_user_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation_key" ADD CONSTRAINT "allocation_key_legal_entity_id_legal_entity_id_fk" FOREIGN KEY ("legal_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation_key" ADD CONSTRAINT "allocation_key_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation_part" ADD CONSTRAINT "allocation_part_allocation_id_allocation_id_fk" FOREIGN KEY ("allocation_id") REFERENCES "public"."allocation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation_part" ADD CONSTRAINT "allocation_part_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation_part" ADD CONSTRAINT "allocation_part_fund_nav_id_fund_nav_id_fk" FOREIGN KEY ("fund_nav_id") REFERENCES "public"."fund_nav"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booked_taxes" ADD CONSTRAINT "booked_taxes_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepaid_journal" ADD CONSTRAINT "prepaid_journal_booked_by_app_user_id_fk" FOREIGN KEY ("booked_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepaid_line" ADD CONSTRAINT "prepaid_line_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prepaid_line" ADD CONSTRAINT "prepaid_line_journal_id_prepaid_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."prepaid_journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recoverable_vat" ADD CONSTRAINT "recoverable_vat_legal_entity_id_legal_entity_id_fk" FOREIGN KEY ("legal_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "allocation_draft" ON "allocation" USING btree ("draft_id");--> statement-breakpoint
CREATE UNIQUE INDEX "allocation_key_from" ON "allocation_key" USING btree ("legal_entity_id","fund_id","valid_from");--> statement-breakpoint
CREATE INDEX "prepaid_line_journal" ON "prepaid_line" USING btree ("journal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recoverable_vat_from" ON "recoverable_vat" USING btree ("legal_entity_id","valid_from");--> statement-breakpoint
ALTER TABLE "cost_line" ADD CONSTRAINT "cost_line_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What was taken or booked stays as it was.
CREATE TRIGGER allocation_immutable BEFORE UPDATE OR DELETE ON "allocation"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER allocation_part_immutable BEFORE UPDATE OR DELETE ON "allocation_part"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER prepaid_journal_immutable BEFORE UPDATE OR DELETE ON "prepaid_journal"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER prepaid_line_immutable BEFORE UPDATE OR DELETE ON "prepaid_line"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Sites that have the lists already get the new code, last of its list.
INSERT INTO "mapping" ("key", "code", "display", "sorting_order")
SELECT 'FEE_ALLOCATION', 'KEY', 'Sub-funds by fixed keys', max(sorting_order) + 1 FROM "mapping"
WHERE "key" = 'FEE_ALLOCATION' HAVING count(*) > 0
ON CONFLICT ("key", "code") DO NOTHING;

CREATE TABLE "invoice" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"draft_transaction_id" bigint,
	"supplier_id" integer NOT NULL,
	"is_supplier_fund" boolean DEFAULT false NOT NULL,
	"invoiced_entity_id" integer,
	"settling_entity_id" integer NOT NULL,
	"expense_type_id" integer NOT NULL,
	"routine_type_id" integer,
	"fees_type" text,
	"invoice_ref" text NOT NULL,
	"invoice_date" date NOT NULL,
	"received_date" date,
	"gl_date" date,
	"due_date" date,
	"payment_date" date,
	"currency" text NOT NULL,
	"gross_amount" numeric(18, 2) NOT NULL,
	"taxes" numeric(18, 2) NOT NULL,
	"net_amount" numeric(18, 2) NOT NULL,
	"pre_paid" boolean DEFAULT false NOT NULL,
	"already_paid" boolean DEFAULT false NOT NULL,
	"exclude_from_cash" boolean DEFAULT false NOT NULL,
	"allocation_rule" text,
	"posting_filter" text,
	"transaction_comment" text DEFAULT '' NOT NULL,
	"validating_user_a" integer,
	"validating_user_b" integer,
	"validation_date_a" date,
	"validation_date_b" date,
	"created_by" integer,
	"creation_date" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_row" (
	"id" bigint PRIMARY KEY NOT NULL,
	"event_date" timestamp with time zone NOT NULL,
	"invoice_date" date NOT NULL,
	"due_date" date,
	"gross_hundredths" bigint NOT NULL,
	"taxes_hundredths" bigint NOT NULL,
	"net_hundredths" bigint NOT NULL,
	"currency" text NOT NULL,
	"event_status" text NOT NULL,
	"lower_currency" text GENERATED ALWAYS AS (lower("currency")) STORED,
	"lower_event_status" text GENERATED ALWAYS AS (lower("event_status")) STORED,
	"provider" text NOT NULL,
	"settling_entity" text NOT NULL,
	"expense_type" text NOT NULL,
	"routine_type" text,
	"search" text GENERATED ALWAYS AS (lower(coalesce("provider", '') || chr(10) || coalesce("settling_entity", '') || chr(10) || coalesce("expense_type", '') || chr(10) || coalesce("routine_type", '') || chr(10) || coalesce("invoice_ref", '') || chr(10) || coalesce("currency", '') || chr(10) || coalesce("event_status", '') || chr(10) || coalesce("event_log", ''))) STORED,
	"lower_invoice_ref" text GENERATED ALWAYS AS (lower("invoice_ref")) STORED,
	"lower_provider" text GENERATED ALWAYS AS (lower("provider")) STORED,
	"lower_settling_entity" text GENERATED ALWAYS AS (lower("settling_entity")) STORED,
	"lower_expense_type" text GENERATED ALWAYS AS (lower("expense_type")) STORED,
	"lower_routine_type" text GENERATED ALWAYS AS (lower("routine_type")) STORED,
	"invoice_ref" text NOT NULL,
	"event_log" text NOT NULL,
	"log_order" text GENERATED ALWAYS AS (lower(left(event_log, 100))) STORED,
	"event_queue" text NOT NULL,
	"event_class" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_tally" (
	"tallied" text NOT NULL,
	"value" text NOT NULL,
	"currency" text NOT NULL,
	"event_status" text NOT NULL,
	"invoices" bigint NOT NULL,
	"gross_hundredths" numeric NOT NULL,
	"taxes_hundredths" numeric NOT NULL,
	"net_hundredths" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_layout" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_layout_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_supplier_id_legal_entity_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_invoiced_entity_id_legal_entity_id_fk" FOREIGN KEY ("invoiced_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_settling_entity_id_legal_entity_id_fk" FOREIGN KEY ("settling_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_expense_type_id_expense_type_id_fk" FOREIGN KEY ("expense_type_id") REFERENCES "public"."expense_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_routine_type_id_routine_type_id_fk" FOREIGN KEY ("routine_type_id") REFERENCES "public"."routine_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_validating_user_a_client_validator_id_fk" FOREIGN KEY ("validating_user_a") REFERENCES "public"."client_validator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_validating_user_b_client_validator_id_fk" FOREIGN KEY ("validating_user_b") REFERENCES "public"."client_validator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_layout" ADD CONSTRAINT "saved_layout_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_draft" ON "invoice" USING btree ("draft_transaction_id") WHERE draft_transaction_id is not null;--> statement-breakpoint
CREATE INDEX "invoice_supplier" ON "invoice" USING btree ("supplier_id","invoice_date");--> statement-breakpoint
CREATE INDEX "invoice_settling" ON "invoice" USING btree ("settling_entity_id","invoice_date");--> statement-breakpoint
CREATE INDEX "invoice_row_currency" ON "invoice_row" USING btree ("lower_currency","id");--> statement-breakpoint
CREATE INDEX "invoice_row_status" ON "invoice_row" USING btree ("lower_event_status","id");--> statement-breakpoint
CREATE INDEX "invoice_row_settling" ON "invoice_row" USING btree ("lower_settling_entity","id");--> statement-breakpoint
CREATE INDEX "invoice_row_provider" ON "invoice_row" USING btree ("lower_provider","id");--> statement-breakpoint
CREATE INDEX "invoice_row_expense" ON "invoice_row" USING btree ("lower_expense_type","id");--> statement-breakpoint
CREATE INDEX "invoice_row_routine" ON "invoice_row" USING btree ("lower_routine_type","id");--> statement-breakpoint
CREATE INDEX "invoice_row_routine_down" ON "invoice_row" USING btree ("lower_routine_type" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "invoice_row_ref" ON "invoice_row" USING btree ("lower_invoice_ref","id");--> statement-breakpoint
CREATE INDEX "invoice_row_log" ON "invoice_row" USING btree ("log_order","id");--> statement-breakpoint
CREATE INDEX "invoice_row_date" ON "invoice_row" USING btree ("invoice_date","id");--> statement-breakpoint
CREATE INDEX "invoice_row_due" ON "invoice_row" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX "invoice_row_due_down" ON "invoice_row" USING btree ("due_date" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "invoice_row_gross" ON "invoice_row" USING btree ("gross_hundredths","id");--> statement-breakpoint
CREATE INDEX "invoice_row_taxes" ON "invoice_row" USING btree ("taxes_hundredths","id");--> statement-breakpoint
CREATE INDEX "invoice_row_net" ON "invoice_row" USING btree ("net_hundredths","id");--> statement-breakpoint
CREATE INDEX "invoice_row_updated" ON "invoice_row" USING btree ("event_date","id");--> statement-breakpoint
CREATE INDEX "invoice_tally_value" ON "invoice_tally" USING btree ("tallied","value");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_layout_name" ON "saved_layout" USING btree ("user_id","key","name");
--> statement-breakpoint
-- By hand from here.
-- Searches for parts of texts. A server that lacks the extension, or forbids it, is only slower at them.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX invoice_row_search ON invoice_row USING gin (search gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN NULL;
END $$;
--> statement-breakpoint
-- What an invoice counts for: each column that groups, with its value as text; each counts by currency and status too.
CREATE FUNCTION invoice_values(r invoice_row) RETURNS TABLE (tallied text, value text) LANGUAGE sql STABLE AS $$
  SELECT * FROM (VALUES
    ('provider', r.provider),
    ('settling_entity', r.settling_entity),
    ('expense_type', r.expense_type),
    ('routine_type', coalesce(r.routine_type, '')),
    ('invoice_date', r.invoice_date::text),
    ('due_date', coalesce(r.due_date::text, '')),
    ('event_status', r.event_status)) AS v
$$;
--> statement-breakpoint
-- Adds what there is more and takes away what there is less; what stays as it was is not written.
CREATE FUNCTION tally_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO invoice_tally
      (tallied, value, currency, event_status, invoices, gross_hundredths, taxes_hundredths, net_hundredths)
    SELECT v.tallied, v.value, r.currency, r.event_status,
      count(*), sum(r.gross_hundredths), sum(r.taxes_hundredths), sum(r.net_hundredths)
    FROM added r, invoice_values(r) v GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO invoice_tally
      (tallied, value, currency, event_status, invoices, gross_hundredths, taxes_hundredths, net_hundredths)
    SELECT v.tallied, v.value, r.currency, r.event_status,
      -count(*), -sum(r.gross_hundredths), -sum(r.taxes_hundredths), -sum(r.net_hundredths)
    FROM removed r, invoice_values(r) v GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO invoice_tally
      (tallied, value, currency, event_status, invoices, gross_hundredths, taxes_hundredths, net_hundredths)
    SELECT tallied, value, currency, event_status, sum(n), sum(n * gross), sum(n * taxes), sum(n * net)
    FROM (
      SELECT 1 AS n, v.*, r.currency, r.event_status,
        r.gross_hundredths AS gross, r.taxes_hundredths AS taxes, r.net_hundredths AS net
      FROM added r, invoice_values(r) v
      UNION ALL
      SELECT -1, v.*, r.currency, r.event_status, r.gross_hundredths, r.taxes_hundredths, r.net_hundredths
      FROM removed r, invoice_values(r) v
    ) AS changed
    GROUP BY 1, 2, 3, 4
    HAVING (sum(n), sum(n * gross), sum(n * taxes), sum(n * net)) <> (0, 0, 0, 0);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoice_row_added AFTER INSERT ON invoice_row
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_invoices();
--> statement-breakpoint
CREATE TRIGGER invoice_row_changed AFTER UPDATE ON invoice_row
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_invoices();
--> statement-breakpoint
CREATE TRIGGER invoice_row_removed AFTER DELETE ON invoice_row
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_invoices();

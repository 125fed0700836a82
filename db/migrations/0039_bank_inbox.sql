CREATE TABLE "bank_document" (
	"sha256" text PRIMARY KEY NOT NULL,
	"answer_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"message_id" text NOT NULL,
	"created_on" date
);
--> statement-breakpoint
CREATE TABLE "bank_entry" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"answer_id" integer NOT NULL,
	"document_sha256" text NOT NULL,
	"statement_id" integer,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"status" text NOT NULL,
	"code" text,
	"account" text DEFAULT '' NOT NULL,
	"entity_id" integer,
	"direction" text,
	"amount" numeric(18, 2),
	"currency" text,
	"instructed_amount" numeric(18, 2),
	"instructed_currency" text,
	"exchange_rate" numeric,
	"charges" numeric(18, 2),
	"charges_currency" text,
	"booking_date" date,
	"value_date" date,
	"counterparty" text DEFAULT '' NOT NULL,
	"counterparty_account" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"end_to_end_id" text,
	"instruction_id" text,
	"message_id" text,
	"group_id" text,
	"bank_reference" text,
	"reason_code" text,
	"reason_text" text DEFAULT '' NOT NULL,
	"outcome" text NOT NULL,
	"words" text NOT NULL,
	"payment_id" integer,
	"invoice_id" bigint,
	"repeats" bigint,
	"paired_with" bigint,
	"topic" text,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"proposal" jsonb,
	"owner_id" integer,
	"explained_as" text,
	"explained_by" integer,
	"explained_at" timestamp with time zone,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "bank_entry_outcome" CHECK ("bank_entry"."outcome" in ('accepted', 'rejected', 'settled', 'returned', 'matched', 'information', 'inbox'))
);
--> statement-breakpoint
CREATE TABLE "bank_month" (
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"month_end" date NOT NULL,
	"closed_by" integer NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closing" numeric(18, 2) NOT NULL,
	CONSTRAINT "bank_month_account_currency_month_end_pk" PRIMARY KEY("account","currency","month_end")
);
--> statement-breakpoint
CREATE TABLE "bank_posting" (
	"entry_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(18, 2) NOT NULL,
	"payment_id" integer,
	"invoice_id" bigint,
	"text" text DEFAULT '' NOT NULL,
	CONSTRAINT "bank_posting_entry_id_position_pk" PRIMARY KEY("entry_id","position")
);
--> statement-breakpoint
CREATE TABLE "bank_statement" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_statement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"answer_id" integer NOT NULL,
	"document_sha256" text NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"entity_id" integer NOT NULL,
	"number" text,
	"opening_day" date,
	"opening" numeric(18, 2),
	"closing_day" date,
	"closing" numeric(18, 2),
	"from_day" date,
	"to_day" date,
	"entries" integer NOT NULL,
	"total" numeric(18, 2) NOT NULL,
	"difference" numeric(18, 2),
	"gap" numeric(18, 2)
);
--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_state";--> statement-breakpoint
DROP INDEX "payment_once";--> statement-breakpoint
ALTER TABLE "bank_answer" ADD COLUMN "counts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_answer" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "booked_amount" numeric(18, 2);--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "booked_currency" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "exchange_rate" numeric;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "bank_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "attempt_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_document" ADD CONSTRAINT "bank_document_answer_id_bank_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_answer_id_bank_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_document_sha256_bank_document_sha256_fk" FOREIGN KEY ("document_sha256") REFERENCES "public"."bank_document"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_statement_id_bank_statement_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statement"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_entity_id_legal_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_owner_id_app_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_explained_by_app_user_id_fk" FOREIGN KEY ("explained_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_month" ADD CONSTRAINT "bank_month_closed_by_app_user_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_posting" ADD CONSTRAINT "bank_posting_entry_id_bank_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bank_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_posting" ADD CONSTRAINT "bank_posting_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_posting" ADD CONSTRAINT "bank_posting_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement" ADD CONSTRAINT "bank_statement_answer_id_bank_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement" ADD CONSTRAINT "bank_statement_document_sha256_bank_document_sha256_fk" FOREIGN KEY ("document_sha256") REFERENCES "public"."bank_document"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement" ADD CONSTRAINT "bank_statement_entity_id_legal_entity_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_document_answer" ON "bank_document" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "bank_entry_answer" ON "bank_entry" USING btree ("answer_id","id");--> statement-breakpoint
CREATE INDEX "bank_entry_statement" ON "bank_entry" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "bank_entry_account" ON "bank_entry" USING btree ("account","booking_date");--> statement-breakpoint
CREATE INDEX "bank_entry_amount" ON "bank_entry" USING btree ("account","amount");--> statement-breakpoint
CREATE INDEX "bank_entry_payment" ON "bank_entry" USING btree ("payment_id") WHERE "bank_entry"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_entry_invoice" ON "bank_entry" USING btree ("invoice_id") WHERE "bank_entry"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_entry_unexplained" ON "bank_entry" USING btree ("account") WHERE "bank_entry"."outcome" = 'inbox' and "bank_entry"."explained_at" is null;--> statement-breakpoint
CREATE INDEX "bank_posting_payment" ON "bank_posting" USING btree ("payment_id") WHERE "bank_posting"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_posting_invoice" ON "bank_posting" USING btree ("invoice_id") WHERE "bank_posting"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_statement_account" ON "bank_statement" USING btree ("account","currency","closing_day");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_once" ON "payment" USING btree ("invoice_id") WHERE "payment"."state" not in ('taken out', 'rejected', 'returned');--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_state" CHECK ("payment"."state" in ('planned', 'taken out', 'sent', 'accepted', 'rejected', 'paid', 'returned'));--> statement-breakpoint
-- What was approved stays as it was. What a bank answered changes only where a bank, or two treasurers, say otherwise.
CREATE OR REPLACE FUNCTION payment_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payments are never deleted';
  END IF;
  IF (NEW.run_id, NEW.invoice_id, NEW.end_to_end_id, NEW.amount, NEW.currency, NEW.account_hash,
      NEW.debtor_name, NEW.debtor_iban, NEW.debtor_bic, NEW.creditor_name, NEW.creditor_iban, NEW.creditor_bic,
      NEW.attempt, NEW.attempt_reason)
    IS DISTINCT FROM
     (OLD.run_id, OLD.invoice_id, OLD.end_to_end_id, OLD.amount, OLD.currency, OLD.account_hash,
      OLD.debtor_name, OLD.debtor_iban, OLD.debtor_bic, OLD.creditor_name, OLD.creditor_iban, OLD.creditor_bic,
      OLD.attempt, OLD.attempt_reason) THEN
    RAISE EXCEPTION 'amount and accounts of a payment never change';
  END IF;
  IF OLD.state IN ('paid', 'rejected', 'taken out', 'returned') AND NEW.state <> OLD.state
    AND (OLD.state, NEW.state) NOT IN (('paid', 'returned'), ('paid', 'rejected'), ('paid', 'sent'),
      ('rejected', 'paid'), ('rejected', 'sent'), ('rejected', 'returned'),
      ('returned', 'paid'), ('returned', 'rejected'), ('taken out', 'paid'), ('taken out', 'returned')) THEN
    RAISE EXCEPTION 'a payment that is % does not become %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- What the bank said, and how it was judged, stays; only who takes care of it and what explains it is added.
CREATE FUNCTION bank_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text[] := ARRAY['payment_id', 'invoice_id', 'paired_with', 'proposal', 'owner_id',
    'explained_as', 'explained_by', 'explained_at', 'comment'];
BEGIN
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) - added IS DISTINCT FROM to_jsonb(OLD) - added THEN
    RAISE EXCEPTION 'entries of banks are never changed or removed';
  END IF;
  IF OLD.explained_at IS NOT NULL AND NEW IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'an entry that is explained stays so';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_entry_stays BEFORE UPDATE OR DELETE ON bank_entry FOR EACH ROW EXECUTE FUNCTION bank_entry_stays();
--> statement-breakpoint
CREATE TRIGGER bank_document_immutable BEFORE UPDATE OR DELETE ON bank_document FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bank_statement_immutable BEFORE UPDATE OR DELETE ON bank_statement FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bank_posting_immutable BEFORE UPDATE OR DELETE ON bank_posting FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Invoices under way keep their version of the workflow, and banks return their money too.
INSERT INTO workflow_step (definition_id, sorting_order, name, display, from_queue, from_status, to_queue, to_status,
  to_class, acting_queue, function_id, comment_required, opens_round, condition, effect)
SELECT version.id, last.sorting_order + step.at, step.name, step.display, step.from_queue, step.from_status,
  step.to_queue, step.to_status, step.to_class, step.acting_queue, 'transactiondashboard', step.comment_required,
  step.opens_round, step.condition, step.effect
FROM workflow_definition version
CROSS JOIN LATERAL (SELECT max(sorting_order) AS sorting_order FROM workflow_step
  WHERE definition_id = version.id) last
CROSS JOIN (VALUES
  (1, 'returned by the bank', 'Returned by the bank', 'SYSTEM', 'PAID', 'PAYMENT', 'RETURNED', 'warning', 'SYSTEM',
    false, false, NULL, NULL),
  (2, 'pay again', 'Pay again', 'PAYMENT', 'RETURNED', 'PAYMENT', 'TO APPROVE', 'pending', 'PAYMENT',
    false, true, 'account confirmed', NULL),
  (3, 'cancel', 'Cancel', 'PAYMENT', 'RETURNED', 'SYSTEM', 'CANCELLED', 'failed', 'PAYMENT',
    false, false, NULL, NULL),
  (4, 'keep', 'Keep as paid', 'PAYMENT', 'RETURNED', 'SYSTEM', 'PAID', 'validated', 'PAYMENT',
    true, false, NULL, 'restore the payment date')
) AS step (at, name, display, from_queue, from_status, to_queue, to_status, to_class, acting_queue,
  comment_required, opens_round, condition, effect)
WHERE version.kind = 'invoice';
--> statement-breakpoint
-- The inbox on a site that has its pages already: for those who work with payment runs, and readers for finance.
INSERT INTO ux_function (id, name, domain, domain_type, routing, ux_sort_order, is_domain)
SELECT 'bankinbox', 'Bank inbox', 'Bank inbox', 'Expenses', NULL, 47, true
WHERE EXISTS (SELECT FROM ux_function) ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO authorisation (user_id, function_id, may_add, may_update, may_delete)
SELECT user_id, 'bankinbox', false, may_update, false FROM authorisation WHERE function_id = 'payments'
  AND EXISTS (SELECT FROM ux_function WHERE id = 'bankinbox') ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO authorisation (user_id, function_id, may_add, may_update, may_delete)
SELECT id, 'bankinbox', false, false, false FROM app_user WHERE role = 'FINANCE'
  AND EXISTS (SELECT FROM ux_function WHERE id = 'bankinbox') ON CONFLICT DO NOTHING;

CREATE TABLE "account_balance" (
	"iban" text NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"balance" numeric(18, 2) NOT NULL,
	"answer_id" integer NOT NULL,
	CONSTRAINT "account_balance_iban_currency_day_pk" PRIMARY KEY("iban","currency","day")
);
--> statement-breakpoint
CREATE TABLE "bank_answer" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_answer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"message_id" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"lines" jsonb NOT NULL,
	"received_by" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_answer_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" bigint NOT NULL,
	"invoice_id" bigint NOT NULL,
	"end_to_end_id" text NOT NULL,
	"amount" numeric(18, 2) NOT NULL,
	"currency" text NOT NULL,
	"debtor_name" text NOT NULL,
	"debtor_iban" text NOT NULL,
	"debtor_bic" text NOT NULL,
	"creditor_name" text NOT NULL,
	"creditor_iban" text NOT NULL,
	"creditor_bic" text NOT NULL,
	"account_hash" text NOT NULL,
	"invoice_ref" text NOT NULL,
	"group_id" text,
	"state" text DEFAULT 'planned' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"value_date" date,
	"bank_reference" text,
	"update_date" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_end_to_end_id_unique" UNIQUE("end_to_end_id"),
	CONSTRAINT "payment_state" CHECK ("payment"."state" in ('planned', 'taken out', 'sent', 'accepted', 'rejected', 'paid'))
);
--> statement-breakpoint
CREATE TABLE "payment_file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" bigint NOT NULL,
	"message_id" text NOT NULL,
	"debtor_iban" text NOT NULL,
	"currency" text NOT NULL,
	"payments" integer NOT NULL,
	"total" numeric(18, 2) NOT NULL,
	"document_id" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "payment_file_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "payment_run" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"execution_date" date NOT NULL,
	"created_by" integer NOT NULL,
	"creation_date" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_balance" ADD CONSTRAINT "account_balance_answer_id_bank_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_answer" ADD CONSTRAINT "bank_answer_received_by_app_user_id_fk" FOREIGN KEY ("received_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_run_id_payment_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_file" ADD CONSTRAINT "payment_file_run_id_payment_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run" ADD CONSTRAINT "payment_run_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_run_rows" ON "payment" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "payment_group" ON "payment" USING btree ("group_id") WHERE "payment"."group_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_invoice" ON "payment" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_once" ON "payment" USING btree ("invoice_id") WHERE "payment"."state" not in ('taken out', 'rejected');--> statement-breakpoint
CREATE INDEX "payment_file_run" ON "payment_file" USING btree ("run_id");--> statement-breakpoint
-- What was approved stays as it was, and what is paid stays paid.
CREATE FUNCTION payment_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payments are never deleted';
  END IF;
  IF (NEW.run_id, NEW.invoice_id, NEW.end_to_end_id, NEW.amount, NEW.currency, NEW.account_hash,
      NEW.debtor_name, NEW.debtor_iban, NEW.debtor_bic, NEW.creditor_name, NEW.creditor_iban, NEW.creditor_bic)
    IS DISTINCT FROM
     (OLD.run_id, OLD.invoice_id, OLD.end_to_end_id, OLD.amount, OLD.currency, OLD.account_hash,
      OLD.debtor_name, OLD.debtor_iban, OLD.debtor_bic, OLD.creditor_name, OLD.creditor_iban, OLD.creditor_bic) THEN
    RAISE EXCEPTION 'amount and accounts of a payment never change';
  END IF;
  IF OLD.state IN ('paid', 'rejected', 'taken out') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'a payment that is % stays so', OLD.state;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_stays BEFORE UPDATE OR DELETE ON "payment" FOR EACH ROW EXECUTE FUNCTION payment_stays();

CREATE TABLE "payment_credit" (
	"payment_id" integer NOT NULL,
	"credit_id" bigint NOT NULL,
	"amount" numeric(18, 2) NOT NULL,
	CONSTRAINT "payment_credit_payment_id_credit_id_pk" PRIMARY KEY("payment_id","credit_id"),
	CONSTRAINT "payment_credit_amount" CHECK ("payment_credit"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_credit" ADD CONSTRAINT "payment_credit_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_credit" ADD CONSTRAINT "payment_credit_credit_id_invoice_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_credit_used" ON "payment_credit" USING btree ("credit_id");--> statement-breakpoint
-- What was approved and sent stays as it was: a payment that ends unpaid frees its credits by its state.
CREATE TRIGGER payment_credit_stays BEFORE UPDATE OR DELETE ON "payment_credit" FOR EACH ROW EXECUTE FUNCTION refuse_change();

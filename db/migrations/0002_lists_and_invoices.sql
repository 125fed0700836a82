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
	"gross_amount" numeric(20, 2) NOT NULL,
	"taxes" numeric(20, 2) NOT NULL,
	"net_amount" numeric(20, 2) NOT NULL,
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
	"provider" text NOT NULL,
	"supplier_jurisdiction" text,
	"is_supplier_fund" boolean NOT NULL,
	"invoiced_entity" text,
	"settling_entity" text NOT NULL,
	"expense_type" text NOT NULL,
	"category" text,
	"routine_type" text,
	"invoice_ref" text NOT NULL,
	"invoice_date" date NOT NULL,
	"due_date" date,
	"currency" text NOT NULL,
	"gross_amount" numeric(20, 2) NOT NULL,
	"taxes" numeric(20, 2) NOT NULL,
	"net_amount" numeric(20, 2) NOT NULL,
	"event_date" timestamp with time zone NOT NULL,
	"event_log" text NOT NULL,
	"event_status" text NOT NULL,
	"event_queue" text NOT NULL,
	"event_class" text NOT NULL,
	"last_user" text NOT NULL
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
ALTER TABLE "invoice_row" ADD CONSTRAINT "invoice_row_id_invoice_id_fk" FOREIGN KEY ("id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_layout" ADD CONSTRAINT "saved_layout_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_draft" ON "invoice" USING btree ("draft_transaction_id");--> statement-breakpoint
CREATE INDEX "invoice_supplier" ON "invoice" USING btree ("supplier_id","invoice_date");--> statement-breakpoint
CREATE INDEX "invoice_settling" ON "invoice" USING btree ("settling_entity_id","invoice_date");--> statement-breakpoint
CREATE INDEX "invoice_row_provider" ON "invoice_row" USING btree (lower("provider"),"id");--> statement-breakpoint
CREATE INDEX "invoice_row_settling" ON "invoice_row" USING btree (lower("settling_entity"),"id");--> statement-breakpoint
CREATE INDEX "invoice_row_expense" ON "invoice_row" USING btree (lower("expense_type"),"id");--> statement-breakpoint
CREATE INDEX "invoice_row_routine" ON "invoice_row" USING btree (lower("routine_type"),"id");--> statement-breakpoint
CREATE INDEX "invoice_row_routine_down" ON "invoice_row" USING btree (lower("routine_type") desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "invoice_row_date" ON "invoice_row" USING btree ("invoice_date","id");--> statement-breakpoint
CREATE INDEX "invoice_row_ref" ON "invoice_row" USING btree (lower("invoice_ref"),"id");--> statement-breakpoint
CREATE INDEX "invoice_row_currency" ON "invoice_row" USING btree (lower("currency"),"id");--> statement-breakpoint
CREATE INDEX "invoice_row_gross" ON "invoice_row" USING btree ("gross_amount","id");--> statement-breakpoint
CREATE INDEX "invoice_row_due" ON "invoice_row" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX "invoice_row_due_down" ON "invoice_row" USING btree ("due_date" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "invoice_row_taxes" ON "invoice_row" USING btree ("taxes","id");--> statement-breakpoint
CREATE INDEX "invoice_row_net" ON "invoice_row" USING btree ("net_amount","id");--> statement-breakpoint
CREATE INDEX "invoice_row_updated" ON "invoice_row" USING btree ("event_date","id");--> statement-breakpoint
CREATE INDEX "invoice_row_log" ON "invoice_row" USING btree (lower(left("event_log", 200)),"id");--> statement-breakpoint
CREATE INDEX "invoice_row_status" ON "invoice_row" USING btree (lower("event_status"),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_layout_name" ON "saved_layout" USING btree ("user_id","key","name");
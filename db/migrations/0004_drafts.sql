CREATE TABLE "cost_line" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cost_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"draft_id" bigint NOT NULL,
	"fees_type" text NOT NULL,
	"gross_amount" numeric(18, 2) NOT NULL,
	"taxes" numeric(18, 2) NOT NULL,
	"net_amount" numeric(18, 2) NOT NULL,
	"comment" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draft" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"supplier_id" integer,
	"is_supplier_fund" boolean DEFAULT false NOT NULL,
	"invoiced_entity_id" integer,
	"settling_entity_id" integer,
	"expense_type_id" integer,
	"routine_type_id" integer,
	"invoice_ref" text,
	"ref_key" text GENERATED ALWAYS AS (ltrim(upper(regexp_replace(invoice_ref, '[^[:alnum:]]+', '', 'g')), '0')) STORED,
	"invoice_date" date,
	"received_date" date,
	"gl_date" date,
	"due_date" date,
	"payment_date" date,
	"service_from" date,
	"service_to" date,
	"currency" text,
	"gross_amount" numeric(18, 2),
	"taxes" numeric(18, 2),
	"net_amount" numeric(18, 2),
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
	"revision" integer DEFAULT 1 NOT NULL,
	"recreated_from" bigint,
	"created_by" integer,
	"creation_date" timestamp with time zone NOT NULL,
	"updated_by" integer,
	"update_date" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draft_einvoice" (
	"draft_id" bigint PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"profile" text,
	"fields" jsonb NOT NULL,
	"adds_up" boolean NOT NULL,
	"fault" text,
	"confirmed_by" integer,
	"confirmed_at" timestamp with time zone,
	"confirm_comment" text
);
--> statement-breakpoint
CREATE TABLE "mapping" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mapping_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"code" text NOT NULL,
	"display" text NOT NULL,
	"sorting_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authorisation_rule" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "authorisation_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"legal_entity_id" integer NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"currency" text NOT NULL,
	"amount_from" numeric(18, 2) NOT NULL,
	"amount_to" numeric(18, 2),
	"rule" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signatory" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signatory_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"validator_id" integer NOT NULL,
	"signatory_class" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date
);
--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "ref_key" text GENERATED ALWAYS AS (ltrim(upper(regexp_replace(invoice_ref, '[^[:alnum:]]+', '', 'g')), '0')) STORED;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "service_from" date;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "service_to" date;--> statement-breakpoint
ALTER TABLE "cost_line" ADD CONSTRAINT "cost_line_draft_id_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."draft"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_supplier_id_legal_entity_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_invoiced_entity_id_legal_entity_id_fk" FOREIGN KEY ("invoiced_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_settling_entity_id_legal_entity_id_fk" FOREIGN KEY ("settling_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_expense_type_id_expense_type_id_fk" FOREIGN KEY ("expense_type_id") REFERENCES "public"."expense_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_routine_type_id_routine_type_id_fk" FOREIGN KEY ("routine_type_id") REFERENCES "public"."routine_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_validating_user_a_client_validator_id_fk" FOREIGN KEY ("validating_user_a") REFERENCES "public"."client_validator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_validating_user_b_client_validator_id_fk" FOREIGN KEY ("validating_user_b") REFERENCES "public"."client_validator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_updated_by_app_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_einvoice" ADD CONSTRAINT "draft_einvoice_draft_id_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."draft"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_einvoice" ADD CONSTRAINT "draft_einvoice_confirmed_by_app_user_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorisation_rule" ADD CONSTRAINT "authorisation_rule_legal_entity_id_legal_entity_id_fk" FOREIGN KEY ("legal_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatory" ADD CONSTRAINT "signatory_validator_id_client_validator_id_fk" FOREIGN KEY ("validator_id") REFERENCES "public"."client_validator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cost_line_draft" ON "cost_line" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "draft_ref_key" ON "draft" USING btree ("ref_key","supplier_id");--> statement-breakpoint
CREATE INDEX "draft_amount" ON "draft" USING btree ("gross_amount","invoice_date");--> statement-breakpoint
CREATE UNIQUE INDEX "draft_recreated_from" ON "draft" USING btree ("recreated_from");--> statement-breakpoint
CREATE UNIQUE INDEX "mapping_code" ON "mapping" USING btree ("key","code");--> statement-breakpoint
CREATE UNIQUE INDEX "authorisation_rule_band" ON "authorisation_rule" USING btree ("legal_entity_id","currency","valid_from","amount_from");--> statement-breakpoint
CREATE UNIQUE INDEX "signatory_validity" ON "signatory" USING btree ("validator_id","valid_from");--> statement-breakpoint
CREATE INDEX "signatory_validator" ON "signatory" USING btree ("validator_id");--> statement-breakpoint
CREATE INDEX "invoice_ref_key" ON "invoice" USING btree ("ref_key","supplier_id");
CREATE TABLE "bank_account" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"legal_entity_id" integer NOT NULL,
	"iso3_currency" text NOT NULL,
	"bic" text NOT NULL,
	"iban" text NOT NULL,
	"updated_by" integer,
	"creation_date" timestamp with time zone NOT NULL,
	"update_date" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budget" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"settling_entity_id" integer,
	"supplier_id" integer,
	"routine_type_id" integer,
	"expense_type_id" integer,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"currency" text NOT NULL,
	"amount_type" text NOT NULL,
	"budget" numeric(18, 2) NOT NULL,
	"treshold" numeric(5, 2) NOT NULL,
	"client_validation" boolean NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" integer,
	"creation_date" timestamp with time zone NOT NULL,
	"updated_by" integer,
	"update_date" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "budget_override" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "budget_override_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"draft_id" bigint NOT NULL,
	"budget_id" bigint NOT NULL,
	"counted" numeric(18, 2) NOT NULL,
	"excess" numeric(18, 2) NOT NULL,
	"comment" text NOT NULL,
	"created_by" integer NOT NULL,
	"creation_date" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budget_term" (
	"budget_id" bigint PRIMARY KEY NOT NULL,
	"settling_entity_id" integer,
	"supplier_id" integer,
	"routine_type_id" integer,
	"expense_type_id" integer,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"currency" text NOT NULL,
	"amount_type" text NOT NULL,
	"budget" numeric(18, 2) NOT NULL,
	"treshold" numeric(5, 2) NOT NULL,
	"client_validation" boolean NOT NULL,
	"approved_by" integer NOT NULL,
	"approved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bank_account" ADD CONSTRAINT "bank_account_legal_entity_id_legal_entity_id_fk" FOREIGN KEY ("legal_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_account" ADD CONSTRAINT "bank_account_updated_by_app_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget" ADD CONSTRAINT "budget_settling_entity_id_legal_entity_id_fk" FOREIGN KEY ("settling_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget" ADD CONSTRAINT "budget_supplier_id_legal_entity_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget" ADD CONSTRAINT "budget_routine_type_id_routine_type_id_fk" FOREIGN KEY ("routine_type_id") REFERENCES "public"."routine_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget" ADD CONSTRAINT "budget_expense_type_id_expense_type_id_fk" FOREIGN KEY ("expense_type_id") REFERENCES "public"."expense_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget" ADD CONSTRAINT "budget_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget" ADD CONSTRAINT "budget_updated_by_app_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_override" ADD CONSTRAINT "budget_override_draft_id_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."draft"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_override" ADD CONSTRAINT "budget_override_budget_id_budget_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."budget"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_override" ADD CONSTRAINT "budget_override_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_term" ADD CONSTRAINT "budget_term_budget_id_budget_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."budget"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_term" ADD CONSTRAINT "budget_term_settling_entity_id_legal_entity_id_fk" FOREIGN KEY ("settling_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_term" ADD CONSTRAINT "budget_term_supplier_id_legal_entity_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_term" ADD CONSTRAINT "budget_term_routine_type_id_routine_type_id_fk" FOREIGN KEY ("routine_type_id") REFERENCES "public"."routine_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_term" ADD CONSTRAINT "budget_term_expense_type_id_expense_type_id_fk" FOREIGN KEY ("expense_type_id") REFERENCES "public"."expense_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_term" ADD CONSTRAINT "budget_term_approved_by_app_user_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_number" ON "bank_account" USING btree ("legal_entity_id","iso3_currency","iban");--> statement-breakpoint
CREATE INDEX "bank_account_entity" ON "bank_account" USING btree ("legal_entity_id");--> statement-breakpoint
CREATE INDEX "budget_settling" ON "budget" USING btree ("settling_entity_id","from_date");--> statement-breakpoint
CREATE INDEX "budget_override_draft" ON "budget_override" USING btree ("draft_id","budget_id");--> statement-breakpoint
CREATE INDEX "budget_term_settling" ON "budget_term" USING btree ("settling_entity_id","from_date");
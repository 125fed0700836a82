CREATE TABLE "expense_account" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "expense_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"expense_type_id" integer NOT NULL,
	"holds" text NOT NULL,
	"account_prefix" text NOT NULL,
	"legal_entity_id" integer,
	"fund_id" integer,
	CONSTRAINT "expense_account_of" UNIQUE NULLS NOT DISTINCT("expense_type_id","holds","account_prefix","legal_entity_id","fund_id")
);
--> statement-breakpoint
ALTER TABLE "expense_account" ADD CONSTRAINT "expense_account_expense_type_id_expense_type_id_fk" FOREIGN KEY ("expense_type_id") REFERENCES "public"."expense_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_account" ADD CONSTRAINT "expense_account_legal_entity_id_legal_entity_id_fk" FOREIGN KEY ("legal_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_account" ADD CONSTRAINT "expense_account_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;
CREATE SEQUENCE "public"."object_id" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "api_token" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_token_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"read_only" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_token_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_name" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text NOT NULL,
	"homepage" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "app_user_user_name_unique" UNIQUE("user_name")
);
--> statement-breakpoint
CREATE TABLE "authorisation" (
	"user_id" integer NOT NULL,
	"function_id" text NOT NULL,
	"may_add" boolean NOT NULL,
	"may_update" boolean NOT NULL,
	"may_delete" boolean NOT NULL,
	CONSTRAINT "authorisation_user_id_function_id_pk" PRIMARY KEY("user_id","function_id")
);
--> statement-breakpoint
CREATE TABLE "pending_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"requested_by" integer,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decision" text
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_queue" (
	"user_id" integer NOT NULL,
	"queue" text NOT NULL,
	CONSTRAINT "user_queue_user_id_queue_pk" PRIMARY KEY("user_id","queue")
);
--> statement-breakpoint
CREATE TABLE "ux_function" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"domain" text NOT NULL,
	"domain_type" text NOT NULL,
	"is_domain" boolean NOT NULL,
	"routing" text,
	"ux_sort_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"file_type" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "document_chunk" (
	"sha256" text NOT NULL,
	"seq" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "document_chunk_sha256_seq_pk" PRIMARY KEY("sha256","seq")
);
--> statement-breakpoint
CREATE TABLE "document_content" (
	"sha256" text PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"media_type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_prefix" (
	"prefix" text PRIMARY KEY NOT NULL,
	"account_class" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "benchmark_level" (
	"benchmark" text NOT NULL,
	"date" date NOT NULL,
	"level" numeric NOT NULL,
	CONSTRAINT "benchmark_level_benchmark_date_pk" PRIMARY KEY("benchmark","date")
);
--> statement-breakpoint
CREATE TABLE "calendar_holiday" (
	"calendar" text NOT NULL,
	"date" date NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	CONSTRAINT "calendar_holiday_calendar_date_pk" PRIMARY KEY("calendar","date")
);
--> statement-breakpoint
CREATE TABLE "client_validator" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_validator_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"legal_entity_id" integer NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"is_retired" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "currency" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_rate" (
	"currency" text NOT NULL,
	"date" date NOT NULL,
	"rate" numeric NOT NULL,
	CONSTRAINT "exchange_rate_currency_date_pk" PRIMARY KEY("currency","date")
);
--> statement-breakpoint
CREATE TABLE "expense_type" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "expense_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"category" text,
	CONSTRAINT "expense_type_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "fund" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"type" text NOT NULL,
	"regime" text NOT NULL,
	"provider" text NOT NULL,
	"client_validation" boolean NOT NULL,
	"accountant" text,
	"benchmark" text,
	CONSTRAINT "fund_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "isae_check" (
	"rank" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"queue" text NOT NULL,
	"auto" text
);
--> statement-breakpoint
CREATE TABLE "kpi_comment" (
	"id" integer PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"value" text NOT NULL,
	"free_comment_required" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kpi_method" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_entity" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "legal_entity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"jurisdiction" text,
	"vat_number" text,
	"dead_date" date,
	CONSTRAINT "legal_entity_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "reason" (
	"code" text PRIMARY KEY NOT NULL,
	"display" text NOT NULL,
	"sorting_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "routine_type" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "routine_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "routine_type_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "share_class" (
	"code" text PRIMARY KEY NOT NULL,
	"fund_id" integer NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"decimals" integer NOT NULL,
	"active_from" date,
	"active_to" date,
	"reference" boolean NOT NULL,
	"hedged" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balance_line" (
	"control_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"account_number" text NOT NULL,
	"account_name" text NOT NULL,
	"currency" text NOT NULL,
	"debtor" numeric NOT NULL,
	"creditor" numeric NOT NULL,
	CONSTRAINT "balance_line_control_id_row_pk" PRIMARY KEY("control_id","row")
);
--> statement-breakpoint
CREATE TABLE "fund_nav" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"fund_id" integer NOT NULL,
	"nav_date" date NOT NULL,
	"max_prebalance_date" date,
	"max_sending_date" date,
	"document_reception_date" date,
	"client_validation_date" date,
	"current_control_id" bigint
);
--> statement-breakpoint
CREATE TABLE "inventory_line" (
	"control_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"instrument_code" text NOT NULL,
	"instrument_name" text NOT NULL,
	"type" text NOT NULL,
	"subtype" text,
	"quotation_currency" text NOT NULL,
	"quantity" numeric,
	"price" numeric,
	"price_date" date,
	"market_value" numeric NOT NULL,
	"isin" text,
	"price_factor" numeric,
	"fx_rate" numeric,
	"accrued_interest" numeric,
	"nav_percent" numeric,
	"maturity_date" date,
	"issuer" text,
	"issuer_kind" text,
	CONSTRAINT "inventory_line_control_id_row_pk" PRIMARY KEY("control_id","row")
);
--> statement-breakpoint
CREATE TABLE "kpi_comment_entry" (
	"object_id" bigint NOT NULL,
	"method_id" integer NOT NULL,
	"comment_id" integer NOT NULL,
	"log" text NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "kpi_comment_entry_object_id_method_id_pk" PRIMARY KEY("object_id","method_id")
);
--> statement-breakpoint
CREATE TABLE "nav_check" (
	"fund_nav_id" bigint NOT NULL,
	"round" integer NOT NULL,
	"rank" integer NOT NULL,
	"status" text NOT NULL,
	"user_id" integer,
	"at" timestamp with time zone NOT NULL,
	"log" text NOT NULL,
	"auto" boolean NOT NULL,
	CONSTRAINT "nav_check_fund_nav_id_round_rank_pk" PRIMARY KEY("fund_nav_id","round","rank")
);
--> statement-breakpoint
CREATE TABLE "nav_control" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"fund_nav_id" bigint NOT NULL,
	"round" integer NOT NULL,
	"upload_type" text NOT NULL,
	"definition" text NOT NULL,
	"reason_code" text NOT NULL,
	"comment" text NOT NULL,
	"user_id" integer NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"previous_control_id" bigint,
	"ok_count" integer NOT NULL,
	"nok_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nav_control_file" (
	"control_id" bigint NOT NULL,
	"file_index" integer NOT NULL,
	"document_id" bigint NOT NULL,
	"file_type" text NOT NULL,
	CONSTRAINT "nav_control_file_control_id_file_index_pk" PRIMARY KEY("control_id","file_index")
);
--> statement-breakpoint
CREATE TABLE "nav_control_table" (
	"control_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"source" jsonb NOT NULL,
	CONSTRAINT "nav_control_table_control_id_kind_pk" PRIMARY KEY("control_id","kind")
);
--> statement-breakpoint
CREATE TABLE "nav_line" (
	"control_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"type" text NOT NULL,
	"code" text NOT NULL,
	"currency" text NOT NULL,
	"value" numeric NOT NULL,
	"name" text,
	CONSTRAINT "nav_line_control_id_row_pk" PRIMARY KEY("control_id","row")
);
--> statement-breakpoint
CREATE TABLE "nav_matching" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"fund_nav_id" bigint NOT NULL,
	"control_id" bigint NOT NULL,
	"round" integer NOT NULL,
	"upload_document_id" bigint NOT NULL,
	"result_document_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"counts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_result" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"control_id" bigint NOT NULL,
	"rule_id" text NOT NULL,
	"sorting_order" integer NOT NULL,
	"name" text NOT NULL,
	"severity" text NOT NULL,
	"result" text NOT NULL,
	"comment" text NOT NULL,
	"changed_at" timestamp with time zone,
	"changed_by" integer,
	"was" text,
	"evidence" jsonb NOT NULL,
	"breach_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_tolerance" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rule_tolerance_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"level" text NOT NULL,
	"level_value" text DEFAULT '' NOT NULL,
	"value" numeric NOT NULL,
	"valid_from" date,
	"valid_to" date
);
--> statement-breakpoint
CREATE TABLE "sent_figure" (
	"fund_nav_id" bigint NOT NULL,
	"round" integer NOT NULL,
	"class_code" text NOT NULL,
	"currency" text NOT NULL,
	"nav_per_share" numeric NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sent_figure_fund_nav_id_round_class_code_pk" PRIMARY KEY("fund_nav_id","round","class_code")
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoint" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_checkpoint_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"last_event_id" bigint NOT NULL,
	"heads" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"action" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_definition" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "workflow_definition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"valid_from" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "workflow_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"object_kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"round" integer NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"step_id" integer,
	"at" timestamp with time zone NOT NULL,
	"user_id" integer,
	"who_name" text NOT NULL,
	"from_queue" text,
	"from_status" text,
	"queue" text NOT NULL,
	"status" text NOT NULL,
	"class" text NOT NULL,
	"log" text NOT NULL,
	"data" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_instance" (
	"object_id" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"definition_id" integer NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"queue" text NOT NULL,
	"status" text NOT NULL,
	"class" text NOT NULL,
	"last_event_id" bigint NOT NULL,
	"last_event_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_step" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "workflow_step_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"definition_id" integer NOT NULL,
	"sorting_order" integer NOT NULL,
	"name" text NOT NULL,
	"display" text NOT NULL,
	"from_queue" text,
	"from_status" text,
	"to_queue" text NOT NULL,
	"to_status" text NOT NULL,
	"to_class" text NOT NULL,
	"acting_queue" text NOT NULL,
	"function_id" text NOT NULL,
	"date_to_display_id" integer,
	"comment_required" boolean DEFAULT false NOT NULL,
	"opens_round" boolean DEFAULT false NOT NULL,
	"excludes" text[] DEFAULT '{}' NOT NULL,
	"mark" text,
	"condition" text,
	"effect" text
);
--> statement-breakpoint
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorisation" ADD CONSTRAINT "authorisation_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorisation" ADD CONSTRAINT "authorisation_function_id_ux_function_id_fk" FOREIGN KEY ("function_id") REFERENCES "public"."ux_function"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_change" ADD CONSTRAINT "pending_change_requested_by_app_user_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_change" ADD CONSTRAINT "pending_change_decided_by_app_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_queue" ADD CONSTRAINT "user_queue_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_sha256_document_content_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."document_content"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_chunk" ADD CONSTRAINT "document_chunk_sha256_document_content_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."document_content"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_validator" ADD CONSTRAINT "client_validator_legal_entity_id_legal_entity_id_fk" FOREIGN KEY ("legal_entity_id") REFERENCES "public"."legal_entity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_class" ADD CONSTRAINT "share_class_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_line" ADD CONSTRAINT "balance_line_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fund_nav" ADD CONSTRAINT "fund_nav_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_line" ADD CONSTRAINT "inventory_line_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kpi_comment_entry" ADD CONSTRAINT "kpi_comment_entry_method_id_kpi_method_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."kpi_method"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kpi_comment_entry" ADD CONSTRAINT "kpi_comment_entry_comment_id_kpi_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."kpi_comment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kpi_comment_entry" ADD CONSTRAINT "kpi_comment_entry_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_check" ADD CONSTRAINT "nav_check_fund_nav_id_fund_nav_id_fk" FOREIGN KEY ("fund_nav_id") REFERENCES "public"."fund_nav"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_check" ADD CONSTRAINT "nav_check_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_control" ADD CONSTRAINT "nav_control_fund_nav_id_fund_nav_id_fk" FOREIGN KEY ("fund_nav_id") REFERENCES "public"."fund_nav"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_control" ADD CONSTRAINT "nav_control_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_control_file" ADD CONSTRAINT "nav_control_file_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_control_file" ADD CONSTRAINT "nav_control_file_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_control_table" ADD CONSTRAINT "nav_control_table_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_line" ADD CONSTRAINT "nav_line_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_matching" ADD CONSTRAINT "nav_matching_fund_nav_id_fund_nav_id_fk" FOREIGN KEY ("fund_nav_id") REFERENCES "public"."fund_nav"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_matching" ADD CONSTRAINT "nav_matching_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_matching" ADD CONSTRAINT "nav_matching_upload_document_id_document_id_fk" FOREIGN KEY ("upload_document_id") REFERENCES "public"."document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_matching" ADD CONSTRAINT "nav_matching_result_document_id_document_id_fk" FOREIGN KEY ("result_document_id") REFERENCES "public"."document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_matching" ADD CONSTRAINT "nav_matching_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_result" ADD CONSTRAINT "rule_result_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_result" ADD CONSTRAINT "rule_result_changed_by_app_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_figure" ADD CONSTRAINT "sent_figure_fund_nav_id_fund_nav_id_fk" FOREIGN KEY ("fund_nav_id") REFERENCES "public"."fund_nav"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_event" ADD CONSTRAINT "workflow_event_step_id_workflow_step_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."workflow_step"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_event" ADD CONSTRAINT "workflow_event_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_instance" ADD CONSTRAINT "workflow_instance_definition_id_workflow_definition_id_fk" FOREIGN KEY ("definition_id") REFERENCES "public"."workflow_definition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_step" ADD CONSTRAINT "workflow_step_definition_id_workflow_definition_id_fk" FOREIGN KEY ("definition_id") REFERENCES "public"."workflow_definition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_change_waiting" ON "pending_change" USING btree ("decision","kind");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expiry" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "document_object" ON "document" USING btree ("object_kind","object_id");--> statement-breakpoint
CREATE INDEX "document_sha256" ON "document" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "client_validator_name" ON "client_validator" USING btree ("legal_entity_id","first_name","last_name");--> statement-breakpoint
CREATE INDEX "share_class_fund" ON "share_class" USING btree ("fund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fund_nav_date" ON "fund_nav" USING btree ("fund_id","nav_date");--> statement-breakpoint
CREATE INDEX "fund_nav_by_date" ON "fund_nav" USING btree ("nav_date");--> statement-breakpoint
CREATE INDEX "nav_control_nav" ON "nav_control" USING btree ("fund_nav_id","submitted_at");--> statement-breakpoint
CREATE INDEX "nav_matching_nav" ON "nav_matching" USING btree ("fund_nav_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "rule_result_rule" ON "rule_result" USING btree ("control_id","rule_id");--> statement-breakpoint
CREATE INDEX "rule_tolerance_key" ON "rule_tolerance" USING btree ("key","level","level_value");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_definition_version" ON "workflow_definition" USING btree ("kind","version");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_event_chain" ON "workflow_event" USING btree ("object_id","seq");--> statement-breakpoint
CREATE INDEX "workflow_event_at" ON "workflow_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "workflow_instance_state" ON "workflow_instance" USING btree ("kind","queue","status");--> statement-breakpoint
CREATE INDEX "workflow_step_definition" ON "workflow_step" USING btree ("definition_id");
CREATE TABLE "nav_error" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"fund_id" integer NOT NULL,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"discovered_on" date NOT NULL,
	"discovered_by" text NOT NULL,
	"first_date" date NOT NULL,
	"last_date" date,
	"policy" jsonb NOT NULL,
	"threshold_level" text NOT NULL,
	"quantified" jsonb,
	"notify_by" date NOT NULL,
	"report_by" date NOT NULL,
	"notified_on" date,
	"notification_reference" text DEFAULT '' NOT NULL,
	"compensated_on" date,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" integer,
	"creation_date" timestamp with time zone NOT NULL,
	"updated_by" integer,
	"update_date" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nav_error_cause" (
	"nav_error_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"cause" text NOT NULL,
	"caused_by" text NOT NULL,
	CONSTRAINT "nav_error_cause_nav_error_id_position_pk" PRIMARY KEY("nav_error_id","position")
);
--> statement-breakpoint
CREATE TABLE "nav_error_cause_part" (
	"nav_error_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"date" date NOT NULL,
	"class_code" text NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "nav_error_cause_part_nav_error_id_cause_date_class_code_pk" PRIMARY KEY("nav_error_id","cause","date","class_code")
);
--> statement-breakpoint
CREATE TABLE "nav_error_correction" (
	"nav_error_id" bigint NOT NULL,
	"date" date NOT NULL,
	"class_code" text NOT NULL,
	"nav_per_share" numeric NOT NULL,
	"shares" numeric,
	"fx_rate" numeric,
	"books" text NOT NULL,
	"comment" text NOT NULL,
	"entered_by" integer NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nav_error_correction_nav_error_id_date_class_code_pk" PRIMARY KEY("nav_error_id","date","class_code")
);
--> statement-breakpoint
CREATE TABLE "nav_error_deal" (
	"file_id" integer NOT NULL,
	"position" integer NOT NULL,
	"date" date NOT NULL,
	"class_code" text NOT NULL,
	"holder" text NOT NULL,
	"side" text NOT NULL,
	"shares" numeric NOT NULL,
	"shares_at_end" numeric,
	"price" numeric,
	"kind" text NOT NULL,
	"link" text,
	"cell" text DEFAULT '' NOT NULL,
	CONSTRAINT "nav_error_deal_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
CREATE TABLE "nav_error_deal_file" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "nav_error_deal_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nav_error_id" bigint NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"left_out" integer NOT NULL,
	"uploaded_by" integer NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"withdrawn_by" integer,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_why" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nav_error_direct_payer" (
	"nav_error_id" bigint NOT NULL,
	"class_code" text NOT NULL,
	"payer" text NOT NULL,
	CONSTRAINT "nav_error_direct_payer_nav_error_id_class_code_pk" PRIMARY KEY("nav_error_id","class_code")
);
--> statement-breakpoint
CREATE TABLE "nav_error_holder" (
	"nav_error_id" bigint NOT NULL,
	"holder" text NOT NULL,
	"same_as" text,
	"is_nominee" boolean DEFAULT false NOT NULL,
	"pays" boolean DEFAULT false NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "nav_error_holder_nav_error_id_holder_pk" PRIMARY KEY("nav_error_id","holder")
);
--> statement-breakpoint
CREATE TABLE "nav_error_payer" (
	"nav_error_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"percent" numeric NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "nav_error_payer_nav_error_id_position_pk" PRIMARY KEY("nav_error_id","position")
);
--> statement-breakpoint
ALTER TABLE "nav_error" ADD CONSTRAINT "nav_error_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error" ADD CONSTRAINT "nav_error_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error" ADD CONSTRAINT "nav_error_updated_by_app_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_cause" ADD CONSTRAINT "nav_error_cause_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_cause_part" ADD CONSTRAINT "nav_error_cause_part_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_correction" ADD CONSTRAINT "nav_error_correction_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_correction" ADD CONSTRAINT "nav_error_correction_entered_by_app_user_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_deal" ADD CONSTRAINT "nav_error_deal_file_id_nav_error_deal_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."nav_error_deal_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_deal_file" ADD CONSTRAINT "nav_error_deal_file_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_deal_file" ADD CONSTRAINT "nav_error_deal_file_uploaded_by_app_user_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_deal_file" ADD CONSTRAINT "nav_error_deal_file_withdrawn_by_app_user_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_direct_payer" ADD CONSTRAINT "nav_error_direct_payer_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_holder" ADD CONSTRAINT "nav_error_holder_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_payer" ADD CONSTRAINT "nav_error_payer_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "nav_error_fund" ON "nav_error" USING btree ("fund_id","first_date");--> statement-breakpoint
CREATE INDEX "nav_error_deal_file_case" ON "nav_error_deal_file" USING btree ("nav_error_id");
--> statement-breakpoint
-- What a register of deals says is never changed; a file may be withdrawn, once.
CREATE TRIGGER nav_error_deal_immutable BEFORE UPDATE OR DELETE ON nav_error_deal FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION nav_error_deal_file_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text[] := ARRAY['withdrawn_by', 'withdrawn_at', 'withdrawn_why'];
BEGIN
  IF TG_OP = 'DELETE' OR OLD.withdrawn_at IS NOT NULL OR to_jsonb(NEW) - added IS DISTINCT FROM to_jsonb(OLD) - added THEN
    RAISE EXCEPTION 'files with deals are never changed or removed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER nav_error_deal_file_stays BEFORE UPDATE OR DELETE ON nav_error_deal_file FOR EACH ROW EXECUTE FUNCTION nav_error_deal_file_stays();
--> statement-breakpoint
-- A case is due for its notification, then for the report that all was paid.
CREATE OR REPLACE FUNCTION work_due(object_kind text, id_of_object bigint, in_queue text,
  OUT due date, OUT due_time text, OUT opens date) LANGUAGE plpgsql STABLE AS $$
BEGIN
  opens := '-infinity';
  CASE object_kind
    WHEN 'nav' THEN
      SELECT
        CASE WHEN prebalance THEN n.max_prebalance_date ELSE n.max_sending_date END,
        CASE WHEN prebalance THEN n.max_prebalance_time ELSE n.max_sending_time END, n.nav_date
      INTO due, due_time, opens
      FROM fund_nav n, LATERAL (SELECT in_queue = 'ACCOUNTANT' AND n.max_prebalance_date IS NOT NULL AS prebalance) p
      WHERE n.id = id_of_object;
    WHEN 'draft' THEN SELECT d.due_date INTO due FROM draft d WHERE d.id = id_of_object;
    WHEN 'invoice' THEN SELECT i.due_date INTO due FROM invoice i WHERE i.id = id_of_object;
    WHEN 'task', 'reviewed task' THEN
      SELECT t.due_date, t.due_date - 7 INTO due, opens FROM task t WHERE t.id = id_of_object;
    WHEN 'NAV error' THEN
      SELECT CASE WHEN e.notified_on IS NULL THEN e.notify_by ELSE e.report_by END INTO due
      FROM nav_error e WHERE e.id = id_of_object;
    ELSE NULL;
  END CASE;
  opens := coalesce(opens, '-infinity');
END $$;
--> statement-breakpoint
CREATE TRIGGER nav_error_due AFTER INSERT OR UPDATE OF notify_by, report_by, notified_on ON nav_error
FOR EACH ROW EXECUTE FUNCTION due_of_object();
--> statement-breakpoint
-- The page on a site that has its pages already: who works on NAVs changes cases, auditors and administrators read them.
INSERT INTO ux_function (id, name, domain, domain_type, routing, ux_sort_order, is_domain)
SELECT 'errors', 'NAV errors', 'NAV errors', 'Fund Accounting', NULL, 68, true
WHERE EXISTS (SELECT FROM ux_function) ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO authorisation (user_id, function_id, may_add, may_update, may_delete)
SELECT id, 'errors', role IN ('ACCOUNTANT', 'TEAM LEADER', 'MANAGER'), role IN ('ACCOUNTANT', 'TEAM LEADER', 'MANAGER'), false
FROM app_user WHERE role IN ('ACCOUNTANT', 'TEAM LEADER', 'MANAGER', 'AUDITOR', 'ADMIN')
  AND EXISTS (SELECT FROM ux_function WHERE id = 'errors') ON CONFLICT DO NOTHING;

CREATE TABLE "oversight_job" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "oversight_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"provider" text,
	"fund_code" text,
	"report_id" bigint,
	"requested_by" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oversight_report" (
	"id" bigint PRIMARY KEY DEFAULT nextval('object_id') NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"provider" text,
	"fund_code" text,
	"figures" text NOT NULL,
	"digest" text NOT NULL,
	"made_by" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"document_id" bigint,
	"pdf_sha256" text
);
--> statement-breakpoint
ALTER TABLE "oversight_job" ADD CONSTRAINT "oversight_job_report_id_oversight_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."oversight_report"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oversight_job" ADD CONSTRAINT "oversight_job_requested_by_app_user_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oversight_report" ADD CONSTRAINT "oversight_report_made_by_app_user_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oversight_report" ADD CONSTRAINT "oversight_report_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oversight_job_newest" ON "oversight_job" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "oversight_report_days" ON "oversight_report" USING btree ("last_day","first_day");--> statement-breakpoint
-- What was computed is never changed: only the PDF of a frozen report is added, once.
CREATE TRIGGER oversight_report_immutable BEFORE UPDATE ON oversight_report
FOR EACH ROW WHEN (OLD.document_id IS NOT NULL
  OR (to_jsonb(NEW) - 'document_id' - 'pdf_sha256') IS DISTINCT FROM (to_jsonb(OLD) - 'document_id' - 'pdf_sha256'))
EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER oversight_report_kept BEFORE DELETE ON oversight_report
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The page on a site that has its pages already: team leaders and managers make reports, managers sign them.
INSERT INTO ux_function (id, name, domain, domain_type, routing, ux_sort_order, is_domain)
SELECT 'oversight', 'Oversight', 'Oversight', 'Fund Accounting', NULL, 69, true
WHERE EXISTS (SELECT FROM ux_function) ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO authorisation (user_id, function_id, may_add, may_update, may_delete)
SELECT id, 'oversight', role IN ('TEAM LEADER', 'MANAGER'), role = 'MANAGER', false
FROM app_user WHERE role IN ('TEAM LEADER', 'MANAGER', 'AUDITOR', 'ADMIN')
  AND EXISTS (SELECT FROM ux_function WHERE id = 'oversight') ON CONFLICT DO NOTHING;

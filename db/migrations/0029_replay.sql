CREATE TABLE "nav_control_input" (
	"control_id" bigint PRIMARY KEY NOT NULL,
	"input" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "detection_floor" (
	"fund_id" integer NOT NULL,
	"error" text NOT NULL,
	"control_id" bigint NOT NULL,
	"engine_version" integer NOT NULL,
	"bp" integer,
	"rules" jsonb NOT NULL,
	"most" integer,
	"threshold" text NOT NULL,
	"closes" jsonb NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "detection_floor_fund_id_error_pk" PRIMARY KEY("fund_id","error")
);
--> statement-breakpoint
CREATE TABLE "replay_proposal" (
	"change_id" bigint PRIMARY KEY NOT NULL,
	"run_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replay_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replay_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"criteria" jsonb NOT NULL,
	"engine_version" integer NOT NULL,
	"status" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"fingerprint" text,
	"result" text,
	"digest" text,
	"note" text DEFAULT '' NOT NULL,
	"requested_by" integer,
	"requested_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "nav_control_input" ADD CONSTRAINT "nav_control_input_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detection_floor" ADD CONSTRAINT "detection_floor_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detection_floor" ADD CONSTRAINT "detection_floor_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_proposal" ADD CONSTRAINT "replay_proposal_change_id_pending_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."pending_change"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_proposal" ADD CONSTRAINT "replay_proposal_run_id_replay_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."replay_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_run" ADD CONSTRAINT "replay_run_requested_by_app_user_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replay_run_newest" ON "replay_run" USING btree ("kind","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "replay_run_month" ON "replay_run" USING btree ((criteria ->> 'month')) WHERE kind = 'suggestions' and status in ('RUNNING', 'DONE');--> statement-breakpoint
CREATE TRIGGER nav_control_input_immutable BEFORE UPDATE OR DELETE ON nav_control_input
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A run that ended is a proof: it stays as it is.
CREATE TRIGGER replay_run_immutable BEFORE UPDATE OR DELETE ON replay_run
FOR EACH ROW WHEN (OLD.status <> 'RUNNING') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER replay_proposal_immutable BEFORE UPDATE OR DELETE ON replay_proposal
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The page of replays on a site that has its pages already, for those who lead, manage, administer or audit.
INSERT INTO ux_function (id, name, domain, domain_type, routing, ux_sort_order, is_domain)
SELECT 'replay', 'Replay', 'Replay', 'Fund Accounting', '/replay', 67, true
WHERE EXISTS (SELECT FROM ux_function) ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO authorisation (user_id, function_id, may_add, may_update, may_delete)
SELECT id, 'replay', role IN ('TEAM LEADER', 'MANAGER', 'ADMIN'), false, false
FROM app_user WHERE role IN ('TEAM LEADER', 'MANAGER', 'ADMIN', 'AUDITOR')
  AND EXISTS (SELECT FROM ux_function WHERE id = 'replay') ON CONFLICT DO NOTHING;

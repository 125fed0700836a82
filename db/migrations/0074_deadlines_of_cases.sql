ALTER TABLE "entity_process" ALTER COLUMN "legal_entity_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_process" ADD COLUMN "object_id" bigint;--> statement-breakpoint
ALTER TABLE "entity_process" ADD COLUMN "fund_id" integer;--> statement-breakpoint
ALTER TABLE "process_task" ADD COLUMN "due_unit" text DEFAULT 'business days' NOT NULL;--> statement-breakpoint
ALTER TABLE "process_task" ADD COLUMN "ends_with" text;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "due_unit" text DEFAULT 'business days' NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_process" ADD CONSTRAINT "entity_process_fund_id_fund_id_fk" FOREIGN KEY ("fund_id") REFERENCES "public"."fund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "entity_process_object" ON "entity_process" USING btree ("object_id","process_id") WHERE "entity_process"."object_id" is not null;
--> statement-breakpoint
-- Deadlines are tasks that a step of another object ends. Where a task is complete: COMPLETE_TASKS in app/areas/processes/process.ts.
CREATE OR REPLACE FUNCTION sum_tasks(dates bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(dates) = 0 THEN RETURN; END IF;
  -- A transaction that changes another task of such a date waits here, then adds up what both have left.
  PERFORM FROM entity_process_date WHERE id = ANY (dates) ORDER BY id FOR NO KEY UPDATE;
  UPDATE entity_process_date d
  SET tasks = s.tasks, complete_tasks = s.complete, open_due = s.due, teams = s.teams, open_teams = s.open_teams,
    open_team_dues = s.open_dues, begun_teams = s.begun_teams
  FROM (
    SELECT asked.id, coalesce(sum(own.tasks), 0) AS tasks, coalesce(sum(own.complete), 0) AS complete,
      min(own.due) AS due, array_remove(array_agg(own.team ORDER BY own.team), NULL) AS teams,
      coalesce(array_agg(own.team ORDER BY own.team) FILTER (WHERE own.due IS NOT NULL), '{}') AS open_teams,
      coalesce(array_agg(own.due ORDER BY own.team) FILTER (WHERE own.due IS NOT NULL), '{}') AS open_dues,
      coalesce(array_agg(own.team ORDER BY own.team) FILTER (WHERE own.begun), '{}') AS begun_teams
    FROM unnest(dates) AS asked (id) LEFT JOIN (
      SELECT t.entity_process_date_id AS id, t.team, count(*) AS tasks, count(*) FILTER (WHERE c.complete) AS complete,
        min(t.due_date) FILTER (WHERE NOT c.complete) AS due, bool_or(NOT c.complete AND w.status <> 'TO DO') AS begun
      FROM task t JOIN workflow_instance w ON w.object_id = t.id, LATERAL (
        SELECT (w.kind IN ('task', 'deadline') AND w.status IN ('DONE', 'NOT APPLICABLE'))
          OR (w.kind = 'reviewed task' AND w.status IN ('REVIEWED', 'NOT APPLICABLE')) AS complete) c
      WHERE t.entity_process_date_id = ANY (dates) GROUP BY 1, 2) own ON own.id = asked.id
    GROUP BY asked.id) s
  WHERE d.id = s.id;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sums_of_begun() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM begun WHERE kind IN ('task', 'reviewed task', 'deadline')) THEN
    PERFORM sum_tasks(ARRAY(SELECT DISTINCT t.entity_process_date_id FROM begun b JOIN task t ON t.id = b.object_id));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sums_of_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_tasks(ARRAY(SELECT DISTINCT t.entity_process_date_id
    FROM (SELECT object_id, kind, status FROM moved WHERE kind IN ('task', 'reviewed task', 'deadline')
      EXCEPT SELECT object_id, kind, status FROM was) m JOIN task t ON t.id = m.object_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
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
    WHEN 'task', 'reviewed task', 'deadline' THEN
      SELECT t.due_date, t.due_date - 7 INTO due, opens FROM task t WHERE t.id = id_of_object;
    WHEN 'NAV error' THEN
      SELECT CASE WHEN e.notified_on IS NULL THEN e.notify_by ELSE e.report_by END INTO due
      FROM nav_error e WHERE e.id = id_of_object;
    ELSE NULL;
  END CASE;
  opens := coalesce(opens, '-infinity');
END $$;

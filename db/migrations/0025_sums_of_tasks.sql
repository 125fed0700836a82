ALTER TABLE "entity_process_date" ADD COLUMN "tasks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_process_date" ADD COLUMN "complete_tasks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_process_date" ADD COLUMN "open_due" date;--> statement-breakpoint
ALTER TABLE "entity_process_date" ADD COLUMN "teams" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_process_date" ADD COLUMN "open_teams" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_process_date" ADD COLUMN "open_team_dues" date[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "entity_process_date" ADD COLUMN "begun_teams" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- How the tasks of process dates stand. Where a task is complete: COMPLETE_TASKS in app/areas/processes/process.ts.
CREATE FUNCTION sum_tasks(dates bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(dates) = 0 THEN RETURN; END IF;
  -- Whoever changes another task of such a date waits here, then adds up what both have left.
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
        SELECT (w.kind = 'task' AND w.status IN ('DONE', 'NOT APPLICABLE'))
          OR (w.kind = 'reviewed task' AND w.status IN ('REVIEWED', 'NOT APPLICABLE')) AS complete) c
      WHERE t.entity_process_date_id = ANY (dates) GROUP BY 1, 2) own ON own.id = asked.id
    GROUP BY asked.id) s
  WHERE d.id = s.id;
END $$;
--> statement-breakpoint
-- A task counts once its workflow has begun: a command creates the task first.
CREATE FUNCTION sums_of_begun() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM begun WHERE kind IN ('task', 'reviewed task')) THEN
    PERFORM sum_tasks(ARRAY(SELECT DISTINCT t.entity_process_date_id FROM begun b JOIN task t ON t.id = b.object_id));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflow_instance_begun_tasks AFTER INSERT ON workflow_instance
REFERENCING NEW TABLE AS begun FOR EACH STATEMENT EXECUTE FUNCTION sums_of_begun();
--> statement-breakpoint
-- Compared as sets: thousands of rows may move at once, by a plan that was made for one.
CREATE FUNCTION sums_of_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_tasks(ARRAY(SELECT DISTINCT t.entity_process_date_id
    FROM (SELECT object_id, kind, status FROM moved WHERE kind IN ('task', 'reviewed task')
      EXCEPT SELECT object_id, kind, status FROM was) m JOIN task t ON t.id = m.object_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflow_instance_moved_tasks AFTER UPDATE ON workflow_instance
REFERENCING OLD TABLE AS was NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION sums_of_moved();
--> statement-breakpoint
CREATE TRIGGER workflow_instance_gone_tasks AFTER DELETE ON workflow_instance
REFERENCING OLD TABLE AS begun FOR EACH STATEMENT EXECUTE FUNCTION sums_of_begun();
--> statement-breakpoint
CREATE FUNCTION sums_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM sum_tasks(ARRAY(SELECT DISTINCT entity_process_date_id FROM was));
  ELSE PERFORM sum_tasks(ARRAY(SELECT entity_process_date_id FROM was UNION SELECT entity_process_date_id FROM now_is));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER task_changed_sums AFTER UPDATE ON task
REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION sums_of_changed();
--> statement-breakpoint
CREATE TRIGGER task_removed_sums AFTER DELETE ON task
REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION sums_of_changed();
--> statement-breakpoint
-- The place of a task is stored after it, and reads its due date then.
DROP TRIGGER task_due ON task;
--> statement-breakpoint
CREATE TRIGGER task_due AFTER UPDATE OF due_date ON task FOR EACH ROW EXECUTE FUNCTION due_of_object();
--> statement-breakpoint
SELECT sum_tasks(ARRAY(SELECT id FROM entity_process_date));
--> statement-breakpoint
CREATE INDEX "entity_process_date_open" ON "entity_process_date" USING btree ("open_due") WHERE "entity_process_date"."open_due" is not null;

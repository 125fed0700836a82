DROP INDEX "workflow_instance_open";--> statement-breakpoint
ALTER TABLE "saved_layout" ADD COLUMN "queue" text;--> statement-breakpoint
ALTER TABLE "workflow_instance" ADD COLUMN "due" date;--> statement-breakpoint
ALTER TABLE "workflow_instance" ADD COLUMN "due_time" text;--> statement-breakpoint
ALTER TABLE "workflow_instance" ADD COLUMN "opens" date DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
-- When the next step of an object is due. Accountants are done with a NAV when it is submitted, by the prebalance date,
-- all others when it is sent. Tasks are created for a year and more: they wait for their team from a week before.
CREATE FUNCTION work_due(object_kind text, id_of_object bigint, in_queue text,
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
    ELSE NULL;
  END CASE;
  opens := coalesce(opens, '-infinity');
END $$;
--> statement-breakpoint
CREATE FUNCTION due_of_instance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT * INTO NEW.due, NEW.due_time, NEW.opens FROM work_due(NEW.kind, NEW.object_id, NEW.queue);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER workflow_instance_due BEFORE INSERT OR UPDATE OF queue ON workflow_instance
FOR EACH ROW EXECUTE FUNCTION due_of_instance();
--> statement-breakpoint
CREATE FUNCTION due_of_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE workflow_instance w SET (due, due_time, opens) = (SELECT * FROM work_due(w.kind, w.object_id, w.queue))
  WHERE w.object_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER fund_nav_due AFTER INSERT OR UPDATE OF
  nav_date, max_prebalance_date, max_sending_date, max_prebalance_time, max_sending_time ON fund_nav
FOR EACH ROW EXECUTE FUNCTION due_of_object();
--> statement-breakpoint
CREATE TRIGGER draft_due AFTER INSERT OR UPDATE OF due_date ON draft
FOR EACH ROW EXECUTE FUNCTION due_of_object();
--> statement-breakpoint
CREATE TRIGGER invoice_due AFTER INSERT OR UPDATE OF due_date ON invoice
FOR EACH ROW EXECUTE FUNCTION due_of_object();
--> statement-breakpoint
CREATE TRIGGER task_due AFTER INSERT OR UPDATE OF due_date ON task
FOR EACH ROW EXECUTE FUNCTION due_of_object();
--> statement-breakpoint
UPDATE workflow_instance w SET (due, due_time, opens) = (SELECT * FROM work_due(w.kind, w.object_id, w.queue))
WHERE kind <> 'budget';
--> statement-breakpoint
CREATE INDEX "workflow_instance_open" ON "workflow_instance" USING btree ("definition_id","queue","status","opens") WHERE "workflow_instance"."queue" not in ('SYSTEM', 'COMPLETED');

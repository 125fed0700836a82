-- Events and checkpoints are written once. The trigger holds for the owner too; only a superuser who switches
-- triggers off gets past it, and then the hash chain tells (npm run audit:verify).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: its rows are never changed or removed', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER workflow_event_immutable BEFORE UPDATE OR DELETE ON workflow_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER workflow_event_no_truncate BEFORE TRUNCATE ON workflow_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_checkpoint_immutable BEFORE UPDATE OR DELETE ON audit_checkpoint
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_checkpoint_no_truncate BEFORE TRUNCATE ON audit_checkpoint
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fundesk_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON workflow_event, audit_checkpoint FROM fundesk_app;
  END IF;
END $$;

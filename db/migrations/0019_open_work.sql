CREATE INDEX "workflow_instance_open" ON "workflow_instance" USING btree ("definition_id","queue","status") WHERE "workflow_instance"."queue" not in ('SYSTEM', 'COMPLETED');

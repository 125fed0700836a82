DROP INDEX "invoice_settling";--> statement-breakpoint
CREATE INDEX "invoice_scope" ON "invoice" USING btree ("settling_entity_id","supplier_id","invoice_date");
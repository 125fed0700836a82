DROP INDEX "invoice_row_currency";--> statement-breakpoint
DROP INDEX "invoice_row_gross";--> statement-breakpoint
CREATE INDEX "entity_process_date_days" ON "entity_process_date" USING btree ((case when open_due is not null then due_date end),"id");--> statement-breakpoint
CREATE INDEX "entity_process_date_done" ON "entity_process_date" USING btree ("due_date","id") WHERE "entity_process_date"."open_due" is null;--> statement-breakpoint
CREATE INDEX "invoice_row_currency" ON "invoice_row" USING btree ("lower_currency","id","invoice_date","currency");--> statement-breakpoint
CREATE INDEX "invoice_row_gross" ON "invoice_row" USING btree ("gross_hundredths","id","currency","taxes_hundredths","net_hundredths");--> statement-breakpoint
-- For plans of "3/3": how many dates have each of these texts.
CREATE STATISTICS "entity_process_date_progress" ON (complete_tasks::text || '/' || tasks::text) FROM "entity_process_date";

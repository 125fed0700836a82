ALTER TABLE "fund_nav" ADD COLUMN "max_prebalance_time" text;--> statement-breakpoint
ALTER TABLE "fund_nav" ADD COLUMN "max_sending_time" text;--> statement-breakpoint
CREATE INDEX "invoice_row_open_due" ON "invoice_row" USING btree ("due_date","id") WHERE event_queue not in ('SYSTEM', 'COMPLETED') and (event_queue <> 'PAYMENT' or event_status <> 'SENT');
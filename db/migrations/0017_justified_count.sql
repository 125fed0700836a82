ALTER TABLE "nav_control" ADD COLUMN "justified_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "nav_control" SET "justified_count" = "of_control"."count" FROM (
	SELECT "control_id", count(*)::integer AS "count" FROM "rule_result" WHERE "result" = 'OK - justified' GROUP BY "control_id"
) "of_control" WHERE "of_control"."control_id" = "nav_control"."id";

--> statement-breakpoint
UPDATE "isae_check" SET "name" = 'FX rates agree with the source', "auto" = 'N13' WHERE "rank" = 8 AND "auto" = 'I07';
--> statement-breakpoint
UPDATE "isae_check" SET "name" = 'Cash reconciled to the bank', "queue" = 'ACCOUNTANT', "auto" = NULL WHERE "rank" = 9 AND "auto" = 'I09';
--> statement-breakpoint
UPDATE "isae_check" SET "auto" = 'B08 B10' WHERE "rank" = 12 AND "auto" = 'B08';

-- What people said of warnings before there were explanations counts as one.
UPDATE "rule_result" SET "explained" = true WHERE "result" = 'NOK' AND "severity" = 'W' AND "changed_by" IS NOT NULL AND "comment" <> '' AND NOT "explained";

CREATE TABLE "user_notice" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	"closable_from" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "import_trial" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_trial_chunk" (
	"user_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "import_trial_chunk_user_id_seq_pk" PRIMARY KEY("user_id","seq")
);
--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "reset_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "reset_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "sign_on_issuer" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "sign_on_subject" text;--> statement-breakpoint
ALTER TABLE "pending_change" ADD COLUMN "secret" text;--> statement-breakpoint
ALTER TABLE "user_notice" ADD CONSTRAINT "user_notice_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_trial" ADD CONSTRAINT "import_trial_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_trial_chunk" ADD CONSTRAINT "import_trial_chunk_user_id_import_trial_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."import_trial"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_notice_of" ON "user_notice" USING btree ("user_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_sign_on" ON "app_user" USING btree ("sign_on_issuer","sign_on_subject");--> statement-breakpoint
-- Whom the provider meant was told by the user's chain alone: of several users of one person the last one linked stays.
UPDATE app_user SET sign_on_issuer = linked.issuer, sign_on_subject = linked.subject
FROM (
  SELECT DISTINCT ON (issuer, subject) object_id, issuer, subject
  FROM (
    SELECT DISTINCT ON (object_id) object_id, seq, id, name, data ->> 'issuer' AS issuer, data ->> 'subject' AS subject
    FROM workflow_event
    WHERE object_kind = 'user' AND name IN ('link to provider', 'unlink from provider')
    ORDER BY object_id, seq DESC
  ) AS last_word
  WHERE name = 'link to provider' AND issuer IS NOT NULL AND subject IS NOT NULL
  ORDER BY issuer, subject, id DESC
) AS linked
WHERE linked.object_id = 100000000 + app_user.id;

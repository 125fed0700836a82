CREATE TABLE "checkpoint_sent" (
	"place" text PRIMARY KEY NOT NULL,
	"checkpoint_id" integer,
	"taken_at" timestamp with time zone,
	"refusal" text,
	"refused_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "checkpoint_stamp" (
	"checkpoint_id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"authority" text NOT NULL,
	"token" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "month_pack" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "month_pack_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" text NOT NULL,
	"funds" text[] NOT NULL,
	"status" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"size" bigint,
	"sha256" text,
	"note" text DEFAULT '' NOT NULL,
	"requested_by" integer NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "month_pack_chunk" (
	"pack_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "month_pack_chunk_pack_id_seq_pk" PRIMARY KEY("pack_id","seq")
);
--> statement-breakpoint
ALTER TABLE "checkpoint_stamp" ADD CONSTRAINT "checkpoint_stamp_checkpoint_id_audit_checkpoint_id_fk" FOREIGN KEY ("checkpoint_id") REFERENCES "public"."audit_checkpoint"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_pack" ADD CONSTRAINT "month_pack_requested_by_app_user_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_pack_chunk" ADD CONSTRAINT "month_pack_chunk_pack_id_month_pack_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."month_pack"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "month_pack_newest" ON "month_pack" USING btree ("requested_at");--> statement-breakpoint
CREATE TRIGGER checkpoint_stamp_immutable BEFORE UPDATE OR DELETE ON checkpoint_stamp
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER checkpoint_stamp_no_truncate BEFORE TRUNCATE ON checkpoint_stamp
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fundesk_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON checkpoint_stamp FROM fundesk_app;
  END IF;
END $$;

CREATE TABLE "file_format" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_format_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"provider" text,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"definition" text NOT NULL,
	"proposed_by" integer,
	"approved_by" integer,
	"approved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staged_file" (
	"set_id" text NOT NULL,
	"position" integer NOT NULL,
	"user_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"scanned_by" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staged_file_set_id_position_pk" PRIMARY KEY("set_id","position")
);
--> statement-breakpoint
CREATE TABLE "staged_file_chunk" (
	"set_id" text NOT NULL,
	"position" integer NOT NULL,
	"seq" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "staged_file_chunk_set_id_position_seq_pk" PRIMARY KEY("set_id","position","seq")
);
--> statement-breakpoint
ALTER TABLE "nav_control" ADD COLUMN "format_code" text;--> statement-breakpoint
ALTER TABLE "nav_control" ADD COLUMN "format_version" integer;--> statement-breakpoint
ALTER TABLE "file_format" ADD CONSTRAINT "file_format_proposed_by_app_user_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_format" ADD CONSTRAINT "file_format_approved_by_app_user_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_file" ADD CONSTRAINT "staged_file_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_file_chunk" ADD CONSTRAINT "staged_file_chunk_file_fk" FOREIGN KEY ("set_id","position") REFERENCES "public"."staged_file"("set_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "file_format_version" ON "file_format" USING btree ("code","version");--> statement-breakpoint
-- Controls name the version that read their files: it stays as it was approved.
CREATE TRIGGER file_format_immutable BEFORE UPDATE OR DELETE ON "file_format" FOR EACH ROW EXECUTE FUNCTION refuse_change();

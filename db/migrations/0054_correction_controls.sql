CREATE TABLE "nav_error_control" (
	"control_id" bigint PRIMARY KEY NOT NULL,
	"nav_error_id" bigint NOT NULL,
	"date" date NOT NULL,
	"books" text NOT NULL,
	"withdrawn_by" integer,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_why" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nav_error_line" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "nav_error_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nav_error_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"entry" jsonb NOT NULL,
	"rule" text NOT NULL,
	"document_id" bigint,
	"added_by" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"withdrawn_by" integer,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_why" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nav_error_payment" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "nav_error_payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nav_error_id" bigint NOT NULL,
	"payer" text NOT NULL,
	"payee" text NOT NULL,
	"amount" numeric NOT NULL,
	"currency" text NOT NULL,
	"paid_on" date NOT NULL,
	"payment_id" integer,
	"bank_entry_id" bigint,
	"comment" text NOT NULL,
	"recorded_by" integer NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"withdrawn_by" integer,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_why" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nav_error_setting" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "nav_error_setting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"setting" text NOT NULL,
	"level" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"value" text NOT NULL,
	"valid_from" date,
	"valid_to" date
);
--> statement-breakpoint
ALTER TABLE "fund" ADD COLUMN "reserved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fund" ADD COLUMN "closed_ended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "share_class" ADD COLUMN "share_decimals" integer;--> statement-breakpoint
ALTER TABLE "nav_control" ADD COLUMN "nav_error_id" bigint;--> statement-breakpoint
ALTER TABLE "nav_error_control" ADD CONSTRAINT "nav_error_control_control_id_nav_control_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."nav_control"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_control" ADD CONSTRAINT "nav_error_control_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_control" ADD CONSTRAINT "nav_error_control_withdrawn_by_app_user_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_line" ADD CONSTRAINT "nav_error_line_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_line" ADD CONSTRAINT "nav_error_line_added_by_app_user_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_line" ADD CONSTRAINT "nav_error_line_withdrawn_by_app_user_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_payment" ADD CONSTRAINT "nav_error_payment_nav_error_id_nav_error_id_fk" FOREIGN KEY ("nav_error_id") REFERENCES "public"."nav_error"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_payment" ADD CONSTRAINT "nav_error_payment_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_payment" ADD CONSTRAINT "nav_error_payment_bank_entry_id_bank_entry_id_fk" FOREIGN KEY ("bank_entry_id") REFERENCES "public"."bank_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_payment" ADD CONSTRAINT "nav_error_payment_recorded_by_app_user_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nav_error_payment" ADD CONSTRAINT "nav_error_payment_withdrawn_by_app_user_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "nav_error_control_case" ON "nav_error_control" USING btree ("nav_error_id","date");--> statement-breakpoint
CREATE INDEX "nav_error_line_case" ON "nav_error_line" USING btree ("nav_error_id");--> statement-breakpoint
CREATE INDEX "nav_error_payment_case" ON "nav_error_payment" USING btree ("nav_error_id");--> statement-breakpoint
CREATE INDEX "nav_error_setting_key" ON "nav_error_setting" USING btree ("setting","level","subject");
--> statement-breakpoint
-- What is added to a case is never changed; it may be withdrawn, once.
CREATE FUNCTION nav_error_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text[] := ARRAY['withdrawn_by', 'withdrawn_at', 'withdrawn_why'];
BEGIN
  IF TG_OP = 'DELETE' OR OLD.withdrawn_at IS NOT NULL OR to_jsonb(NEW) - added IS DISTINCT FROM to_jsonb(OLD) - added THEN
    RAISE EXCEPTION 'what is added to an NAV error is never changed or removed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER nav_error_control_stays BEFORE UPDATE OR DELETE ON nav_error_control FOR EACH ROW EXECUTE FUNCTION nav_error_entry_stays();
--> statement-breakpoint
CREATE TRIGGER nav_error_line_stays BEFORE UPDATE OR DELETE ON nav_error_line FOR EACH ROW EXECUTE FUNCTION nav_error_entry_stays();
--> statement-breakpoint
CREATE TRIGGER nav_error_payment_stays BEFORE UPDATE OR DELETE ON nav_error_payment FOR EACH ROW EXECUTE FUNCTION nav_error_entry_stays();

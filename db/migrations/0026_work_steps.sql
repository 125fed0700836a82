CREATE TABLE "work_step" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"step" text NOT NULL,
	"percent" integer,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "work_step_user_id_key_pk" PRIMARY KEY("user_id","key")
);

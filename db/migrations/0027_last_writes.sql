CREATE TABLE "last_write" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"at" "pg_lsn" NOT NULL
);

import { defineConfig } from 'drizzle-kit'

// Only to generate migrations from the schema files; they are applied by db/migrate.ts, never by the kit.
export default defineConfig({
  dialect: 'postgresql',
  schema: './db/schema/*.ts',
  out: './db/migrations',
})

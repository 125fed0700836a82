import { seedBase } from 'db/seed/base/seed-base'
import { seedDemo } from 'db/seed/demo/seed-demo'
import type { Services } from './services'

interface Seeding {
  /** Only the app's own database gets the demo data. */
  demo: boolean
  say: (line: string) => void
}

/** Fills the tables before the first request: base data always, demo data once. */
export async function seed(
  { database, workers, files, clock }: Services,
  { demo, say }: Seeding,
): Promise<void> {
  await database.transaction((tx) => seedBase(tx, clock()))
  if (demo) await seedDemo(database, { workers, files, say })
}

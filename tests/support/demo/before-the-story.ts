import { seedBase } from 'db/seed/base/seed-base'
import { seedReference } from 'db/seed/demo/reference'
import { seedUsers } from 'db/seed/demo/users'
import { testDatabase } from 'tests/support/postgres/database'

/** When the story of the demo begins. */
const BEGINNING = new Date('2026-07-01T08:00:00Z')

/** A database with the demo's users and reference data, in which nothing has happened yet. */
export async function beforeTheStory() {
  const database = await testDatabase()
  await database.transaction(async (tx) => {
    await seedBase(tx, BEGINNING)
    await seedUsers(tx, BEGINNING)
    await seedReference(tx)
  })
  return database
}

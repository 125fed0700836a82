import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientOptions } from 'db/connection'
import { connectDatabase } from 'db/database'
import { migrate } from 'db/migrate'
import { seedBase } from 'db/seed/base/seed-base'
import { seedUsers } from 'db/seed/demo/users'
import { type Addresses, copyOf } from 'tests/support/postgres/copy'
import { checkout, throwawayServer } from 'tests/support/postgres/throwaway'
import type { TestProject } from 'vitest/node'
import { registerAreas } from '~/http/server/register-areas'

/** The initial clock of test sites. */
const SITE_BEGINS = new Date('2026-11-02T08:00:00Z')

/** One throwaway server for the whole run, with the databases that tests copy. */
export async function openDatabases(project: TestProject) {
  const server = await throwawayServer()
  try {
    await migrate({
      url: server.ownerUrl,
      folder: join(checkout, 'db/migrations'),
      appRole: clientOptions(server.url).user,
    })
    const { url, ownerUrl, adminUrl } = server
    const postgres = { url, ownerUrl, adminUrl }
    project.provide('postgres', postgres)
    project.provide('seeded', await seededSite(postgres))
    const demo = process.env.TEST_DEMO ? playDemo(postgres) : undefined
    return async () => {
      demo?.kill()
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function seededSite(postgres: Addresses): Promise<Addresses> {
  registerAreas()
  const { url, ownerUrl, leave } = await copyOf(postgres)
  await leave()
  const database = connectDatabase({ url, clock: () => SITE_BEGINS })
  await database.transaction(async (tx) => {
    await seedBase(tx, SITE_BEGINS)
    await seedUsers(tx, SITE_BEGINS)
  })
  await database.close()
  return { url, ownerUrl, adminUrl: postgres.adminUrl }
}

/** Most runs need the demo, but not at once: it is created during the first tests. */
function playDemo(postgres: Addresses) {
  return fork(fileURLToPath(new URL('../demo/play.ts', import.meta.url)), [JSON.stringify(postgres)], {
    execArgv: ['--import', fileURLToPath(new URL('./sources.mjs', import.meta.url))],
  })
}

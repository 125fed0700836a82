import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { clientOptions } from 'db/connection'
import { connectDatabase } from 'db/database'
import { migrate } from 'db/migrate'
import { seedBase } from 'db/seed/base/seed-base'
import { seedDemo } from 'db/seed/demo/seed-demo'
import postgres, { type Sql } from 'postgres'
import { breaking } from 'tests/support/postgres/breaking'
import { type Addresses, renamed } from 'tests/support/postgres/copy'
import { checkout } from 'tests/support/postgres/throwaway'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import { registerAreas } from '~/http/server/register-areas'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import { workerPool } from '~/platform/threads/pool'
import { openSigning } from '~/platform/workflow/signing.server'

const NAME = 'demo'

/** Signs in the browser tests alone: thrown away with them, and the same for each server of a run. */
export const SIGNING_KEY = 'MC4CAQAwBQYDK2VwBCIEIMLBQKOSJSI8t6GBCpk4E6bQEaKUMeLuRH4VD8hRb0dK'

/**
 * Base data and the demo's, as a first start loads them that was interrupted twice. It is played once a run, by whoever
 * needs it first; others wait for it, and copy it.
 */
export async function demoSite(server: Addresses): Promise<Addresses & { said: string[] }> {
  const admin = postgres({ ...clientOptions(server.adminUrl), max: 1, onnotice: () => {} })
  const demo = {
    url: renamed(server.url, NAME),
    ownerUrl: renamed(server.ownerUrl, NAME),
    adminUrl: server.adminUrl,
  }
  try {
    await admin`select pg_advisory_lock(hashtext(${NAME}))`
    const [played] = await admin`
      select shobj_description(oid, 'pg_database') as said from pg_database where datname = ${NAME} and datistemplate`
    if (played) return { ...demo, said: JSON.parse(played.said) }
    const said = await play(admin, demo)
    await admin.unsafe(`comment on database ${NAME} is '${JSON.stringify(said).replaceAll("'", "''")}'`)
    await admin.unsafe(`alter database ${NAME} is_template true`)
    return { ...demo, said }
  } finally {
    await admin.end({ timeout: 2 })
  }
}

async function play(admin: Sql, { url, ownerUrl }: Addresses): Promise<string[]> {
  await admin.unsafe(`drop database if exists ${NAME} with (force)`)
  await admin.unsafe(`create database ${NAME} owner fundesk_owner`)
  await admin.unsafe(`revoke temporary on database ${NAME} from public`)
  const { sign } = openSigning(SIGNING_KEY)
  registerAreas()
  await migrate({
    url: ownerUrl,
    folder: join(checkout, 'db/migrations'),
    appRole: clientOptions(url).user,
    sign,
  })
  const database = connectDatabase({ url, sign })
  const built = (name: string) => ({ url: pathToFileURL(join(checkout, `build/server/${name}.js`)) })
  const workers: ControlWorkers = workerPool(built('worker'))
  const files: FileWorkers = workerPool(built('file-worker'))
  const said: string[] = []
  const seed = (into: typeof database) => seedDemo(into, { workers, files, say: (line) => said.push(line) })
  try {
    await database.transaction((tx) => seedBase(tx, new Date('2026-07-01T08:00:00Z')))
    for (const after of [0, 150])
      await seed(breaking(database, after)).then(
        () => Promise.reject(new Error('The demo was not interrupted.')),
        () => {},
      )
    await seed(database)
    return said
  } finally {
    await workers.close()
    await files.close()
    await database.close()
  }
}

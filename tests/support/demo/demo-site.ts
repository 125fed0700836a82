import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { clientOptions } from 'db/connection'
import { connectDatabase } from 'db/database'
import { migrate } from 'db/migrate'
import { seedBase } from 'db/seed/base/seed-base'
import { demoIsDue, isDemoHalf, seedDemo } from 'db/seed/demo/seed-demo'
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

/** Signs only in the browser tests: discarded with them, and the same for each server of a run. */
export const SIGNING_KEY = 'MC4CAQAwBQYDK2VwBCIEIMLBQKOSJSI8t6GBCpk4E6bQEaKUMeLuRH4VD8hRb0dK'

/** The log of the demo run. */
export interface Played {
  said: string[]
  /** The progress after each part, in percent. */
  far: number[]
  /** Before the first start, after its interruptions and at the end: whether it is due, and whether it is half done. */
  due: boolean[][]
}

/**
 * Base data and demo data, as loaded by a first start with two interruptions. Created once per run by the first test that
 * needs it; others wait for it, and copy it.
 */
export async function demoSite(server: Addresses): Promise<Addresses & { played: Played }> {
  const admin = postgres({ ...clientOptions(server.adminUrl), max: 1, onnotice: () => {} })
  const demo = {
    url: renamed(server.url, NAME),
    ownerUrl: renamed(server.ownerUrl, NAME),
    adminUrl: server.adminUrl,
  }
  try {
    await admin`select pg_advisory_lock(hashtext(${NAME}))`
    const [existing] = await admin`
      select shobj_description(oid, 'pg_database') as played from pg_database where datname = ${NAME} and datistemplate`
    if (existing) return { ...demo, played: JSON.parse(existing.played) }
    const played = await play(admin, demo)
    await admin.unsafe(`comment on database ${NAME} is '${JSON.stringify(played).replaceAll("'", "''")}'`)
    await admin.unsafe(`alter database ${NAME} is_template true`)
    return { ...demo, played }
  } finally {
    await admin.end({ timeout: 2 })
  }
}

async function play(admin: Sql, { url, ownerUrl }: Addresses): Promise<Played> {
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
  const played: Played = { said: [], far: [], due: [] }
  const seed = (into: typeof database) =>
    seedDemo(into, {
      workers,
      files,
      say: (line) => played.said.push(line),
      onProgress: ({ percent }) => played.far.push(percent),
    })
  const noteDue = async () =>
    played.due.push([await demoIsDue(database.read), await isDemoHalf(database.read)])
  try {
    await database.transaction((tx) => seedBase(tx, new Date('2026-07-01T08:00:00Z')))
    await noteDue()
    for (const after of [0, 150])
      await seed(breaking(database, after)).then(
        () => Promise.reject(new Error('The demo was not interrupted.')),
        () => {},
      )
    await noteDue()
    await seed(database)
    await noteDue()
    return played
  } finally {
    await workers.close()
    await files.close()
    await database.close()
  }
}

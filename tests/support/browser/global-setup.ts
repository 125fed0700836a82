import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { clientOptions } from 'db/connection'
import { connectDatabase } from 'db/database'
import type { Sign } from 'db/evidence/seal'
import { migrate } from 'db/migrate'
import { seedBase } from 'db/seed/base/seed-base'
import { seedDemo } from 'db/seed/demo/seed-demo'
import { copyOf } from 'tests/support/postgres/copy'
import { checkout, throwawayServer } from 'tests/support/postgres/throwaway'
import type { TestProject } from 'vitest/node'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import { registerAreas } from '~/http/server/register-areas'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import { workerPool } from '~/platform/threads/pool'
import { openSigning } from '~/platform/workflow/signing.server'
import { launchBrowsers } from './launch'
import type { OwnSite } from './own-site'
import { type Server, SIGNING_KEY, startServer } from './server'

declare module 'vitest' {
  interface ProvidedContext {
    sites: OwnSite[]
  }
}

/** The built application on a database of its own, and a browser, for every worker; all databases are copies of one. */
export default async function setup(project: TestProject) {
  const { sign } = openSigning(SIGNING_KEY)
  const postgres = await throwawayServer()
  await migrate({
    url: postgres.ownerUrl,
    folder: join(checkout, 'db/migrations'),
    appRole: clientOptions(postgres.url).user,
    sign,
  })
  await seedSite(postgres.url, sign)
  const browsers = await launchBrowsers(project.config.maxWorkers)
  const servers: Server[] = []
  const sites: OwnSite[] = []
  for (const browser of browsers) {
    const { url, ownerUrl, leave } = await copyOf(postgres)
    await leave()
    const server = await startServer({ url, ownerUrl })
    servers.push(server)
    sites.push({ origin: server.origin, url, ownerUrl, browser: browser.wsEndpoint() })
  }
  project.provide('sites', sites)
  return async () => {
    await Promise.all(browsers.map((browser) => browser.close()))
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
    const errors = servers.flatMap((server) => server.errors)
    if (errors.length === 0) return
    // vitest only prints what a teardown throws.
    process.exitCode = 1
    throw new Error(`The application logged errors while it was tested:\n${errors.join('\n')}`)
  }
}

/** Base data and the demo's, as a first start loads them; tests bring further funds of their own. */
async function seedSite(url: string, sign: Sign) {
  registerAreas()
  const database = connectDatabase({ url, sign })
  const built = (name: string) => ({ url: pathToFileURL(join(checkout, `build/server/${name}.js`)) })
  const workers: ControlWorkers = workerPool(built('worker'))
  const files: FileWorkers = workerPool(built('file-worker'))
  try {
    await database.transaction((tx) => seedBase(tx, new Date()))
    await seedDemo(database, { workers, files, say: () => {} })
  } finally {
    await workers.close()
    await files.close()
    await database.close()
  }
}

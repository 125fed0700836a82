import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { clientOptions } from 'db/address'
import { openDoors } from 'db/doors'
import { migrate } from 'db/migrate'
import { seedBase } from 'db/seed/base/seed-base'
import { seedDemo } from 'db/seed/demo/seed-demo'
import { chromium } from 'playwright'
import { checkout, throwawayServer } from 'tests/postgres/throwaway'
import type { TestProject } from 'vitest/node'
import type { FileWorkers } from '~/domain/documents/worker/file-workers'
import type { ControlWorkers } from '~/domain/navs/worker/control-workers'
import { workerPool } from '~/domain/threads/pool'
import { findChromium } from '~/start/chromium.mjs'
import { startServer } from './server'

declare module 'vitest' {
  interface ProvidedContext {
    site: { origin: string; url: string; ownerUrl: string; browser: string }
  }
}

const SWITCHES = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** One site and one browser for all browser tests: the built application on a database of its own. */
export default async function setup(project: TestProject) {
  const postgres = await throwawayServer()
  await migrate({
    url: postgres.ownerUrl,
    folder: join(checkout, 'db/migrations'),
    appRole: clientOptions(postgres.url).user,
  })
  await seedSite(postgres.url)
  const server = await startServer(postgres)
  const browser = await chromium.launchServer({ executablePath: findChromium(), args: SWITCHES })
  project.provide('site', {
    origin: server.origin,
    url: postgres.url,
    ownerUrl: postgres.ownerUrl,
    browser: browser.wsEndpoint(),
  })
  return async () => {
    await browser.close()
    await server.stop()
    await postgres.stop()
    if (server.errors.length === 0) return
    // vitest only prints what a teardown throws.
    process.exitCode = 1
    throw new Error(`The application logged errors while it was tested:\n${server.errors.join('\n')}`)
  }
}

/** Base data and the demo's, as a first start loads them; tests bring further funds of their own. */
async function seedSite(url: string) {
  const doors = openDoors({ url })
  const built = (name: string) => ({ url: pathToFileURL(join(checkout, `build/server/${name}.js`)) })
  const workers: ControlWorkers = workerPool(built('worker'))
  const files: FileWorkers = workerPool(built('file-worker'))
  try {
    await doors.transaction((tx) => seedBase(tx, new Date()))
    await seedDemo(doors, { workers, files, say: () => {} })
  } finally {
    await workers.close()
    await files.close()
    await doors.close()
  }
}

import { join } from 'node:path'
import { clientOptions } from 'db/address'
import { openDoors } from 'db/doors'
import { migrate } from 'db/migrate'
import { siteSetting } from 'db/schema/access'
import { currency } from 'db/schema/lookups'
import { seedBase } from 'db/seed/base/seed-base'
import { seedUsers } from 'db/seed/demo/users'
import { chromium } from 'playwright'
import { checkout, throwawayServer } from 'tests/postgres/throwaway'
import type { TestProject } from 'vitest/node'
import { findChromium } from '~/start/chromium.mjs'
import { startServer } from './server'

declare module 'vitest' {
  interface ProvidedContext {
    site: { origin: string; url: string; browser: string }
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
  project.provide('site', { origin: server.origin, url: postgres.url, browser: browser.wsEndpoint() })
  return async () => {
    await browser.close()
    await server.stop()
    await postgres.stop()
    if (server.errors.length > 0)
      throw new Error(`The application logged errors while it was tested:\n${server.errors.join('\n')}`)
  }
}

/** Base data, the demo users, and the demo's word on the login page; each test brings its own funds. */
async function seedSite(url: string) {
  const doors = openDoors({ url })
  const now = new Date()
  await doors.transaction(async (tx) => {
    await seedBase(tx, now)
    await seedUsers(tx, now)
    await tx.insert(siteSetting).values({ key: 'demo', value: true })
    await tx.insert(currency).values([
      { code: 'EUR', name: 'Euro' },
      { code: 'USD', name: 'US dollar' },
    ])
  })
  await doors.close()
}

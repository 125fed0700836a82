import { demoSite } from 'tests/support/demo/demo-site'
import { copyOf } from 'tests/support/postgres/copy'
import { inject } from 'vitest'
import { launchBrowser } from './launch'
import { startServer } from './server'
import { SITE_AHEAD_MS } from './site-time'

// The planted failure can happen on any page, so it needs no demo.
const from = process.env.TEST_PLANTED ? inject('seeded') : await demoSite(inject('postgres'))
const { url, ownerUrl, leave } = await copyOf(from)
await leave()
const [server, browser] = await Promise.all([
  startServer({ url, ownerUrl }, { TEST_CLOCK_AHEAD_MS: String(SITE_AHEAD_MS) }),
  launchBrowser(),
])

/** The built application on a copy of the demo, and its browser. Test files of one process share them. */
const site = { origin: server.origin, url, ownerUrl, browser, errors: server.errors }

export const ownSite = () => site

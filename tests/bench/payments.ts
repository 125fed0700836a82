import { loadavg } from 'node:os'
import { join } from 'node:path'
import { clientOptions } from 'db/connection'
import { migrate } from 'db/migrate'
import { runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { checkout, throwawayServer } from 'tests/support/postgres/throwaway'
import { testSite } from 'tests/support/site'
import { registerAreas } from '~/http/server/register-areas'
import { readLargeStatement } from './large-statement'

// A large statement; then a run of 2,000 invoices: the time to make it, its files, and to send and settle it.
const INVOICES = 2_000
const ENTRIES = 50_000

await readLargeStatement(ENTRIES)

registerAreas()
const server = await throwawayServer()
await migrate({
  url: server.ownerUrl,
  folder: join(checkout, 'db/migrations'),
  appRole: clientOptions(server.url).user,
})
const site = await testSite({ server })
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
await runs.addAccounts()
try {
  const ids = await runs.approvedInvoices(
    Array.from({ length: INVOICES }, (_, at) => ({ gross: `${100 + at}.25`, ref: `INV-${at}` })),
  )
  async function timed<Answer>(name: string, most: string, work: () => Promise<Answer>): Promise<Answer> {
    const from = performance.now()
    const answer = await work()
    const took = (performance.now() - from).toFixed(0).padStart(7)
    console.log(`${name.padEnd(48)}${took} ms   ${most.padEnd(14)} load ${loadavg()[0]?.toFixed(1)}`)
    return answer
  }
  const { runId } = await timed(`a run of ${INVOICES} invoices is made`, 'less than 5 s', () =>
    runs.make('treasurer1', ids),
  )
  await timed('first approval', '', () => runs.step('treasurer2', runId, 'first approval'))
  await timed('second approval', '', () => runs.step('treasurer3', runId, 'second approval'))
  await timed('its file is made and stored', 'less than 1 s', () =>
    runs.step('treasurer1', runId, 'make the files'),
  )
  await timed('sent', '', () => runs.step('treasurer1', runId, 'sent'))
} finally {
  await site.close()
  await server.stop()
}

import { parseArgs } from 'node:util'
import { type CopyTransaction, copying, vacuum } from 'db/bulk'
import { loadInvoices } from 'db/seed/invoices/load-invoices'
import { storeMarket } from 'db/seed/invoices/stored-market'
import { compactInvoiceTally } from '~/areas/invoices/stored-rows.server'
import { addDays, dayIn } from '~/platform/values/day'
import { openSigning } from '~/platform/workflow/signing.server'
import { answer, type CommandContext, complain, DONE, onSite, WRONG_USE } from './site'

const USE = 'Use: npm run seed -- --invoices NUMBER (1 to 5000000)'
const MAX_INVOICES = 5_000_000
/** Invoice dates are at most this many days before today. */
const DAYS = 8 * 365
const LOADED = ['invoice', 'invoice_row', 'invoice_tally', 'workflow_event', 'workflow_instance']

/**
 * `npm run seed -- --invoices N`: adds invented invoices to the site, for performance measurements; all of them or
 * none.
 */
export default async function seedCommand(args: string[], context: CommandContext): Promise<number> {
  const count = parse(args)
  if (count === null) {
    complain(USE)
    return WRONG_USE
  }
  return onSite(context, async ({ database, clock, settings }, { url, ownerUrl }) => {
    const start = performance.now()
    const seconds = () => `${((performance.now() - start) / 1_000).toFixed(1)} s`
    const say = (line: string) => context.say(`${seconds()}  ${line}`)
    const now = clock()
    const to = dayIn(now, 'UTC')
    const work = async (into: CopyTransaction) => {
      const market = { ...(await storeMarket(into.tx)), from: addDays(to, -DAYS), to }
      await loadInvoices(into, { count, market, now, say })
    }
    await copying(url, work, openSigning(settings.signingKey).sign)
    say('All saved; updating the statistics of the database')
    await database.transaction(compactInvoiceTally)
    await vacuum(ownerUrl, LOADED)
    answer(`${count} invoices were added in ${seconds()}.`)
    return DONE
  })
}

function parse(args: string[]): number | null {
  try {
    const { values } = parseArgs({ args, options: { invoices: { type: 'string' } } })
    if (!/^\d{1,7}$/.test(values.invoices ?? '')) return null
    const count = Number(values.invoices)
    return count >= 1 && count <= MAX_INVOICES ? count : null
  } catch {
    return null
  }
}

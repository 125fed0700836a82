import { paymentSite } from 'tests/support/areas/payments/payment-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError } from '~/platform/values/domain-error'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

let site: Awaited<ReturnType<typeof paymentSite>>['site']
let runs: Awaited<ReturnType<typeof paymentSite>>['runs']
beforeAll(async () => {
  ;({ site, runs } = await paymentSite({ writeConnections: 10 }))
})
afterAll(() => site.close())

const TRIES = 200

/** Ends the connections of this site that are in the middle of a transaction, as a killed process does. */
const killInTheMiddle = () =>
  site.ownerSql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')
      and xact_start is not null`

test('two treasurers over the same invoices: each is in one run, though connections are killed in between', async () => {
  let killed = 0
  for (let at = 0; at < TRIES; at++) {
    const ids = await runs.approvedInvoices([{ gross: '10.00' }, { gross: '20.00' }, { gross: '30.00' }])
    const [a = 0, b = 0, c = 0] = ids
    const tries = Promise.allSettled([runs.make('treasurer1', [a, b]), runs.make('treasurer2', [c, b])])
    if (at % 3 === 0) {
      await killInTheMiddle()
      killed++
    }
    const settled = await tries
    for (const each of settled)
      if (each.status === 'rejected' && each.reason instanceof DomainError)
        expect(each.reason.code).toBe('conflict')
    const rows = await site.ownerSql<{ invoice_id: string; n: number }[]>`
      select invoice_id, count(*)::int as n from payment where invoice_id in ${site.ownerSql(ids)}
        and state not in ('taken out', 'rejected') group by invoice_id`
    expect(rows.filter(({ n }) => n > 1)).toEqual([])
    // A run is whole or not there at all.
    const made = await site.ownerSql<{ n: number }[]>`
      select count(*)::int as n from payment where invoice_id in ${site.ownerSql(ids)} group by run_id`
    expect(made.every(({ n }) => n === 2)).toBe(true)
    expect(made.length).toBeLessThanOrEqual(1)
    if (at % 3 !== 0) expect(made).toHaveLength(1)
  }
  expect(killed).toBeGreaterThan(50)
  expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
}, 300_000)

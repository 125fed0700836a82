import { batches } from 'db/bulk'
import { invoice } from 'db/schema/invoices'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { refreshInvoiceRows } from '~/areas/invoices/stored-rows.server'
import { dayIn } from '~/platform/values/day'
import { definitionInForce } from '~/platform/workflow/definition.server'
import { chained } from '~/platform/workflow/event-hash'
import { CHECKPOINT_LOCK } from '~/platform/workflow/history.server'
import type { State } from '~/platform/workflow/types'
import type { CopyTransaction } from '../../bulk'
import type { Transaction } from '../../database'
import { type Market, makeInvoice } from './make-invoice'

interface Loading {
  count: number
  market: Market
  now: Date
  /** Called with the progress. */
  say: (line: string) => void
}

/** Adds invented invoices of a market, oldest first. */
export async function loadInvoices(transaction: CopyTransaction, loading: Loading): Promise<void> {
  const { count, market, now, say } = loading
  const before = await transaction.tx.$count(invoice)
  const make = (at: number) => makeInvoice(before + at, count, market)
  await store(transaction, { count, make, now, say })
}

/** An invoice, its place in its workflow, and since when. */
export interface GeneratedInvoice {
  state: State
  log: string
  at: Date
  invoice: Omit<typeof invoice.$inferInsert, 'id'>
}

/** Adds invoices with their workflow, each started by one event "import". */
export async function storeInvoices(
  transaction: CopyTransaction,
  { made, now }: { made: readonly GeneratedInvoice[]; now: Date },
): Promise<void> {
  const make = (at: number) => made[at] as GeneratedInvoice
  await store(transaction, { count: made.length, make, now, say: () => {} })
}

/** @param make returns the invoice of a number from 0; called several times */
async function store(
  { tx, copy }: CopyTransaction,
  { count, make: made, now, say }: Omit<Loading, 'market'> & { make: (at: number) => GeneratedInvoice },
): Promise<void> {
  const ids = await reserve(tx, 'object_id', count)
  const eventIds = await reserve(tx, 'workflow_event_id_seq', count)
  const definitionId = await definitionInForce(tx, 'invoice', dayIn(now, 'UTC'))
  function* each<Row>(what: string, make: (at: number, made: GeneratedInvoice) => Row) {
    for (let at = 0; at < count; at++) {
      if (at > 0 && at % 100_000 === 0) say(`${what}: ${at} of ${count}`)
      yield make(at, made(at))
    }
  }
  await copy(
    invoice,
    each('Invoices', (at, made) => ({ id: ids[at] ?? 0, ...made.invoice })),
  )
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK})`)
  await copy(
    workflowEvent,
    each('Events', (at, { state, log, at: when }) => ({
      id: eventIds[at] ?? 0,
      ...chained(
        { kind: 'invoice', objectId: ids[at] ?? 0, round: 1 },
        { type: 'system', name: 'import', to: state, who: null, log, now: when },
      ),
    })),
  )
  await copy(
    workflowInstance,
    each('States', (at, { state, at: when }) => ({
      objectId: ids[at] ?? 0,
      kind: 'invoice',
      definitionId,
      round: 1,
      ...state,
      lastEventId: eventIds[at] ?? 0,
      lastEventAt: when,
    })),
  )
  let done = 0
  for (const batch of batches([...ids], 20_000)) {
    await refreshInvoiceRows(tx, batch)
    done += batch.length
    if (done % 100_000 === 0) say(`Rows of the log: ${done} of ${count}`)
  }
}

/** Reserves this many numbers of a sequence for this load. */
async function reserve(tx: Transaction, sequence: string, count: number): Promise<Float64Array> {
  const runs: unknown = await tx.execute(sql`
    select min(n)::text as first, max(n)::text as last
    from (select n, n - row_number() over (order by n) as run
      from (select nextval(${sequence}::regclass) as n from generate_series(1, ${count}::int)) as taken) as numbered
    group by run order by min(n)`)
  const numbers = new Float64Array(count)
  let at = 0
  for (const { first, last } of runs as { first: string; last: string }[])
    for (let number = Number(first); number <= Number(last); number++) numbers[at++] = number
  return numbers
}

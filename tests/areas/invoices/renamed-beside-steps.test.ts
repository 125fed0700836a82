import { contextOf } from 'tests/support/context'
import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { draftWorkflow } from '~/areas/drafts/workflow.server'
import { invoiceWorkflow } from '~/areas/invoices/workflow.server'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { updateRow } from '~/platform/tables/change-rows.server'

const site = await opened(testSite({ writeConnections: 6 }))
const reference = await expenseReference(site)
const its = expenses(site)

type Work = Parameters<typeof site.transaction>[0]

const rename =
  (name: string): Work =>
  (tx) => {
    const by = { actor: site.actor('admin'), now: site.clock(), timeZone: 'UTC' }
    const change = { key: String(reference.supplierId), posted: { name }, seen: null }
    return updateRow(contextOf({ tx, ...by }), lookupTableNamed('legal-entities'), change)
  }
async function book(invoiceId: number): Promise<Work> {
  const stepId = await site.stepId(invoiceId, 'book')
  const input = { seenEventId: null, comment: '', paymentDate: null }
  return (tx) =>
    takeStep(
      contextOf({ tx, actor: site.actor('finance1'), now: site.clock(), timeZone: 'UTC' }),
      invoiceWorkflow,
      invoiceId,
      stepId,
      input,
    )
}
async function complete(draftId: number): Promise<Work> {
  const stepId = await site.stepId(draftId, 'create invoice')
  const input = { seenEventId: null, revision: null, comment: '' }
  return (tx) =>
    takeStep(
      contextOf({
        tx,
        actor: site.actor('clientdesk1'),
        now: site.clock(),
        timeZone: site.services.settings.timeZone,
      }),
      draftWorkflow,
      draftId,
      stepId,
      input,
    )
}

/** Starts the second while the first is not committed yet, and ends after it. */
async function besides(first: Work, second: Work): Promise<void> {
  let end = () => {}
  const ended = new Promise<void>((done) => {
    end = done
  })
  let later: Promise<unknown> = Promise.resolve()
  await site.transaction(async (tx) => {
    await first(tx)
    later = site.transaction(second)
    const stop = setInterval(async () => {
      const [row] = await site.admin`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      if (row?.n > 0) end()
    }, 10)
    // It waits, or finishes without waiting.
    await Promise.race([ended, later])
    clearInterval(stop)
  })
  await later
}

const rowOf = async (invoiceId: number) =>
  (await site.ownerSql`select provider, event_status from invoice_row where id = ${invoiceId}`)[0]

test('an invoice booked while its supplier is renamed shows the new name and its new status', async () => {
  for (const [at, renameFirst] of [true, false].entries()) {
    const { invoiceId } = await its.newInvoice(reference)
    const name = `Renamed ${at} Ltd`
    const [first, second] = [rename(name), await book(invoiceId)]
    await (renameFirst ? besides(first, second) : besides(second, first))
    expect(await rowOf(invoiceId)).toEqual({ provider: name, event_status: 'TO APPROVE' })
  }
})

test('an invoice created while its supplier is renamed has the new name', async () => {
  for (const [at, renameFirst] of [true, false].entries()) {
    const draftId = await its.validatedDraft(reference)
    const name = `Renamed again ${at} Ltd`
    const [first, second] = [rename(name), await complete(draftId)]
    await (renameFirst ? besides(first, second) : besides(second, first))
    const [made] = await its.invoicesOf(draftId)
    expect(await rowOf(made?.id ?? 0)).toEqual({ provider: name, event_status: 'TO BOOK' })
  }
})

test('many parallel steps and renames leave every row in line with its invoice', async () => {
  const invoices: number[] = []
  for (let at = 0; at < 8; at++) invoices.push((await its.newInvoice(reference)).invoiceId)
  const works: Work[] = []
  for (const [at, invoiceId] of invoices.entries())
    works.push(await book(invoiceId), rename(`Name ${at} Ltd`))
  await Promise.all(works.map((work) => site.transaction(work)))
  const wrong = await site.ownerSql`
    select r.id from invoice_row r join invoice i on i.id = r.id join legal_entity s on s.id = i.supplier_id
    join workflow_instance w on w.object_id = i.id where r.provider <> s.name or r.event_status <> w.status`
  expect(wrong).toHaveLength(0)
})

import { type SQL, sql } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { recreateDraft } from '~/areas/drafts/recreate.server'
import { draftDuplicates } from '~/areas/drafts/upload/draft-duplicates.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { FILE_TYPES } from '~/platform/files/file-types'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

const [row] = await site.ownerSql<{ id: number }[]>`
  insert into legal_entity (name, kind) values ('Pricewell GmbH', 'SUPPLIER') returning id`
const other = row?.id ?? 0

let number = 0
/** Fields with a new reference and amount for each test. */
function own(): DraftFields {
  number += 1
  return {
    ...completeFields(reference),
    invoiceRef: `OWN/${number}`,
    grossAmount: `${1000 + number}.17`,
    taxes: '0.00',
  }
}
const newDraft = (fields: DraftFields) => its.newDraft('finance1', fields)
const whyOf = async (draftId: number, fields: DraftFields) =>
  (await draftDuplicates(site.read, draftId, fields)).map(({ kind, id, why }) => ({ kind, id, why }))

test('the same supplier and reference, in any spelling and year', async () => {
  const fields = { ...own(), invoiceRef: 'inv 2026-0099' }
  const first = await newDraft({ ...fields, invoiceDate: '2019-01-01', grossAmount: '5.00' })
  const second = await newDraft({ ...fields, invoiceRef: 'INV/2026/0099' })
  expect(await draftDuplicates(site.read, second, { ...fields, invoiceRef: '#INV.2026.0099' })).toEqual([
    {
      kind: 'draft',
      id: first,
      why: 'same supplier and reference',
      blocks: false,
      text: `draft ${first}, Index Data House Ltd, inv 2026-0099, 5.00 EUR of 01/01/2019, IN ENTRY`,
    },
  ])
  expect(await whyOf(second, { ...fields, invoicedLegalEntity: other, grossAmount: '6.00' })).toEqual([])
  expect(await whyOf(second, { ...fields, invoiceRef: '—', grossAmount: '6.00' })).toEqual([])
})

test('the same amount within 10 days, of the same supplier if both are known', async () => {
  const fields = own()
  const first = await newDraft({ ...fields, invoiceRef: null })
  const second = await newDraft({ ...fields, invoiceRef: null, grossAmount: null })
  const found = [{ kind: 'draft', id: first, why: 'same amount within 10 days' }]
  const reasonsWith = (more: Partial<DraftFields>) => whyOf(second, { ...fields, invoiceRef: null, ...more })
  expect(await reasonsWith({})).toEqual(found)
  expect(await reasonsWith({ invoiceDate: '2026-11-07' })).toEqual(found)
  expect(await reasonsWith({ invoiceDate: '2026-11-08' })).toEqual([])
  expect(await reasonsWith({ invoiceDate: '2026-10-18' })).toEqual(found)
  expect(await reasonsWith({ invoiceDate: '2026-10-17' })).toEqual([])
  expect(await reasonsWith({ currency: 'USD' })).toEqual([])
  expect(await reasonsWith({ invoicedLegalEntity: other })).toEqual([])
  expect(await reasonsWith({ invoicedLegalEntity: null })).toEqual(found)
  expect(await reasonsWith({ grossAmount: null })).toEqual([])
})

test('the same file, even of a cancelled draft; all reasons are given at once', async () => {
  const fields = own()
  const first = await newDraft(fields)
  await its.addFile('draft', first, FILE_TYPES.invoice, 'same content')
  await its.draftStep('finance1', first, 'cancel')
  const second = await newDraft(fields)
  await its.addFile('draft', second, FILE_TYPES.invoice, 'same content')
  const [found] = await draftDuplicates(site.read, second, fields)
  expect(found).toMatchObject({
    id: first,
    why: 'same file, same supplier, amount and reference',
    blocks: false,
  })
  expect(found?.text).toMatch(/, CANCELLED$/)
  // A backup with the same content is not an invoice.
  const third = await newDraft(own())
  await its.addFile('draft', third, FILE_TYPES.backup, 'same content')
  expect(await whyOf(third, own())).toEqual([])
})

test('a completed draft is represented by its invoices, whatever their files and amounts', async () => {
  const fields = own()
  const { draftId, invoiceId } = await its.newInvoice(reference, { ...fields, ...validations(reference) })
  const second = await newDraft(fields)
  expect(await whyOf(second, fields)).toEqual([
    { kind: 'invoice', id: invoiceId, why: 'same supplier, amount and reference' },
  ])
  // A draft is no duplicate of its own invoices, nor they of it.
  expect((await whyOf(draftId, fields)).map(({ id }) => id)).toEqual([second])
})

test('a draft recreated from a cancelled invoice is no duplicate of it', async () => {
  const fields = own()
  const { invoiceId } = await its.newInvoice(reference, { ...fields, ...validations(reference) })
  await its.invoiceStep('finance1', invoiceId, 'cancel')
  const { draftId } = await site.transaction((tx) =>
    recreateDraft(
      contextOf({
        tx,
        actor: site.actor('finance1'),
        now: site.clock(),
        timeZone: site.services.settings.timeZone,
      }),
      { invoiceId, seenEventId: null },
    ),
  )
  expect(await whyOf(draftId, fields)).toEqual([])
})

test('the search uses indexes, however many drafts and invoices there are', async () => {
  const queries: SQL[] = []
  const read = {
    execute: (query: SQL) => {
      queries.push(query)
      return site.read.execute(query)
    },
  } as unknown as typeof site.read
  await draftDuplicates(read, await newDraft(own()), own())
  expect(queries).toHaveLength(2)
  await site.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    for (const query of queries) {
      const plan = JSON.stringify(await tx.execute(sql`explain ${query}`))
      expect(plan).not.toMatch(/Seq Scan on \w*(draft|invoice|invoice_row|document|workflow_instance)\b/)
    }
    const plan = JSON.stringify(await tx.execute(sql`explain ${queries[1] ?? sql`select 1`}`))
    for (const index of [
      'draft_ref_key',
      'draft_amount',
      'document_sha256',
      'invoice_ref_key',
      'invoice_row_gross',
    ])
      expect(plan).toContain(index)
  })
})

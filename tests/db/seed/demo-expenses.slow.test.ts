import { readFileSync } from 'node:fs'
import type { Database } from 'db/database'
import { playBudgets } from 'db/seed/demo/budgets/play-budgets'
import { playExpenses } from 'db/seed/demo/expenses/play-expenses'
import { EXPENSE_STORIES } from 'db/seed/demo/expenses/stories'
import { contextOf, userWork } from 'tests/support/context'
import { beforeTheStory } from 'tests/support/demo/before-the-story'
import { opened } from 'tests/support/opened'
import { breaking } from 'tests/support/postgres/breaking'
import { checkout } from 'tests/support/postgres/throwaway'
import { openThreads } from 'tests/support/threads'
import { expect, test } from 'vitest'
import { actorById } from '~/areas/access/actor-by-id.server'
import { budgetTotals } from '~/areas/budgets/list.server'
import { budgetsOfDraft, draftView } from '~/areas/drafts/draft-view.server'
import { uploadDraft } from '~/areas/drafts/upload/upload-draft.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const threads = openThreads()

async function play(database: Database) {
  const budgets = await playBudgets({ database })
  await playExpenses({ database, files: threads.files, budgets })
  return budgets
}

const database = await opened(beforeTheStory())
await expect(play(breaking(database, 3))).rejects.toThrow('killed')
await expect(play(breaking(database, 45))).rejects.toThrow('killed')
const budgets = await play(database)

test('invoices are in every draft queue, and one is paid; after two interruptions nothing is duplicated', async () => {
  const rows = await database.ownerSql`
    select status, count(*)::int as drafts from workflow_instance where kind = 'draft' group by 1 order by 1`
  expect(Object.fromEntries(rows.map(({ status, drafts }) => [status, drafts]))).toEqual({
    CANCELLED: 1,
    COMPLETED: 2,
    'IN ENTRY': 3,
    RETURNED: 1,
    'TO CHECK': 1,
    'TO VALIDATE': 1,
    VALIDATED: 1,
  })
  const invoices = await database.ownerSql`
    select r.event_status as status, i.gross_amount::text as gross, i.payment_date::text as paid
    from invoice i join invoice_row r using (id) where i.draft_transaction_id is not null order by i.id`
  expect(invoices).toEqual([
    { status: 'PAID', gross: '9828.00', paid: '2026-10-13' },
    { status: 'PAID', gross: '7196.09', paid: '2026-10-13' },
    { status: 'FIRST APPROVAL', gross: '18000.00', paid: null },
  ])
  const [documents] = await database.ownerSql`
    select count(*)::int as pdfs from document where object_kind = 'draft' and file_type = 'INVOICE'`
  expect(documents?.pdfs).toBe(EXPENSE_STORIES.length)
})

async function draftNamed(ref: string): Promise<number> {
  const [row] = await database.ownerSql`select id from draft where invoice_ref = ${ref} order by id limit 1`
  return Number(row?.id)
}

test('drafts are below, near and beyond their budgets: one has a warning, one was overridden', async () => {
  const { read } = database
  const check = async (ref: string) => {
    const [first] = await budgetsOfDraft(read, await draftNamed(ref))
    return first && { state: first.state, percent: first.percent, by: first.override?.by ?? null }
  }
  expect(await check('DOM-2026-10-0312')).toEqual({ state: 'below', percent: '58.50', by: null })
  expect(await check('PW-20261031-4471')).toEqual({ state: 'warning', percent: '82.06', by: null })
  expect(await check('SCB-Q3-2026/0093')).toEqual({
    state: 'exceeded',
    percent: '107.73',
    by: 'Diego Fuentes',
  })
  expect(await check('IDH/77120')).toEqual({ state: 'warning', percent: '97.43', by: null })
  // Incomplete drafts, and those without an active budget, are not checked.
  expect(await check('PW-20261031-4480')).toBeUndefined()
  expect(await check('2026-1187')).toBeUndefined()
})

test('budgets hold the sum of their invoices and drafts, in their currency', async () => {
  const totals = await budgetTotals(database.read, [...budgets.values()])
  const of = (key: string) => totals.get(budgets.get(key) ?? 0)
  expect(of('audit of Helvetica Bridge')).toEqual({
    consumed: '17024.09',
    committed: '0.00',
    remaining: '20975.91',
    projected: '20975.91',
    unconverted: 0,
  })
  expect(of('index licences of Quercus')).toMatchObject({ consumed: '15588.29', remaining: '411.71' })
  expect(of('market data of Nordlys')).toMatchObject({ committed: '32001.91', projected: '6998.09' })
  expect(of('depositary of Helvetica Bridge')).toMatchObject({
    consumed: '0.00',
    committed: '53865.00',
    remaining: '50000.00',
    projected: '-3865.00',
  })
  // Returned: what it would hold. Cancelled: nothing.
  expect(of('legal advice to Helvetica Bridge')).toMatchObject({ committed: '5159.70' })
  expect(of('legal advice to Quercus')).toMatchObject({ consumed: '0.00', committed: '0.00' })
})

test('every event is in an intact chain, in date order', async () => {
  expect(await verifyAudit(database.read, 'nothing is signed yet')).toMatchObject({ broken: null })
})

const sample = (name: string) => ({
  fileName: name,
  bytes: new Uint8Array(readFileSync(`${checkout}public/samples/invoices/${name}`)),
})

async function uploaded(name: string, file = sample(name)) {
  const [user] = await database.ownerSql`select id from app_user where user_name = 'finance1'`
  const actor = await actorById(contextOf({ read: database.read, now: new Date() }), Number(user?.id))
  if (!actor) throw new Error('no finance1')
  const site = { ...database, clock: () => new Date('2026-11-20T10:00:00Z') }
  const { draftId } = await uploadDraft(userWork(site, actor), threads, { file, comment: '' })
  return draftView(contextOf({ read: database.read, actor }), draftId)
}

test('the sample invoices do what their README says', async () => {
  const good = await uploaded('e-invoice.pdf')
  expect(good.draft).toMatchObject({
    invoiceRef: 'DOM-2026-11-0358',
    grossAmount: '1485.90',
    currency: 'EUR',
  })
  expect(good.draft.invoicedLegalEntity).not.toBeNull()
  const wrong = await uploaded('wrong-totals.pdf')
  expect(wrong.draft.grossAmount).toBe('1998.00')
  expect(wrong.eInvoice?.fault).toContain('1,998.00')
  const plain = await uploaded('without-xml.pdf')
  expect(plain).toMatchObject({ draft: { invoiceRef: null, grossAmount: null }, eInvoice: null })
  const xml = await uploaded('e-invoice.xml')
  expect(xml).toMatchObject({
    draft: { invoiceRef: '2026-1241', grossAmount: '2614.95', taxes: '379.95' },
    eInvoice: { format: 'UBL', fault: null },
    attachments: [{ fileName: 'time-sheet.pdf' }],
  })
  expect(xml.draft.invoicedLegalEntity).not.toBeNull()
  // Its totals are checked like those of an e-invoice inside a PDF.
  const text = Buffer.from(sample('e-invoice.xml').bytes).toString().replaceAll('2614.95', '2641.95')
  const odd = await uploaded('odd.xml', { fileName: 'odd.xml', bytes: new TextEncoder().encode(text) })
  expect(odd.eInvoice).toMatchObject({ awaitsConfirmation: true, fault: expect.stringContaining('2,641.95') })
})

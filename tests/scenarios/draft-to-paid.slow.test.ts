import { currency } from 'db/schema/lookups'
import ExcelJS from 'exceljs'
import { chapter } from 'tests/support/chapter'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { documentById, documentsOf } from '~/areas/documents/documents-of.server'
import { draftById } from '~/areas/drafts/read-draft.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { contentBytes } from '~/platform/files/read-content.server'
import { Big, sum } from '~/platform/values/decimal'
import { historyOf } from '~/platform/workflow/history.server'
import { expenseStory } from '../support/scenarios/expense-story'

const site = await opened(testSite())
const reference = await expenseReference(site)
await site.transaction((tx) => tx.insert(currency).values({ code: 'EUR', name: 'Euro' }))

/** The users who moved an object, oldest first: "finance1: TO CHECK". */
async function movesOf(objectId: number): Promise<string[]> {
  const events = await historyOf(site.read, objectId)
  return events
    .filter(({ type }) => type !== 'act')
    .map(({ whoName, status }) => `${whoName}: ${status}`)
    .reverse()
}

async function loaderOf(objectId: number) {
  const loader = { objectKind: 'invoice', objectId, fileTypes: [FILE_TYPES.loader] }
  const [found] = await documentsOf(site.read, loader)
  const bytes = await contentBytes(site.read, await documentById(site.read, found?.id ?? 0))
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(Buffer.from(bytes) as unknown as ExcelJS.Buffer)
  const sheet = workbook.getWorksheet('Journal')
  const head = (sheet?.getRow(1).values ?? []) as string[]
  const column = (label: string) =>
    Array.from(sheet?.getColumn(head.indexOf(label)).values ?? [])
      .slice(2)
      .map((value) => String(value ?? 0))
  return { debit: sum(column('Debit')).toFixed(2), credit: sum(column('Credit')).toFixed(2) }
}

test('an invoice for three services, from upload to payment, by seven people in two weeks', async () => {
  const story = expenseStory(site, reference)
  const { day, draftStep, invoiceStep } = story

  const draftId = await chapter('Monday: the PDF arrives, and its e-invoice fills the draft', async () => {
    day('2026-11-02', '08:10')
    const { draftId } = await story.upload('finance1', 'IDX-2026-4711', [
      { text: 'Index licence', net: '3333.33' },
      { text: 'Market data', net: '1000.01' },
      { text: 'Terminal', net: '250.10' },
    ])
    expect(await draftById(site.read, draftId)).toMatchObject({
      invoicedLegalEntity: reference.supplierId,
      invoiceRef: 'IDX-2026-4711',
      invoiceDate: '2026-10-28',
      dueDate: '2026-11-27',
      currency: 'EUR',
      grossAmount: '5362.62',
      taxes: '779.18',
      netAmount: '4583.44',
    })
    return draftId
  })
  await chapter('Accounting adds the rest and divides it', async () => {
    await expect(draftStep('finance1', draftId, 'send to check')).rejects.toMatchObject({
      options: { list: expect.arrayContaining(['Expense Type']) },
    })
    await story.edit('finance1', draftId, { ...story.owed, prePaid: false, allocationRule: 'LINES' })
    const lines = [
      { feesType: 'DATA', grossAmount: '3900.00', taxes: '566.67', comment: 'Index licence' },
      { feesType: 'DATA', grossAmount: '1170.01', taxes: '170.00', comment: 'Market data' },
      { feesType: 'OTHER', grossAmount: '292.61', taxes: '42.51', comment: 'Terminal' },
    ]
    for (const line of lines) await story.allocate('finance1', draftId, line)
    await draftStep('finance1', draftId, 'send to check', { comment: 'Please check' })
  })

  await chapter('Tuesday: another person approves it; users outside the queue cannot', async () => {
    day('2026-11-03')
    await expect(draftStep('finance1', draftId, 'approve')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(draftStep('clientdesk1', draftId, 'approve')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(story.edit('finance1', draftId, { invoiceRef: 'OTHER' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await draftStep('teamleader1', draftId, 'approve')
  })

  await chapter('Thursday: two signatures of the client are entered, and the proof', async () => {
    day('2026-11-05')
    await story.edit('clientdesk1', draftId, {
      validatingUserA: reference.anna,
      validationDateA: '2026-11-04',
    })
    const validate = () => draftStep('clientdesk1', draftId, 'client validated')
    await expect(validate()).rejects.toMatchObject({
      options: { list: ['A signature of class B is missing.'] },
    })
    await story.edit('clientdesk1', draftId, {
      validatingUserB: reference.bea,
      validationDateB: '2026-11-05',
    })
    await expect(validate()).rejects.toThrow('Add Client Validation')
    await story.prove('clientdesk1', draftId)
    await validate()
    await draftStep('clientdesk1', draftId, 'create invoice')
  })

  const made = await chapter('Its invoices add up to it, to the cent', async () => {
    const made = await story.invoicesOf(draftId)
    expect(made.map(({ grossAmount, taxes, netAmount }) => [grossAmount, taxes, netAmount])).toEqual([
      ['3900.00', '566.67', '3333.33'],
      ['1170.01', '170.00', '1000.01'],
      ['292.61', '42.51', '250.10'],
    ])
    for (const field of ['grossAmount', 'taxes', 'netAmount'] as const)
      expect(sum(made.map((each) => each[field])).toFixed(2)).toBe(
        { grossAmount: '5362.62', taxes: '779.18', netAmount: '4583.44' }[field],
      )
    return made
  })

  await chapter('The week after: booked, approved by two people, and sent to the bank', async () => {
    for (const { id, grossAmount } of made) {
      day('2026-11-09')
      await invoiceStep('accountant1', id, 'book')
      expect(await loaderOf(id)).toEqual({ debit: grossAmount, credit: grossAmount })
      day('2026-11-10')
      await expect(invoiceStep('accountant1', id, 'first approval')).rejects.toMatchObject({
        code: 'forbidden',
      })
      await invoiceStep('treasurer1', id, 'first approval')
      await expect(invoiceStep('treasurer1', id, 'second approval')).rejects.toThrow(
        'you gave the first approval yourself in this round',
      )
      day('2026-11-11')
      await invoiceStep('treasurer2', id, 'second approval')
      await invoiceStep('treasurer3', id, 'payment sent')
      day('2026-11-13')
      await invoiceStep('treasurer3', id, 'paid', { paymentDate: '2026-11-12' })
    }
  })

  await chapter('The history of each names who did what', async () => {
    expect(await movesOf(draftId)).toEqual([
      'SYSTEM: IN ENTRY',
      'Ines Carvalho: TO CHECK',
      'Claire Weyland: TO VALIDATE',
      'Greta Hoffmann: VALIDATED',
      'Greta Hoffmann: COMPLETED',
    ])
    for (const { id } of made)
      expect(await movesOf(id)).toEqual([
        'SYSTEM: TO BOOK',
        'Amélie Schroeder: TO APPROVE',
        'Katrin Berger: FIRST APPROVAL',
        'Luca Moretti: APPROVED',
        'Maëlle Faber: SENT',
        'Maëlle Faber: PAID',
      ])
  })
  await chapter('All of it is paid', async () => {
    const rows = await site.ownerSql`
      select r.event_status, r.gross_hundredths, i.payment_date::text as paid
      from invoice_row r join invoice i using (id) where i.draft_transaction_id = ${draftId}`
    expect(rows.map(({ event_status, paid }) => [event_status, paid])).toEqual([
      ['PAID', '2026-11-12'],
      ['PAID', '2026-11-12'],
      ['PAID', '2026-11-12'],
    ])
    const paid = rows.reduce((total, { gross_hundredths }) => total.plus(gross_hundredths), new Big(0))
    expect(paid.toFixed()).toBe('536262')
  })
  expect(await story.audited()).toMatchObject({ broken: null, checkpoints: 1 })
})

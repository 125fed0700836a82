import { currency } from 'db/schema/lookups'
import { accrualsOn } from 'tests/support/areas/accruals/accruals-on'
import { camt054, pain002, runsOn } from 'tests/support/areas/payments/runs-on'
import { chapter } from 'tests/support/chapter'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { accrualRows, accrualsOfInvoice } from '~/areas/accruals/accruals.server'
import { prepaidAgainstNavs } from '~/areas/prepaid/against-navs.server'
import { dueLines } from '~/areas/prepaid/due.server'
import { bookJournal, lineSent } from '~/areas/prepaid/journal.server'
import type { Day } from '~/platform/values/day'
import { expenseStory } from '../support/scenarios/expense-story'

const site = await opened(testSite())
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
await runs.addAccounts()
await site.transaction((tx) =>
  tx.insert(currency).values([
    { code: 'EUR', name: 'Euro' },
    { code: 'USD', name: 'US dollar' },
  ]),
)
// 60 % of the taxes are part of the expense.
await site.ownerSql`insert into recoverable_vat (legal_entity_id, share, valid_from)
  values (${reference.settlingId}, 40, '2026-01-01')`
await site.ownerSql`insert into exchange_rate (currency, date, rate) values ('USD', '2026-10-28', 0.9)`

const OCTOBER: [Day, Day] = ['2026-10-01', '2026-10-30']
const NOVEMBER: [Day, Day] = ['2026-10-31', '2026-11-30']
const QUARTER: [Day, Day] = ['2026-10-01', '2026-12-31']
/** The accounts for accrued market data and index licence, and for the prepaid licence. */
const [DATA, LICENCE, AHEAD] = ['462000', '463000', '391000']

test('three invoices in two currencies go from PDF through two runs to the bank, and the NAVs of two months have exact accruals and journals', async () => {
  const story = expenseStory(site, reference)
  const its = accrualsOn(site, reference)
  const { day, draftStep, invoiceStep } = story
  const [october = 0, november = 0] = await its.fundWith('ALC', ['2026-10-30', '2026-11-30'])
  const [licence] = await site.ownerSql<{ id: number }[]>`
    insert into expense_type (name) values ('Index licence') returning id`
  await its.accrues('462')
  await its.accrues('463', { expenseTypeId: licence?.id })
  await site.ownerSql`insert into expense_account (expense_type_id, holds, account_prefix)
    values (${licence?.id ?? 0}, 'prepaid', '391')`

  /** Reconciles a NAV: accruals with invoices, and prepayments with journals. */
  async function reconciled(navId: number) {
    const accruals = await accrualRows(site.read, { navId })
    const ahead = await prepaidAgainstNavs(site.read, accruals[0]?.nav_date ?? '')
    return [
      ...accruals.map(
        ({ expense_type, accrued, invoiced, paid, difference, result }) =>
          `${expense_type}: ${accrued} accrued, ${invoiced} invoiced, ${paid} paid, ${difference} ${result}`,
      ),
      ...ahead.map(
        ({ expense_type, nav_balance, remaining, difference }) =>
          `${expense_type}: ${nav_balance} prepaid, ${remaining} left by the journals, ${difference}`,
      ),
    ]
  }

  /** An accountant marks everything due for a month as booked; returns its amounts. */
  async function booked(monthEnd: Day) {
    const due = await dueLines(site.read, monthEnd)
    const journal = { monthEnd, lines: due.map(lineSent), comment: '' }
    await site.transaction((tx) =>
      bookJournal(
        contextOf({
          tx,
          actor: site.actor('accountant2'),
          now: site.clock(),
          timeZone: 'Europe/Luxembourg',
        }),
        journal,
      ),
    )
    expect(await dueLines(site.read, monthEnd)).toEqual([])
    return due.map(({ invoice_ref, amount, currency }) => `${invoice_ref}: ${amount} ${currency}`)
  }

  interface Bill {
    ref: string
    net: string
    ccy: 'EUR' | 'USD'
    service: [Day, Day]
    expenseType?: number
    prePaid?: boolean
  }

  /** A supplier’s PDF becomes a draft that is checked, validated by the client and approved for payment. */
  async function approved({ ref, net, ccy, service, expenseType, prePaid = false }: Bill): Promise<number> {
    day('2026-11-02', '08:10')
    const { draftId } = await story.upload('finance1', ref, [{ text: 'Data', net }], ccy)
    const [serviceFrom, serviceTo] = service
    await story.edit('finance1', draftId, {
      ...story.owed,
      serviceFrom,
      serviceTo,
      prePaid,
      ...(expenseType === undefined ? {} : { expenseType }),
    })
    await draftStep('finance1', draftId, 'send to check')
    day('2026-11-03')
    await draftStep('teamleader1', draftId, 'approve')
    day('2026-11-05')
    const { anna: validatingUserA, bea: validatingUserB } = reference
    await story.edit('clientdesk1', draftId, {
      validatingUserA,
      validationDateA: '2026-11-04',
      validatingUserB,
      validationDateB: '2026-11-05',
    })
    await story.prove('clientdesk1', draftId)
    await draftStep('clientdesk1', draftId, 'client validated')
    await draftStep('clientdesk1', draftId, 'create invoice')
    const [made] = await story.invoicesOf(draftId)
    const id = made?.id ?? 0
    day('2026-11-09')
    await invoiceStep('accountant1', id, 'book')
    day('2026-11-10')
    await invoiceStep('treasurer1', id, 'first approval')
    await invoiceStep('treasurer2', id, 'second approval')
    return id
  }

  const statusOf = async (ids: readonly number[]) =>
    (
      await site.ownerSql<{ status: string; paid: string | null }[]>`
        select at.status, bill.payment_date::text as paid from invoice bill
        join workflow_instance at on at.object_id = bill.id where bill.id in ${site.ownerSql(ids)} order by bill.id`
    ).map(({ status, paid }) => [status, paid])

  const [data = 0, dollars = 0, later = 0] = await chapter(
    'Three PDFs become approved invoices',
    async () => {
      const bills: Bill[] = [
        { ref: 'IDX-2026-10', net: '4583.44', ccy: 'EUR', service: OCTOBER },
        {
          ref: 'IDX-2026-L',
          net: '1234.57',
          ccy: 'USD',
          service: QUARTER,
          expenseType: licence?.id,
          prePaid: true,
        },
        { ref: 'IDX-2026-11', net: '4583.45', ccy: 'EUR', service: NOVEMBER },
      ]
      const ids: number[] = []
      for (const bill of bills) ids.push(await approved(bill))
      return ids
    },
  )

  await chapter('The NAV of October accrued its data, with two months of the licence prepaid', async () => {
    expect(await booked('2026-10-31')).toEqual(['IDX-2026-L: 458.43 USD'])
    await its.balance(october, 'ALC', '50000000', { [DATA]: '5050.95', [LICENCE]: '0', [AHEAD]: '-811.86' })
    expect(await reconciled(october)).toEqual([
      'Index licence: 0.00 accrued, 0.00 invoiced, 0.00 paid, 0.00 OK',
      'Market data: 5050.95 accrued, 5050.95 invoiced, 0.00 paid, 0.00 OK',
      'Index licence: 811.86 prepaid, 811.86 left by the journals, 0.00',
    ])
  })

  const first = await chapter('All three are paid in one run: a file for each account', async () => {
    day('2026-11-12')
    const runId = await runs.sentRun([data, dollars, later])
    const files = await runs.files(runId)
    expect(files).toHaveLength(2)
    expect(files.find(({ xml }) => xml.includes('Ccy="USD"'))?.xml).toContain('>1444.45<')
    return runId
  })

  await chapter('The bank rejects one of them and pays the others', async () => {
    day('2026-11-13')
    const group = (await runs.payments(first)).find(({ invoiceId }) => invoiceId === data)?.groupId ?? ''
    const file = group.replace(/-[A-Z]+$/, '')
    const rejected = { id: `INV${data}-RUN${first}`, status: 'RJCT', reason: 'AC04', words: 'Account closed' }
    await runs.answer('treasurer1', 'status.xml', pain002('S1', file, [rejected]))
    const booked = [
      { id: `INV${later}-RUN${first}`, amount: '5362.64', day: '2026-11-13' },
      { id: `INV${dollars}-RUN${first}`, amount: '1444.45', currency: 'USD', day: '2026-11-14' },
    ]
    await runs.answer('treasurer1', 'booked.xml', camt054('B1', booked))
    expect(await statusOf([data, dollars, later])).toEqual([
      ['APPROVED', null],
      ['PAID', '2026-11-14'],
      ['PAID', '2026-11-13'],
    ])
  })

  await chapter('The NAV of November owes the rejected payment, and has one month prepaid', async () => {
    day('2026-12-01')
    expect(await booked('2026-11-30')).toEqual(['IDX-2026-L: 443.64 USD'])
    await its.balance(november, 'ALC', '50000000', { [DATA]: '5050.95', [LICENCE]: '0', [AHEAD]: '-412.59' })
    expect(await reconciled(november)).toEqual([
      'Index licence: 0.00 accrued, 0.00 invoiced, 0.00 paid, 0.00 OK',
      'Market data: 5050.95 accrued, 10101.91 invoiced, 5050.96 paid, 0.00 OK',
      'Index licence: 412.59 prepaid, 412.59 left by the journals, 0.00',
    ])
    expect(await accrualsOfInvoice(contextOf({ read: site.read, today: '2026-12-01' }), data)).toMatchObject([
      { nav_date: '2026-11-30', accrued: '5050.95' },
    ])
  })

  await chapter('The next run pays it, once', async () => {
    day('2026-12-01')
    const runId = await runs.sentRun([data])
    const booked = { id: `INV${data}-RUN${runId}`, amount: '5362.62', day: '2026-12-02' }
    day('2026-12-02')
    await runs.answer('treasurer1', 'december.xml', camt054('B2', [booked]))
    expect(await statusOf([data])).toEqual([['PAID', '2026-12-02']])
    await expect(runs.make('treasurer1', [data])).rejects.toMatchObject({ code: 'conflict' })
    // Paid later, it was still owed at the end of November.
    expect((await reconciled(november))[1]).toContain('5050.96 paid, 0.00 OK')
  })
  expect(await story.audited()).toMatchObject({ broken: null })
})

import type { CopyTransaction } from 'db/bulk'
import { fund } from 'db/schema/lookups'
import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { State } from '~/platform/workflow/types'
import { type GeneratedInvoice, storeInvoices } from '../invoices/load-invoices'
import { FIRST_APPROVAL, PAID, TO_APPROVE } from '../invoices/make-invoice'
import { isBusinessDay, LAST_NAV_DATE } from './calendar'
import { recoveredOf } from './expense-books'
import { AUDITOR, CUSTODIAN, castOf, DOMICILE } from './expenses/story'
import { DEMO_FUNDS, type DemoFund } from './funds'
import { feesOf, paidOn } from './model/accruals'
import { type AccountKey, accountNumber } from './model/ledger'
import { simulate } from './model/simulate'

/**
 * What suppliers bill funds for the fees that their NAVs accrue: depositary and administration monthly, audit by
 * financial year. They bill what the books accrue, with a few exceptions that show the purpose of the comparison.
 */

interface Fee {
  expenseType: string
  supplier: string
  /** Prefix of its references. */
  mark: string
  feesType: string
  due: AccountKey
  /**
   * VAT in percent. The administration of funds is exempt (article 44(1)(d) of the Luxembourg VAT law), the oversight
   * by a depositary is not.
   */
  vat: number
  routineType: string
  /** The state of the bills that are not paid yet. */
  open: State
}

const DEPOSITARY: Fee = {
  expenseType: 'Depositary fee',
  supplier: CUSTODIAN.name,
  mark: 'SCB',
  feesType: 'DEPOSITARY',
  due: 'depositaryDue',
  vat: 14,
  routineType: 'Monthly',
  open: FIRST_APPROVAL,
}
const ADMINISTRATION: Fee = {
  expenseType: 'Administration fee',
  supplier: DOMICILE.name,
  mark: 'ADM',
  feesType: 'ADMINISTRATION',
  due: 'administrationDue',
  vat: 0,
  routineType: 'Monthly',
  open: TO_APPROVE,
}
const AUDIT: Fee = {
  expenseType: 'Audit fee',
  supplier: AUDITOR.name,
  mark: 'FW',
  feesType: 'AUDIT',
  due: 'auditDue',
  vat: 17,
  routineType: 'Yearly',
  open: TO_APPROVE,
}

const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10']

/** A month's bill that has not arrived. */
const LATE = { fund: 'QUE03', fee: ADMINISTRATION, month: '2026-10' }
/** A month's bill that is lower than the NAV's accruals. */
const LOWERED = {
  fund: 'NOR03',
  fee: DEPOSITARY,
  month: '2026-10',
  part: '0.75',
  comment: '4.5 in place of 6 basis points a year since 1 October; the NAV still accrues the old rate',
}
/** A bill that the NAV does not accrue yet. */
const ADDED = {
  fund: 'ARV08',
  fee: AUDIT,
  month: '2026-10',
  cost: '11115.00',
  comment: 'Review of the sustainability report, agreed in October: nobody has told the administrator',
}

/** One sub-fund's part of a bill. */
interface Part {
  fund: DemoFund
  fee: Fee
  number: string
  date: Day
  due: Day
  paid: Day | null
  service: [from: Day, to: Day]
  /** Including taxes that the fund does not recover, in fund currency. */
  cost: Big
  comment: string
}

/** Stores the bills. @param now when they were imported */
export async function seedFeeInvoices(copying: CopyTransaction, now: Date): Promise<void> {
  const { tx } = copying
  const cast = await castOf({ read: tx }, new Map())
  const funds = new Map(
    (await tx.select({ id: fund.id, code: fund.code }).from(fund)).map(({ id, code }) => [code, id]),
  )
  const parts = DEMO_FUNDS.flatMap(partsOf).sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const made = parts.map((part): GeneratedInvoice => {
    const { fee, date, paid, service } = part
    const state = paid === null ? fee.open : PAID
    const umbrella = cast.entity(part.fund.umbrella)
    return {
      state,
      log: `Imported from the former system as ${state.status}`,
      at: new Date(`${paid ?? date}T09:30:00Z`),
      invoice: {
        supplierId: cast.entity(fee.supplier),
        invoicedEntityId: umbrella,
        settlingEntityId: umbrella,
        expenseTypeId: cast.expense(fee.expenseType),
        routineTypeId: cast.routine(fee.routineType),
        feesType: fee.feesType,
        fundId: funds.get(part.fund.code),
        allocationRule: 'LINES',
        invoiceRef: part.number,
        invoiceDate: date,
        receivedDate: date,
        glDate: service[1],
        dueDate: part.due,
        paymentDate: paid,
        serviceFrom: service[0],
        serviceTo: service[1],
        currency: part.fund.currency,
        transactionComment: part.comment,
        ...amountsOf(part),
        creationDate: new Date(`${date}T08:00:00Z`),
      },
    }
  })
  await storeInvoices(copying, { made, now })
}

function partsOf(demo: DemoFund): Part[] {
  const monthly = MONTHS.flatMap((month) =>
    [DEPOSITARY, ADMINISTRATION].flatMap((fee) => {
      const is = (story: typeof LATE) =>
        story.fund === demo.code && story.fee === fee && story.month === month
      return is(LATE) ? [] : [ofMonth(demo, fee, month, is(LOWERED) ? LOWERED : undefined)]
    }),
  )
  const { fee, month, cost, comment } = ADDED
  const added: Part = {
    ...ofMonth(demo, fee, month),
    number: 'FW-2026-0944',
    due: '2026-12-02',
    cost: new Big(cost),
    comment,
  }
  return [...monthly, ...auditOf(demo), ...(demo.code === ADDED.fund ? [added] : [])]
}

function ofMonth(demo: DemoFund, fee: Fee, month: string, lowered?: typeof LOWERED): Part {
  const from = `${month}-01`
  const next = `${addDays(from, 31).slice(0, 7)}-01`
  const to = addDays(next, -1)
  const paid = feesOf(demo).find(({ due }) => due === fee.due)?.paid
  const due = paidOn(next, paid?.on ?? 30)
  return {
    fund: demo,
    fee,
    service: [from, to],
    due,
    paid: due <= LAST_NAV_DATE ? due : null,
    number: `${fee.mark}-${month.replace('-', '')}-${demo.code.slice(0, 3)}-${demo.currency}`,
    date: businessDayFrom(next),
    cost: billed(demo, fee, month).times(lowered?.part ?? 1),
    comment: lowered?.comment ?? '',
  }
}

/** The audit of a financial year is billed in October; if the year ended in September, when its report is signed. */
function auditOf(demo: DemoFund): Part[] {
  const amount = feesOf(demo).find(({ due }) => due === AUDIT.due)?.amount
  if (demo.yearEnd !== '31/12' || amount == null) return []
  return [
    {
      fund: demo,
      fee: AUDIT,
      service: ['2026-01-01', '2026-12-31'],
      paid: null,
      comment: '',
      number: `FW-2026-${demo.code.slice(0, 3)}-${demo.currency}`,
      date: '2026-10-15',
      due: '2026-11-14',
      cost: new Big(amount),
    },
  ]
}

/** A month's fee: what its last NAV accrued since the start of the month; without a NAV, as for the next month. */
function billed(demo: DemoFund, fee: Fee, month: string): Big {
  const navs = simulate(demo)
  const lastIn = (each: string) => navs.findLast(({ navDate }) => navDate.startsWith(each))
  const nav = lastIn(month) ?? lastIn(addDays(`${month}-01`, 31).slice(0, 7))
  const account = nav?.balance.find((line) => line.account.startsWith(accountNumber(fee.due)))
  if (!nav || !account?.creditor) throw new Error(`${demo.code} accrues no ${fee.expenseType} in ${month}`)
  const first = `${month}-01`
  const days = Number(addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1).slice(8))
  return new Big(account.creditor).times(days).div(Number(nav.navDate.slice(8)))
}

/** Gross, taxes and net for a given cost to the fund. */
function amountsOf({
  fund: { umbrella },
  fee,
  cost,
  service,
}: Part): Record<'grossAmount' | 'taxes' | 'netAmount', Decimal> {
  const vat = new Big(fee.vat).div(100)
  const unrecovered = new Big(100).minus(recoveredOf(umbrella, service[1])).div(100)
  const net = cost.div(vat.times(unrecovered).plus(1)).round(2)
  const taxes = net.times(vat).round(2)
  return { grossAmount: net.plus(taxes).toFixed(2), taxes: taxes.toFixed(2), netAmount: net.toFixed(2) }
}

function businessDayFrom(day: Day): Day {
  return isBusinessDay(day) ? day : businessDayFrom(addDays(day, 1))
}

import { invoice } from 'db/schema/invoices'
import { storedControl } from 'tests/support/areas/prices/price-site'
import { contextOf } from 'tests/support/context'
import type { ExpenseReference } from 'tests/support/expenses'
import type { TestSite } from 'tests/support/site'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { startInstances } from '~/platform/workflow/start-instances.server'

interface MadeBill {
  net: Decimal
  /** Added to net; none by default. */
  taxes?: Decimal
  invoiceDate: Day
  service?: readonly [Day, Day]
  currency?: string
  /** The payment date; unpaid by default. */
  paid?: Day
  allocationRule?: string
  status?: string
  expenseTypeId?: number
  /** The sub-fund charged. */
  fundCode?: string
}

/** What accrual tests store directly: funds of an entity, balances of their NAVs, and invoices. */
export function accrualsOn(site: TestSite, reference: ExpenseReference) {
  /** A fund of the settling entity with a NAV on each of these dates; returns their ids, in order. */
  async function fundWith(fundCode: string, navDates: Day[], entityId: number | null = reference.settlingId) {
    const { navs } = await site.addFund({ fundCode, navDates })
    await site.ownerSql`update fund set legal_entity_id = ${entityId} where code = ${fundCode}`
    return navs.map(({ navId }) => navId)
  }

  /** Gives a NAV a balance: account → amount owed (negative: the other side). */
  async function balance(navId: number, fundCode: string, tna: Decimal, accounts: Record<string, Decimal>) {
    const controlId = await storedControl(site.ownerSql, navId, { fundCode, tna, lines: [] })
    await site.ownerSql`insert into balance_line ${site.ownerSql(
      Object.entries(accounts).map(([account_number, owed], row) => ({
        control_id: controlId,
        row,
        account_number,
        account_name: 'Account',
        currency: 'EUR',
        debtor: owed.startsWith('-') ? owed.slice(1) : '0',
        creditor: owed.startsWith('-') ? '0' : owed,
      })),
    )}`
  }

  const accrues = (accountPrefix: string, more: { fundCode?: string; expenseTypeId?: number } = {}) =>
    site.ownerSql`insert into expense_account (expense_type_id, holds, account_prefix, fund_id)
      values (${more.expenseTypeId ?? reference.expenseTypeId}, 'accrued', ${accountPrefix},
        (select id from fund where code = ${more.fundCode ?? ''}))`

  async function bill(made: MadeBill): Promise<number> {
    const now = site.clock()
    const { net, taxes = '0', invoiceDate, service, currency = 'EUR', paid = null } = made
    const { allocationRule = null, fundCode = '' } = made
    const [bearer] = await site.ownerSql<{ id: number }[]>`select id from fund where code = ${fundCode}`
    return site.transaction(async (tx) => {
      const [row] = await tx
        .insert(invoice)
        .values({
          supplierId: reference.supplierId,
          settlingEntityId: reference.settlingId,
          invoiceDate,
          currency,
          expenseTypeId: made.expenseTypeId ?? reference.expenseTypeId,
          invoiceRef: `BILL-${invoiceDate}-${net}`,
          serviceFrom: service?.[0],
          serviceTo: service?.[1],
          grossAmount: new Big(net).plus(taxes).toFixed(2),
          taxes,
          netAmount: net,
          paymentDate: paid,
          allocationRule,
          fundId: bearer?.id,
          creationDate: now,
        })
        .returning({ id: invoice.id })
      const id = row?.id ?? 0
      const state =
        paid !== null || made.status !== undefined
          ? { queue: 'SYSTEM', status: made.status ?? 'PAID', class: 'validated' as const }
          : { queue: 'PAYMENT', status: 'TO APPROVE', class: 'pending' as const }
      await startInstances(contextOf({ tx, now, today: invoiceDate }), {
        kind: 'invoice',
        objectIds: [id],
        state,
        log: '',
      })
      return id
    })
  }

  return { fundWith, balance, accrues, bill }
}

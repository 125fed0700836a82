import type { TestSite } from 'tests/support/site'
import { Big } from '~/platform/values/decimal'

/** Budget figures computed from plain rows, independently of the product’s SQL. */

interface Terms {
  id: string
  settling_entity_id: number | null
  supplier_id: number | null
  routine_type_id: number | null
  expense_type_id: number | null
  from_date: string
  to_date: string
  currency: string
  amount_type: 'gross' | 'net' | 'taxes'
  budget: string
}

interface Counted {
  id: string
  draft_id: string | null
  settling_entity_id: number | null
  supplier_id: number | null
  routine_type_id: number | null
  expense_type_id: number | null
  invoice_date: string | null
  currency: string | null
  gross_amount: string | null
  taxes: string | null
  queue: string
  status: string
}

interface Rate {
  currency: string
  date: string
  rate: string
}

const NAMES = ['settling_entity_id', 'supplier_id', 'routine_type_id', 'expense_type_id'] as const
const GONE = ['CANCELLED', 'CANCEL', 'RECREATED']

export interface OraclePart {
  kind: 'invoice' | 'draft'
  id: number
  draftId: number | null
  /** In cents of the budget’s currency; null without a rate. */
  amount: string | null
}

/** All current rows, with the figures they give for any terms. */
export async function oracle({ ownerSql }: TestSite) {
  const invoices = await ownerSql<Counted[]>`
    select i.id, i.draft_transaction_id as draft_id, settling_entity_id, supplier_id, routine_type_id,
      expense_type_id, invoice_date, currency, gross_amount, taxes, queue, status
    from invoice i join workflow_instance w on w.object_id = i.id`
  const drafts = await ownerSql<Counted[]>`
    select d.id, d.id as draft_id, settling_entity_id, supplier_id, routine_type_id, expense_type_id,
      invoice_date, currency, gross_amount, taxes, queue, status
    from draft d join workflow_instance w on w.object_id = d.id`
  const rates = await ownerSql<Rate[]>`select currency, date, rate from exchange_rate order by date`
  const entered = await ownerSql<(Terms & { status: string })[]>`
    select b.*, w.status from budget b join workflow_instance w on w.object_id = b.id`
  const inForce = await ownerSql<Terms[]>`select t.*, t.budget_id as id from budget_term t`

  function rateOf(currency: string, day: string): Big | null {
    if (currency === 'EUR') return new Big(1)
    const rate = rates.filter((each) => each.currency === currency && each.date <= day).at(-1)
    return rate ? new Big(rate.rate) : null
  }

  function amountOf(terms: Terms, { gross_amount, taxes, currency, invoice_date }: Counted): string | null {
    const [gross, tax] = [new Big(gross_amount ?? 0), new Big(taxes ?? 0)]
    const amount = { gross, taxes: tax, net: gross.minus(tax) }[terms.amount_type]
    if (currency === terms.currency || amount.eq(0)) return amount.toFixed(2)
    const [own, theirs] = [
      rateOf(currency ?? '', invoice_date ?? ''),
      rateOf(terms.currency, invoice_date ?? ''),
    ]
    return own && theirs ? amount.times(own).div(theirs).round(2, Big.roundHalfUp).toFixed(2) : null
  }

  const counts = (terms: Terms, row: Counted) =>
    row.currency !== null &&
    row.invoice_date !== null &&
    row.invoice_date >= terms.from_date &&
    row.invoice_date <= terms.to_date &&
    NAMES.every((name) => terms[name] === null || terms[name] === row[name])

  function partsOf(terms: Terms): OraclePart[] {
    const part = (kind: OraclePart['kind']) => (row: Counted) => ({
      kind,
      id: Number(row.id),
      draftId: row.draft_id === null ? null : Number(row.draft_id),
      amount: amountOf(terms, row),
    })
    return [
      ...invoices.filter((row) => !GONE.includes(row.status) && counts(terms, row)).map(part('invoice')),
      ...drafts.filter((row) => row.queue !== 'SYSTEM' && counts(terms, row)).map(part('draft')),
    ]
  }

  const sum = (parts: readonly OraclePart[]) =>
    parts.reduce((all, { amount }) => all.plus(amount ?? 0), new Big(0))

  return {
    /** Drafts in progress. */
    drafts: drafts.filter(({ queue }) => queue !== 'SYSTEM').map(({ id }) => Number(id)),
    /** The figures of a budget as entered. */
    totals(budgetId: number) {
      const terms = entered.find(({ id }) => Number(id) === budgetId)
      if (!terms) throw new Error(`no budget ${budgetId}`)
      const parts = terms.status === 'CANCELLED' ? [] : partsOf(terms)
      const consumed = sum(parts.filter(({ kind }) => kind === 'invoice'))
      const committed = sum(parts.filter(({ kind }) => kind === 'draft'))
      const remaining = new Big(terms.budget).minus(consumed)
      return {
        consumed: consumed.toFixed(2),
        committed: committed.toFixed(2),
        remaining: remaining.toFixed(2),
        projected: remaining.minus(committed).toFixed(2),
        unconverted: parts.filter(({ amount }) => amount === null).length,
        parts: parts.map(({ kind, id, amount }) => `${kind} ${id} ${amount}`).sort(),
      }
    },
    /** A draft in progress compared with the active terms. */
    checks(draftId: number) {
      return inForce
        .flatMap((terms) => {
          const parts = partsOf(terms)
          const mine = parts.find(({ kind, id }) => kind === 'draft' && id === draftId)
          if (!mine) return []
          const gives = ({ kind, amount }: OraclePart) => kind === 'draft' && new Big(amount ?? 0).lt(0)
          const others = sum(parts.filter((part) => part !== mine && !gives(part))).toFixed(2)
          return [{ budgetId: Number(terms.id), others, counted: mine.amount }]
        })
        .sort((a, b) => a.budgetId - b.budgetId)
    },
  }
}

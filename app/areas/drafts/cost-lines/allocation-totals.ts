import type { CostLine, Draft } from '~/areas/expenses/expense'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { showAmount, showMoney } from '~/platform/values/show'

/** The sums of cost lines: the totals of their draft. */
export function costTotals(lines: readonly Pick<CostLine, 'grossAmount' | 'taxes'>[]): {
  grossAmount: Decimal
  taxes: Decimal
  netAmount: Decimal
} {
  const gross = sum(lines.map(({ grossAmount }) => grossAmount))
  const taxes = sum(lines.map((line) => line.taxes))
  return { grossAmount: gross.toFixed(2), taxes: taxes.toFixed(2), netAmount: gross.minus(taxes).toFixed(2) }
}

/** Cost lines as text, for the history: "AUDIT 100.00 less 20.00 taxes; LEGAL 50.00"; "none". */
export function costLinesText(lines: readonly CostLine[], currency: string | null): string {
  if (lines.length === 0) return 'none'
  return lines
    .map(({ feesType, grossAmount, taxes, comment }) =>
      [
        `${feesType} ${showAmount(grossAmount, currency)}`,
        /^-?0*\.?0*$/.test(taxes) ? '' : ` less ${showAmount(taxes, currency)} taxes`,
        comment === '' ? '' : ` (${comment})`,
      ].join(''),
    )
    .join('; ')
}

/** The total of an invoice, in its draft's currency. */
export interface Total {
  grossAmount: Decimal
  taxes: Decimal | null
}

/** A total with a gross amount; null without one. */
export function totalOf({ grossAmount, taxes }: Pick<Draft, 'grossAmount' | 'taxes'>): Total | null {
  return grossAmount === null ? null : { grossAmount, taxes }
}

type Amounts = Pick<Draft, 'grossAmount' | 'taxes'>

/**
 * The amounts of a draft before it was divided: since then they are the sums of its cost lines. The event that added
 * the first line recorded them.
 * @param history newest first
 * @returns null for a draft that was never divided, or was created with lines
 */
export function amountsBeforeLines(
  history: readonly { name: string; data: Record<string, unknown> }[],
): Amounts | null {
  for (const { name, data } of history) {
    if (name !== 'allocate' || typeof data.was !== 'string') continue
    const was = JSON.parse(data.was) as Partial<Amounts> & { costLines?: string }
    if (was.costLines === 'none') return { grossAmount: was.grossAmount ?? null, taxes: was.taxes ?? null }
  }
  return null
}

/** Sums of the cost lines of a draft. */
interface Sums {
  grossAmount: Decimal
  taxes: Decimal
}

/**
 * How far cost lines make up the total of their invoice, in a sentence.
 * @param says the source of the total: "The e-invoice says"
 */
export function toAllocateText(total: Total, sums: Sums, says: string, currency: string | null): string {
  const left = new Big(total.grossAmount).minus(sums.grossAmount)
  const money = (amount: Decimal) => showMoney(amount, currency)
  const start = `${says} ${money(total.grossAmount)} gross`
  if (left.gt(0) !== new Big(total.grossAmount).gte(0) && !left.eq(0))
    return `${start}: the lines exceed it by ${money(left.abs().toFixed())}.`
  if (!left.eq(0))
    return `${start}: ${money(left.toFixed())} ${new Big(sums.grossAmount).eq(0) ? 'to allocate' : 'still to allocate'}.`
  if (total.taxes !== null && !new Big(total.taxes).eq(sums.taxes))
    return `${start}: fully allocated, but with ${money(sums.taxes)} taxes instead of ${money(total.taxes)}.`
  return `${start}: fully allocated.`
}

/** True when cost lines add up to exactly the total, its taxes included where it names them. */
export function isAllocated(total: Total, sums: Sums): boolean {
  return (
    new Big(total.grossAmount).eq(sums.grossAmount) &&
    (total.taxes === null || new Big(total.taxes).eq(sums.taxes))
  )
}

/** The amount that a new line begins with: the rest, where there is one; '' for nothing. */
export function restOf(total: Total | null, sums: Sums): { grossAmount: Decimal; taxes: Decimal } {
  const left = total && new Big(total.grossAmount).minus(sums.grossAmount)
  if (!total || !left || left.eq(0) || left.gt(0) !== new Big(total.grossAmount).gt(0))
    return { grossAmount: '', taxes: '' }
  const taxes = total.taxes === null ? null : new Big(total.taxes).minus(sums.taxes)
  // More taxes than the invoice has are a fault of the lines before it, not a refund in this one.
  const plausible = taxes !== null && (taxes.eq(0) || taxes.gt(0) === left.gt(0))
  return { grossAmount: left.toFixed(2), taxes: plausible ? taxes.toFixed(2) : '' }
}

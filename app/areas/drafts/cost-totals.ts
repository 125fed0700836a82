import { type Decimal, sum } from '~/platform/values/decimal'
import { showAmount } from '~/platform/values/show'
import type { CostLine } from './draft'

/** What cost lines add up to: the totals of their draft. */
export function costTotals(lines: readonly Pick<CostLine, 'grossAmount' | 'taxes'>[]): {
  grossAmount: Decimal
  taxes: Decimal
  netAmount: Decimal
} {
  const gross = sum(lines.map(({ grossAmount }) => grossAmount))
  const taxes = sum(lines.map((line) => line.taxes))
  return { grossAmount: gross.toFixed(2), taxes: taxes.toFixed(2), netAmount: gross.minus(taxes).toFixed(2) }
}

/** Cost lines in words, for the history: "AUDIT 100.00 less 20.00 taxes; LEGAL 50.00"; "none". */
export function costLinesText(lines: readonly CostLine[]): string {
  if (lines.length === 0) return 'none'
  return lines
    .map(({ feesType, grossAmount, taxes, comment }) =>
      [
        `${feesType} ${showAmount(grossAmount)}`,
        /^-?0*\.?0*$/.test(taxes) ? '' : ` less ${showAmount(taxes)} taxes`,
        comment === '' ? '' : ` (${comment})`,
      ].join(''),
    )
    .join('; ')
}

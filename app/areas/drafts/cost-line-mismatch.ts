import { sum } from '~/platform/values/decimal'
import { showAmount } from '~/platform/values/show'
import type { CostLine, DraftFields } from './draft'

/** Why cost lines do not make up their draft, in a sentence; null when they do, or when there are none. */
export function linesFault(
  { grossAmount, taxes }: Pick<DraftFields, 'grossAmount' | 'taxes'>,
  lines: readonly Pick<CostLine, 'grossAmount' | 'taxes'>[],
): string | null {
  if (lines.length === 0) return null
  const linesGross = sum(lines.map((line) => line.grossAmount))
  const linesTaxes = sum(lines.map((line) => line.taxes))
  if (linesGross.eq(grossAmount ?? 0) && linesTaxes.eq(taxes ?? 0)) return null
  const told = (gross: string, tax: string) => `${showAmount(gross)} gross with ${showAmount(tax)} taxes`
  return `The cost lines add up to ${told(linesGross.toFixed(), linesTaxes.toFixed())}, the draft says ${told(grossAmount ?? '0', taxes ?? '0')}. Open "Allocate" and correct the lines.`
}

import type { Decimal } from '~/platform/values/decimal'
import type { Draft } from './draft'

/** What an invoice comes to, in its draft's currency. */
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
 * What a draft said before it was divided: since then its amounts are the sums of its cost lines. The act that added the
 * first line kept it.
 * @param history newest first
 * @returns null for a draft that was never divided, or was made with lines
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

import { Big } from '~/domain/values/decimal'
import { showAmount } from '~/domain/values/show'
import type { DraftFields } from './draft'
import { netOf } from './draft-net'

type Amounts = Pick<DraftFields, 'grossAmount' | 'taxes'>

/**
 * What to look at before amounts are taken for right, in a sentence; null where nothing is odd. A credit note is as good
 * as an invoice, so nothing of this is refused.
 */
export function netNotice({ grossAmount, taxes }: Amounts): string | null {
  const net = netOf(grossAmount, taxes)
  if (net === null) return null
  const gross = new Big(grossAmount ?? 0)
  const against = new Big(net).times(gross).lt(0)
  if (against || (gross.eq(0) && new Big(net).lt(0)))
    return `Taxes are larger than gross: net is ${showAmount(net)}. Check both amounts.`
  if (gross.lt(0))
    return `Gross is negative, net is ${showAmount(net)}: a credit note. Check the sign if it is an invoice.`
  return null
}

import { readAmount } from '~/platform/values/amount'
import type { Decimal } from '~/platform/values/decimal'

/**
 * An amount as it is being typed ("1,250.5"), for what is shown beside it; read as the server reads it.
 * @returns null for nothing, undefined for what is not an amount (yet)
 */
export function typedAmount(text: string): Decimal | null | undefined {
  const read = readAmount(text)
  return 'fault' in read ? undefined : read.amount
}

/** What is wrong with an amount that was typed, by the name of its field; null where nothing is. */
export function amountFault(label: string): (text: string) => string | null {
  return (text) => {
    const read = readAmount(text)
    return 'fault' in read ? `${label}: ${read.fault}` : null
  }
}

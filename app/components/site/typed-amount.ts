import type { Decimal } from '~/domain/values/decimal'

const AMOUNT = /^[-−]?(?:\d+|\d{1,3}(?:[ ,]\d{3})+)(?:\.\d*)?$/

/**
 * An amount as it is being typed ("1,250.5"), for what is shown beside it; the server reads it anew.
 * @returns null for nothing, undefined for what is no amount (yet)
 */
export function typedAmount(text: string): Decimal | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!AMOUNT.test(trimmed)) return undefined
  return trimmed.replace('−', '-').replace(/[ ,]/g, '').replace(/\.$/, '')
}

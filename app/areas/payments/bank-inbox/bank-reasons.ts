import type { BankReason } from '../bank-files/bank-document'
import { describeBankReason } from '../bank-files/reason-text'

/** Statuses of files and payments that give no reason, as text. */
const STATUS_WORDS = new Map([
  ['ACTC', 'the bank checked the format'],
  ['ACWP', 'the bank accepted it, and has not booked it for the payee yet'],
  ['BLCK', 'blocked: the money neither reaches the payee nor comes back'],
  ['PART', 'the bank accepted a part'],
  ['PDNG', 'the bank has not decided yet'],
  ['RCVD', 'the bank received it'],
])

/** The text of all reasons that a bank gives; '' for none. */
export function allReasons(reasons: readonly (BankReason | null)[]): string {
  return reasons
    .flatMap((reason) =>
      reason === null || (reason.code === '' && reason.text === '') ? [] : describeBankReason(reason),
    )
    .join('; ')
}

/** "the bank received it (RCVD)" */
export function describeStatus(code: string): string {
  const words = STATUS_WORDS.get(code)
  return words === undefined ? describeBankReason({ code, text: '' }) : `${words} (${code})`
}

import type { Day } from '~/platform/values/day'

/** How people explained the entries of an account that are alike. */
export interface BankHabit {
  /** Account, direction, counterparty and word. */
  id: string
  /** '' where no entity of ours has the account. */
  entity: string
  account: string
  /** '' where the bank names none. */
  counterparty: string
  /** The first word of the bank’s text, in capital letters. */
  word: string
  booked_as: 'charges' | 'income'
  times: number
  /** When the newest of them was booked. */
  last: Day | null
  /** Entries of the inbox that have this proposal. */
  waiting: number
}

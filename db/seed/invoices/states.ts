import type { State } from '~/platform/workflow/types'
import type { Dice } from './dice'

const TO_BOOK: State = { queue: 'ACCOUNTING', status: 'TO BOOK', class: 'new' }
const TO_APPROVE: State = { queue: 'PAYMENT', status: 'TO APPROVE', class: 'pending' }
const FIRST_APPROVAL: State = { queue: 'PAYMENT', status: 'FIRST APPROVAL', class: 'pending' }
const APPROVED: State = { queue: 'PAYMENT', status: 'APPROVED', class: 'success' }
const SENT: State = { queue: 'PAYMENT', status: 'SENT', class: 'success' }
const PAID: State = { queue: 'SYSTEM', status: 'PAID', class: 'validated' }
const CANCELLED: State = { queue: 'SYSTEM', status: 'CANCELLED', class: 'failed' }
const RECREATED: State = { queue: 'SYSTEM', status: 'RECREATED', class: 'invalidated' }

/** States with their shares in percent, by the age of an invoice in days. */
const BY_AGE: readonly [upTo: number, shares: readonly (readonly [state: State, share: number])[]][] = [
  [
    21,
    [
      [TO_BOOK, 30],
      [TO_APPROVE, 25],
      [FIRST_APPROVAL, 15],
      [APPROVED, 12],
      [SENT, 8],
      [PAID, 8],
      [CANCELLED, 2],
    ],
  ],
  [
    75,
    [
      [PAID, 66],
      [SENT, 14],
      [APPROVED, 8],
      [TO_APPROVE, 5],
      [FIRST_APPROVAL, 3],
      [TO_BOOK, 1],
      [CANCELLED, 2],
      [RECREATED, 1],
    ],
  ],
  [
    Number.POSITIVE_INFINITY,
    [
      [PAID, 96.9],
      [CANCELLED, 2.2],
      [RECREATED, 0.6],
      [SENT, 0.2],
      [TO_APPROVE, 0.1],
    ],
  ],
]

/** Where an invoice of this age stands: old ones are paid, with few exceptions. */
export function stateAt(age: number, dice: Dice): State {
  const [, shares] = BY_AGE.find(([upTo]) => age <= upTo) ?? [0, [[PAID, 100]]]
  return dice.weighted(shares)
}

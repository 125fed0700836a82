/** How a person explains an entry of the Bank inbox. */
export type Settlement =
  /** What is proposed. */
  | { kind: 'accept' }
  /** A debit that pays a payment of a run; what was booked on top of it is charges. */
  | { kind: 'payment'; paymentId: number; withCharges: boolean }
  /** A debit that is the sum of several payments of runs. */
  | { kind: 'payments'; paymentIds: readonly number[] }
  /** A debit that pays invoices outside runs. */
  | { kind: 'invoices'; invoiceIds: readonly number[]; withCharges: boolean }
  /** The other side of a transfer between own accounts: both entries are explained. */
  | { kind: 'transfer'; entryId: number }
  | { kind: 'charges' }
  | { kind: 'income' }
  | { kind: 'ask back' }
  | { kind: 'not ours' }

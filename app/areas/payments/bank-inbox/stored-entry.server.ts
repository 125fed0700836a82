import type { Read } from 'db/database'
import { bankDocument, bankEntry } from 'db/schema/bank-inbox'
import { and, eq, isNull } from 'drizzle-orm'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import type { BankDocument, BankDocumentKind, BankEntry, Money } from '../bank-files/bank-document'
import type { Difference, Explanation, Proposal, Topic } from './bank-entry'
import type { Booking } from './fit'

/** An entry of the inbox as it is stored. */
export interface StoredEntry {
  id: number
  topic: Topic
  proposal: Proposal | null
  differences: Difference[]
  paymentId: number | null
  invoiceId: number | null
  entityId: number | null
  account: string
  ownerId: number | null
  explainedAs: Explanation | null
  /** What was booked, as it is judged; null for a status of a payment. */
  booking: Booking | null
}

/** In the inbox, and nothing explains it yet. */
export const isOpenEntry = and(eq(bankEntry.outcome, 'inbox'), isNull(bankEntry.explainedAt))

type Row = typeof bankEntry.$inferSelect

const money = (amount: Decimal | null, currency: string | null): Money | null =>
  amount === null || currency === null ? null : { amount, currency }

/** @throws DomainError not-found */
export async function storedEntry(read: Read, entryId: number): Promise<StoredEntry> {
  const [found] = await read
    .select({ entry: bankEntry, document: bankDocument })
    .from(bankEntry)
    .innerJoin(bankDocument, eq(bankDocument.sha256, bankEntry.documentSha256))
    .where(eq(bankEntry.id, entryId))
  if (found?.entry.outcome !== 'inbox' || found.entry.topic === null)
    throw new DomainError(
      'not-found',
      `There is no entry ${entryId} in the Bank inbox. Open it from the list.`,
    )
  const { entry, document } = found
  return {
    id: entry.id,
    topic: entry.topic as Topic,
    proposal: entry.proposal as Proposal | null,
    differences: entry.differences as Difference[],
    paymentId: entry.paymentId,
    invoiceId: entry.invoiceId,
    entityId: entry.entityId,
    account: entry.account,
    ownerId: entry.ownerId,
    explainedAs: entry.explainedAs as Explanation | null,
    booking: bookingOf(entry, document),
  }
}

function bookingOf(row: Row, stored: typeof bankDocument.$inferSelect): Booking | null {
  const booked = money(row.amount, row.currency)
  if (row.status === 'status' || booked === null) return null
  const document: BankDocument = {
    kind: stored.kind as BankDocumentKind,
    messageId: stored.messageId,
    createdOn: stored.createdOn,
    sha256: stored.sha256,
    name: stored.name,
    statements: [],
    statuses: [],
  }
  const entry: BankEntry = {
    position: row.position,
    status: row.status as BankEntry['status'],
    direction: row.direction === 'credit' ? 'credit' : 'debit',
    booked,
    instructed: money(row.instructedAmount, row.instructedCurrency),
    exchangeRate: row.exchangeRate,
    charges: money(row.charges, row.chargesCurrency),
    bookingDate: row.bookingDate,
    valueDate: row.valueDate,
    counterparty: { name: row.counterparty, account: row.counterpartyAccount },
    text: row.text,
    references: {
      endToEndId: row.endToEndId,
      instructionId: row.instructionId,
      messageId: row.messageId,
      groupId: row.groupId,
      bank: row.bankReference,
    },
    batch: null,
    isReversal: false,
    returned: row.reasonCode === null ? null : { code: row.reasonCode, text: row.reasonText },
  }
  const statement = {
    account: row.account,
    currency: booked.currency,
    number: null,
    entries: [entry],
    opening: null,
    closing: null,
    entryCount: 1,
  }
  return { document, statement, entry }
}

/** As the bank signs it: less than zero where the account pays. */
export function signedAmount({ entry }: Booking): Decimal {
  return entry.direction === 'debit'
    ? new Big(entry.booked.amount).neg().toFixed(2)
    : new Big(entry.booked.amount).toFixed(2)
}

import { Big, type Decimal } from '~/platform/values/decimal'
import type { BankDocumentKind } from '../bank-files/bank-document'
import type { EntryRef } from './decision'
import { type Booking, lettersOf } from './fit'
import type { RecordedEntry } from './our-records'

/** The same booking in several files: a notification and the statement after it, a statement that is sent again. */

/** What two reports of one booking have in common. */
export interface Reported {
  ref: EntryRef
  /** The first report of this booking. */
  root: EntryRef
  /** The document that reports it: one document reports a booking once. */
  document: string
  kind: BankDocumentKind
  bookingDate: string | null
  valueDate: string | null
  bankReference: string | null
  /** The payment that it names, or the group; null for none. */
  names: string | null
  counterparty: string
  text: string
  /** Recorded before, and open in the inbox. */
  recorded: RecordedEntry | null
}

const keyOf = (account: string, direction: string, amount: Decimal, currency: string) =>
  `${account} ${direction} ${new Big(amount).toFixed()} ${currency}`

const refKey = (ref: EntryRef) => ('id' in ref ? `id ${ref.id}` : `item ${ref.item}`)

/** All bookings that were reported, before or in this file. */
export class ReportedBookings {
  /** By what all reports of a booking have in common, and then by document: one document reports it once. */
  readonly #byKey = new Map<string, Map<string, Reported[]>>()
  /** All reports of one booking, by its first report. */
  readonly #byRoot = new Map<string, Reported[]>()
  readonly #repeated = new Set<string>()

  constructor(entries: readonly RecordedEntry[]) {
    for (const entry of entries)
      this.#add(keyOf(entry.account, entry.direction, entry.amount, entry.currency), {
        ref: { id: entry.id },
        root: { id: entry.repeats ?? entry.id },
        document: `before ${entry.id}`,
        kind: entry.kind,
        bookingDate: entry.bookingDate,
        valueDate: entry.valueDate,
        bankReference: entry.bankReference,
        names: entry.paymentId === null ? null : `payment ${entry.paymentId}`,
        counterparty: entry.counterparty,
        text: entry.text,
        recorded: entry,
      })
  }

  #add(key: string, reported: Reported): void {
    const documents = this.#byKey.get(key) ?? new Map<string, Reported[]>()
    this.#byKey.set(key, documents)
    const others = documents.get(reported.document)
    if (others) others.push(reported)
    else documents.set(reported.document, [reported])
    const root = refKey(reported.root)
    this.#byRoot.set(root, [...(this.#byRoot.get(root) ?? []), reported])
  }

  /** Whether files of this kind have the booking already, under another number: banks number it once for each kind. */
  #isNumberedOtherwise({ kind, bankReference }: Report, { root }: Reported): boolean {
    return (this.#byRoot.get(refKey(root)) ?? []).some(
      (each) => each.kind === kind && differ(each.bankReference, bankReference),
    )
  }

  /** The booking that an entry repeats; null for a new one, which is known from now on. */
  repeatOf(booking: Booking, names: string | null, item: number): Reported | null {
    const { document, statement, entry } = booking
    const key = keyOf(statement.account, entry.direction, entry.booked.amount, entry.booked.currency)
    const own: Omit<Reported, 'root'> = {
      ref: { item },
      document: document.sha256,
      kind: document.kind,
      bookingDate: entry.bookingDate,
      valueDate: entry.valueDate,
      bankReference: entry.references.bank,
      names,
      counterparty: entry.counterparty.name,
      text: entry.text,
      recorded: null,
    }
    const elsewhere = [...(this.#byKey.get(key) ?? [])].flatMap(([name, reports]) =>
      name === own.document ? [] : reports,
    )
    const free = elsewhere.filter(
      (other) =>
        !this.#repeated.has(`${document.sha256} ${refKey(other.root)}`) &&
        !this.#isNumberedOtherwise(own, other),
    )
    // The bank's own number tells most: the rest counts where no other booking has it.
    const found =
      free.find((other) => hasSameReference(own, other)) ?? free.find((other) => isSame(own, other))
    if (!found) {
      if (document.kind !== 'camt.052') this.#add(key, { ...own, root: own.ref })
      return null
    }
    this.#repeated.add(`${document.sha256} ${refKey(found.root)}`)
    if (document.kind !== 'camt.052') this.#add(key, { ...own, root: found.root })
    return found
  }
}

type Report = Omit<Reported, 'root'>

const isSameDay = (one: Report, other: Report) =>
  (one.bookingDate ?? one.valueDate) === (other.bookingDate ?? other.valueDate) ||
  (one.valueDate !== null && one.valueDate === other.valueDate)

const differ = (one: string | null, other: string | null) => one !== null && other !== null && one !== other

/** Formats cut names at different lengths. */
function isOtherParty(one: Report, other: Report): boolean {
  const [a, b] = [lettersOf(one.counterparty), lettersOf(other.counterparty)]
  return !a.startsWith(b) && !b.startsWith(a)
}

/** Banks give all bookings of a batch the number of the batch: what each of them names counts, too. */
const hasSameReference = (one: Report, other: Report) =>
  one.bankReference !== null &&
  one.bankReference === other.bankReference &&
  isSameDay(one, other) &&
  !differ(one.names, other.names) &&
  !(one.names === null && other.names === null && isOtherParty(one, other))

/** Of one account, direction and amount, but of other numbers of the bank: is it one booking? */
function isSame(one: Report, other: Report): boolean {
  const bothNamed = one.bankReference !== null && other.bankReference !== null
  // Banks number the entries of a notification and of a statement differently, but not those of two statements.
  if (bothNamed && one.kind === other.kind) return false
  if (one.names !== null || other.names !== null) return one.names === other.names && isSameDay(one, other)
  return isSameDay(one, other) && one.counterparty === other.counterparty && one.text === other.text
}

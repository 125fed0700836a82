import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { document } from 'db/schema/documents'
import { eInvoiceReading, totalsConfirmation } from 'db/schema/drafts'
import { legalEntity } from 'db/schema/lookups'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { DRAFT_LABELS, type DraftFields, MAX_REFERENCE_LENGTH } from '~/areas/expenses/expense'
import { reverseChargeOn } from '~/areas/expenses/standard-vat'
import { currencies, ENTITY_KINDS } from '~/areas/reference-data/choices.server'
import {
  bareNameKey,
  CORRECTED,
  type EInvoice,
  type EInvoiceFields,
  type Found,
  isDirectDebit,
  nameKey,
  vatKey,
} from '~/platform/einvoices/einvoice'
import { FILE_TYPES } from '~/platform/files/file-types'
import { hasFinerAmounts } from '~/platform/values/currency-decimals'
import { type Day, isNearDay } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { isTooLarge } from '~/platform/values/numerals'
import { checkPaymentReference, MAX_PAYMENT_REFERENCE_LENGTH } from '~/platform/values/payment-reference'
import { showAmount, showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { lockForEntry, recordDraftAct } from '../draft-acts.server'
import { standardRateOf } from '../reverse-charge.server'

interface TotalsConfirmation {
  draftId: number
  comment: string
}

/**
 * Confirms that the totals of a draft's e-invoice are right although they do not add up, with a reason; then the draft
 * may move on.
 * @throws DomainError invalid without a comment; refused when there is nothing to confirm
 */
export function confirmTotals(
  context: UserWriteContext,
  { draftId, comment }: TotalsConfirmation,
): Promise<{ draftId: number }> {
  const { tx, actor, now } = context
  const confirm = async () => {
    const reason = comment.trim()
    if (reason === '' || reason.length > MAX_COMMENT_LENGTH)
      throw new DomainError(
        'invalid',
        'Enter your reason for accepting the totals: up to 4,000 characters.',
        { fields: { comment: 'Enter your reason for accepting the totals.' } },
      )
    const { instance } = await lockForEntry(context, draftId)
    const eInvoice = await eInvoiceOf(tx, draftId)
    if (!eInvoice?.awaitsConfirmation)
      throw new DomainError(
        'refused',
        eInvoice?.confirmedBy
          ? `${eInvoice.confirmedBy} already confirmed the totals. Reload the page.`
          : 'This draft has no totals to confirm.',
      )
    await tx
      .insert(totalsConfirmation)
      .values({ draftId, confirmedBy: actor.id, confirmedAt: now, comment: reason })
    await recordDraftAct(context, instance, { name: 'confirm totals', log: reason })
    return { draftId }
  }
  return withIdempotencyKey(context, `confirm totals ${draftId}`, confirm)
}

/** A party of an e-invoice. */
interface Party {
  name: string | null | undefined
  vat: string | null | undefined
  /** The day on which it must still be active; without it, an entity with a dead date is not matched. */
  day?: Day
}

interface MatchedEntity {
  id: number
  kind: string
  by: 'VAT number' | 'name'
}

/**
 * The legal entity of these kinds that matches a party of an e-invoice: the one with its VAT number, else the one with
 * its name, without regard to case, accents, punctuation and legal form. Null when none, or more than one, matches.
 */
async function matchEntity(
  read: Read,
  kinds: readonly string[],
  { name, vat: given, day }: Party,
): Promise<MatchedEntity | null> {
  const rows = await read
    .select({
      id: legalEntity.id,
      name: legalEntity.name,
      kind: legalEntity.kind,
      vatNumber: legalEntity.vatNumber,
      deadDate: legalEntity.deadDate,
    })
    .from(legalEntity)
    .where(inArray(legalEntity.kind, [...kinds]))
  const alive = rows.filter(({ deadDate }) => deadDate === null || (day !== undefined && deadDate >= day))

  const vat = vatKey(given ?? '')
  const sameVat = vat === '' ? [] : alive.filter(({ vatNumber }) => vatKey(vatNumber ?? '') === vat)
  // Companies of one VAT group share a number: then the name decides among them.
  const byVat = sameVat.length > 1 ? onlyMatch(sameVat, name) : sameVat[0]
  if (byVat) return { id: byVat.id, kind: byVat.kind, by: 'VAT number' }
  if (sameVat.length > 1) return null
  const byName = onlyMatch(alive, name)
  return byName ? { id: byName.id, kind: byName.kind, by: 'name' } : null
}

/** The only one of this name: with its legal form, else without. */
function onlyMatch<Row extends { name: string }>(
  rows: readonly Row[],
  name: string | null | undefined,
): Row | null {
  if (!name) return null
  for (const key of [nameKey, bareNameKey]) {
    const wanted = key(name)
    const same = wanted === '' ? [] : rows.filter((row) => key(row.name) === wanted)
    if (same.length === 1) return same[0] ?? null
    if (same.length > 1) return null
  }
  return null
}

export interface Seller {
  sellerName: string | null | undefined
  sellerVat: string | null | undefined
  /** The day on which the supplier must still be active; without it, one with a dead date is not matched. */
  day?: Day
}

export interface MatchedSupplier {
  legalEntityId: number
  isSupplierFund: boolean
  by: 'VAT number' | 'name'
}

/**
 * The supplier, or supplier fund, that matches the seller of an e-invoice: the one with its VAT number, else the one
 * with its name, without regard to case, accents, punctuation and legal form. Null when none, or more than one,
 * matches.
 */
export async function matchSupplier(read: Read, seller: Seller): Promise<MatchedSupplier | null> {
  const { sellerName, sellerVat, day } = seller
  const named = { name: sellerName, vat: sellerVat, day }
  const found = await matchEntity(read, ['SUPPLIER', 'SUPPLIER FUND'], named)
  if (!found) return null
  const { id, kind, by } = found
  return { legalEntityId: id, isSupplierFund: kind === 'SUPPLIER FUND', by }
}

/** The fields of a draft that an e-invoice fills in, and a sentence for each value that was not taken over. */
export interface Filled {
  fields: Partial<DraftFields>
  notes: string[]
}

/**
 * The fields that an e-invoice fills in. A value that the form would refuse stays empty, with a note; if gross or taxes
 * is missing, it follows from the other and the net.
 * @param currencies codes that may be chosen
 */
function fieldsOfEInvoice(
  { fields: found, typeCode, isCreditNote, fault }: EInvoice,
  currencies: readonly string[],
): Filled {
  const notes: string[] = []
  const checked = <Value>(
    of: Found<Value> | undefined,
    what: string,
    faultOf: (value: Value) => string | null,
  ) => {
    if (!of) return null
    const why = faultOf(of.value)
    if (why !== null)
      notes.push(`The e-invoice's ${what} "${String(of.value).slice(0, 80)}" ${why}: it was left empty.`)
    return why === null ? of.value : null
  }
  const amount = (of: Found<Decimal> | undefined, what: string) =>
    twoDecimals(checked(of, what, (value) => amountFault(value, found.currency?.value ?? '')))
  const near = (day: string) => (isNearDay(day) ? null : 'is not a date from 1990 to 2100')

  const invoiceDate = checked(found.invoiceDate, 'invoice date', near)
  const dueDate = checked(found.dueDate, 'due date', (day) =>
    invoiceDate !== null && day < invoiceDate
      ? `is before the invoice date ${showDay(invoiceDate)}`
      : near(day),
  )
  const invoiceRef = checked(found.invoiceRef, 'reference', (text) =>
    text.trim().length > MAX_REFERENCE_LENGTH ? `is longer than ${MAX_REFERENCE_LENGTH} characters` : null,
  )
  const currency = checked(found.currency, 'currency', (code) =>
    currencies.includes(code) ? null : 'is not in the list of currencies',
  )
  const net = amount(found.netAmount, 'net amount')
  const stated = { gross: amount(found.grossAmount, 'gross amount'), taxes: amount(found.taxes, 'taxes') }
  const taxes =
    stated.taxes ??
    (stated.gross !== null && net !== null ? new Big(stated.gross).minus(net).toFixed(2) : null)
  const grossAmount =
    stated.gross ??
    (net !== null && stated.taxes !== null ? new Big(net).plus(stated.taxes).toFixed(2) : null)

  if (isCreditNote)
    notes.push('It is a credit note: its amounts were entered as negative, and no payment is made for it.')
  if (fault !== null) notes.push(fault)
  const paymentReference = checked(found.paymentReference, 'payment reference', (text) =>
    text.length > MAX_PAYMENT_REFERENCE_LENGTH
      ? `is longer than ${MAX_PAYMENT_REFERENCE_LENGTH} characters`
      : checkPaymentReference(text).fault === null
        ? null
        : 'has wrong check digits',
  )
  const mayCorrect = isCreditNote || typeCode === CORRECTED
  const correctsRef = checked(mayCorrect ? found.precedingRef : undefined, 'corrected invoice', (text) =>
    text.length > MAX_REFERENCE_LENGTH ? `is longer than ${MAX_REFERENCE_LENGTH} characters` : null,
  )
  if (typeCode === CORRECTED)
    notes.push(
      correctsRef === null
        ? `It is a corrected invoice that does not name the one it corrects: enter that under “${DRAFT_LABELS.correctsRef}”.`
        : `It corrects invoice ${correctsRef}, which is not paid until it is cancelled or credited.`,
    )
  const collectedBySupplier = isDirectDebit(found)
  if (collectedBySupplier)
    notes.push('The supplier collects the amount by direct debit: payment runs leave it out.')
  const rounding = amount(found.roundingAmount, 'rounding')
  const prepaid = prepaidOf({
    currency,
    grossAmount,
    rounding,
    prepaid: amount(found.prepaidAmount, 'amount paid in advance'),
    due: amount(found.dueAmount, 'amount due'),
    notes,
  })
  return {
    fields: {
      invoiceRef: invoiceRef?.trim() || null,
      invoiceDate,
      dueDate,
      currency,
      grossAmount,
      taxes,
      prepaidAmount: nothingForZero(prepaid),
      roundingAmount: nothingForZero(rounding),
      paymentReference: paymentReference && checkPaymentReference(paymentReference).reference,
      correctsRef: correctsRef?.trim() || null,
      collectedBySupplier,
      reverseCharge: found.reverseChargeBase !== undefined,
    },
    notes,
  }
}

interface Paid {
  currency: string | null
  grossAmount: Decimal | null
  prepaid: Decimal | null
  rounding: Decimal | null
  due: Decimal | null
  notes: string[]
}

/** What was paid in advance: the amount due rules where the e-invoice names another amount, or none. */
function prepaidOf({ currency, grossAmount, prepaid, rounding, due, notes }: Paid): Decimal | null {
  const amount = (value: Decimal) => showAmount(value, currency)
  if (grossAmount === null || due === null) return prepaid
  const left = new Big(grossAmount).plus(rounding ?? 0).minus(due)
  if (left.eq(prepaid ?? 0)) return prepaid
  if (new Big(due).abs().gt(new Big(grossAmount).abs())) {
    notes.push(
      `The e-invoice asks for ${amount(due)}, more than its gross amount ${amount(grossAmount)}: gross was taken. Check both amounts.`,
    )
    return prepaid
  }
  if (prepaid === null)
    notes.push(
      `The e-invoice asks for ${amount(due)} of gross ${amount(grossAmount)}: the rest was entered as paid in advance. Check it.`,
    )
  return left.toFixed(2)
}

const nothingForZero = (value: Decimal | null) => (value === null || new Big(value).eq(0) ? null : value)

function amountFault(value: Decimal, currency: string): string | null {
  const amount = new Big(value)
  if (isTooLarge(amount)) return 'has more digits than an amount may have'
  if (amount.round(2, 0).eq(amount)) return null
  return hasFinerAmounts(currency)
    ? `has more than the two decimals with which amounts in ${currency} are kept`
    : 'has more than two decimals'
}

const twoDecimals = (value: Decimal | null) => (value === null ? null : new Big(value).toFixed(2))

/**
 * The fields that an e-invoice fills in for a draft received on a day: with supplier and buyer where they are known.
 */
export async function fillFromEInvoice(read: Read, eInvoice: EInvoice, received: Day): Promise<Filled> {
  const { sellerName, sellerVat, buyerName, buyerVat } = eInvoice.fields
  const buyer = { name: buyerName?.value, vat: buyerVat?.value, day: received }
  const [money, supplier, client] = await Promise.all([
    currencies(read),
    matchSupplier(read, { sellerName: sellerName?.value, sellerVat: sellerVat?.value, day: received }),
    matchEntity(read, ENTITY_KINDS, buyer),
  ])
  const { fields, notes } = fieldsOfEInvoice(
    eInvoice,
    money.map(({ code }) => code),
  )
  const seller = sellerName?.value ?? sellerVat?.value
  if (!supplier && seller)
    notes.push(
      `The supplier "${seller.slice(0, 80)}" of the e-invoice is not in the list. Choose the supplier yourself.`,
    )
  const reverseChargeTax = await reverseChargeOfEInvoice(read, eInvoice, { client, received })
  if (eInvoice.fields.reverseChargeBase)
    notes.push(
      reverseChargeTax === null
        ? `Reverse charge: enter the VAT that the customer owes under “${DRAFT_LABELS.reverseChargeTax}”.`
        : `Reverse charge: ${showAmount(reverseChargeTax, fields.currency)} of VAT is booked on both sides. Check it.`,
    )
  return {
    fields: {
      ...fields,
      ...(supplier ? supplierFields(supplier) : {}),
      settlementLegalEntity: client?.id ?? null,
      reverseChargeTax,
    },
    notes,
  }
}

/** The VAT that the buyer owes on what an e-invoice has of the category reverse charge; null where its rate is unknown. */
async function reverseChargeOfEInvoice(
  read: Read,
  { fields: { reverseChargeBase, invoiceDate, currency } }: EInvoice,
  { client, received }: { client: MatchedEntity | null; received: Day },
): Promise<Decimal | null> {
  if (!reverseChargeBase || client === null) return null
  const rate = await standardRateOf(read, client.id, invoiceDate?.value ?? received)
  return rate === null ? null : reverseChargeOn(reverseChargeBase.value, rate, currency?.value ?? null)
}

const supplierFields = ({
  legalEntityId,
  isSupplierFund,
}: {
  legalEntityId: number
  isSupplierFund: boolean
}) => ({
  isSupplierFund,
  invoicedLegalEntity: isSupplierFund ? null : legalEntityId,
  invoicedFundLegalEntity: isSupplierFund ? legalEntityId : null,
})

/** The content of the e-invoice in a draft's file, and who confirmed its totals for this draft. */
export interface StoredEInvoice {
  format: string
  profile: string | null
  /** Each with its place in the XML. */
  fields: EInvoiceFields
  /** What does not add up, in a sentence; null when all of it does. */
  fault: string | null
  /** True while its totals hold "Send to check": a user must confirm them with a comment. */
  awaitsConfirmation: boolean
  /** Full name. */
  confirmedBy: string | null
  confirmedAt: Date | null
  confirmComment: string | null
}

/**
 * The e-invoice of a draft: that of its file, whether the file was uploaded for it or came with the invoice that it was
 * recreated from. Null without one.
 */
export async function eInvoiceOf(read: Read, draftId: number): Promise<StoredEInvoice | null> {
  const { format, profile, fields, totalsAgree, fault, sha256 } = eInvoiceReading
  const { confirmedAt, confirmedBy, comment: confirmComment } = totalsConfirmation
  const [row] = await read
    .select({
      format,
      profile,
      fields,
      totalsAgree,
      fault,
      confirmedAt,
      confirmComment,
      confirmedBy: fullName,
    })
    .from(document)
    .innerJoin(eInvoiceReading, eq(sha256, document.sha256))
    .leftJoin(totalsConfirmation, eq(totalsConfirmation.draftId, document.objectId))
    .leftJoin(appUser, eq(appUser.id, confirmedBy))
    .where(
      and(
        eq(document.objectKind, 'draft'),
        eq(document.objectId, draftId),
        eq(document.fileType, FILE_TYPES.invoice),
      ),
    )
    .orderBy(asc(document.id))
    .limit(1)
  if (!row) return null
  const { totalsAgree: isRight, fields: found, ...same } = row
  return {
    ...same,
    fields: found as EInvoiceFields,
    awaitsConfirmation: !isRight && row.confirmedAt === null,
  }
}

/** Stores the content of the e-invoice in a stored file; the newest reading counts. */
export async function storeEInvoice(
  tx: Transaction,
  sha256: string,
  { format, profile, fields, fault }: EInvoice,
): Promise<void> {
  const reading = { format, profile, fields, totalsAgree: fault === null, fault }
  await tx
    .insert(eInvoiceReading)
    .values({ sha256, ...reading })
    .onConflictDoUpdate({ target: eInvoiceReading.sha256, set: reading })
}

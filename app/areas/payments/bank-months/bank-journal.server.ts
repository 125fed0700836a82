import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { bankDocument, bankEntry, bankPosting, bankStatement } from 'db/schema/bank-inbox'
import { invoice } from 'db/schema/invoices'
import { payment, paymentCredit } from 'db/schema/payments'
import { and, asc, eq, sql } from 'drizzle-orm'
import ExcelJS from 'exceljs'
import { supplier } from '~/areas/expenses/references.server'
import { entryColumns } from '~/areas/invoices/loader-workbook.server'
import { latestRates } from '~/areas/reference-data/fund-reference.server'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import {
  AMOUNT,
  addSheet,
  dayCell,
  exactNumber,
  type SheetCell,
  type SheetColumn,
  textCell,
  workbookBytes,
} from '~/platform/exports/excel/sheet'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { groupedBy } from '~/platform/values/grouped'
import { showIban, showMonth } from '~/platform/values/show'
import type { PostingKind } from '../bank-inbox/bank-entry'
import type { MonthKey } from './bank-month'
import { ENTRY_DAY } from './closed-months.server'
import { bankMonthOf, isOfMonth } from './read-months.server'

/** What explains an entry of a month, as the bank signs it: less than zero where the account pays. */
export interface JournalPosting {
  entryId: number
  day: Day
  kind: PostingKind
  /** In the currency of the account. */
  amount: Decimal
  /** What was paid, where that is in another currency. */
  paid: { amount: Decimal; currency: string } | null
  /** The day by whose rate its invoice was booked; null for no invoice. */
  bookedOn: Day | null
  /** What was taken off for credits of the supplier: they are cleared with the invoice. */
  credits: readonly JournalCredit[]
  invoiceId: number | null
  invoiceRef: string | null
  supplier: string | null
  counterparty: string
  text: string
  bankReference: string | null
}

/** A credit that a payment took off, in the currency of the payment. */
interface JournalCredit {
  invoiceId: number
  invoiceRef: string
  amount: Decimal
  bookedOn: Day
}

/** The value of one unit of a currency on a day, in the site's currency; null where none is known. */
type RateOn = (currency: string, day: Day) => Decimal | null

interface JournalLine {
  posting: Omit<JournalPosting, 'credits'>
  account: string
  nature: string
  /** More than zero for the debit. */
  amount: Big
}

/** The other side of the bank's line, by the kind of a posting. */
const ACCOUNTS: Readonly<Record<PostingKind, string>> = {
  supplier: 'SUPPLIER',
  charges: 'CHARGES',
  income: 'INCOME',
  'exchange difference': 'EXCHANGE DIFFERENCE',
  claim: 'CLAIM',
  'internal transfer': 'INTERNAL TRANSFER',
  'not ours': 'NOT OURS',
}

/**
 * The balanced lines of one entry: the bank, and what explains it. The supplier gets what the invoice was booked with;
 * where the bank paid it in another currency, the rest is an exchange difference.
 */
export function journalLines(
  account: { iban: string; currency: string },
  postings: readonly JournalPosting[],
  rateOn: RateOn,
): JournalLine[] {
  const [first] = postings
  if (!first) return []
  const others = postings.flatMap((posting): JournalLine[] => {
    const nature = posting.supplier ?? (posting.counterparty || posting.text)
    const debit = new Big(posting.amount).neg()
    const line = { posting, account: ACCOUNTS[posting.kind], nature }
    const booked = bookedValues(posting, account.currency, rateOn)
    if (booked === null) return [{ ...line, amount: debit }]
    const rest = debit.minus(sum(booked.map(({ amount }) => amount.toFixed(2))))
    const lines = booked.map(({ amount, ...cleared }) => ({
      ...line,
      posting: { ...posting, ...cleared },
      amount,
    }))
    return rest.eq(0)
      ? lines
      : [...lines, { posting, account: ACCOUNTS['exchange difference'], nature, amount: rest }]
  })
  const total = sum(postings.map(({ amount }) => amount))
  return [{ posting: first, account: 'BANK', nature: showIban(account.iban), amount: total }, ...others]
}

/** What an invoice or a credit was booked with, in the currency of the account: more than zero for the debit. */
type Cleared = Pick<JournalPosting, 'invoiceId' | 'invoiceRef' | 'paid'> & { amount: Big }

/**
 * What a payment clears: its invoice as it was booked, and the credits that it took off. Null where that is what the
 * bank booked: an invoice without credits, in the currency of the account; and without rates.
 */
function bookedValues(posting: JournalPosting, currency: string, rateOn: RateOn): Cleared[] | null {
  const { kind, amount, paid, bookedOn, credits, invoiceId, invoiceRef } = posting
  if (kind !== 'supplier' || paid === null || bookedOn === null) return null
  if (paid.currency === currency && (credits.length === 0 || !new Big(amount).abs().eq(paid.amount)))
    return null
  const isPaid = new Big(amount).lt(0)
  const value = (of: Big, day: Day): Big | null => {
    const signed = isPaid ? of : of.neg()
    if (paid.currency === currency) return signed
    const [from, to] = [rateOn(paid.currency, day), rateOn(currency, day)]
    return from === null || to === null ? null : signed.times(from).div(to).round(2)
  }
  const whole = new Big(paid.amount).plus(sum(credits.map((credit) => credit.amount)))
  const cleared = [
    { invoiceId, invoiceRef, of: whole, day: bookedOn },
    ...credits.map((credit) => ({ ...credit, of: new Big(credit.amount).neg(), day: credit.bookedOn })),
  ].map(({ of, day, ...its }) => ({ ...its, of, value: value(of, day) }))
  return cleared.some((each) => each.value === null)
    ? null
    : cleared.map(({ of, value: booked, ...its }) => ({
        invoiceId: its.invoiceId,
        invoiceRef: its.invoiceRef,
        paid: { amount: of.toFixed(2), currency: paid.currency },
        amount: booked ?? of,
      }))
}

const JOURNAL: SheetColumn[] = [
  ...entryColumns(22),
  { header: 'Invoice', width: 12, format: '0' },
  { header: 'Supplier', width: 32 },
  { header: 'Reference', width: 22 },
  { header: 'Currency', width: 9 },
  { header: 'Debit', ...AMOUNT },
  { header: 'Credit', ...AMOUNT },
  { header: 'Paid currency', width: 14 },
  { header: 'Paid amount', ...AMOUNT },
  { header: 'Bank reference', width: 24 },
  { header: 'Comment', width: 40 },
]

/**
 * The bank journal of a closed month for the accounting system, and the name of its file: of each entry the bank and
 * what explains it. The same month gives the same bytes.
 * @throws DomainError not-found; refused for a month that is not closed
 */
export async function bankJournal(
  context: Pick<Context, 'read' | 'today'>,
  key: MonthKey,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const { row } = await bankMonthOf(context, key)
  const { account: iban, currency, entity, month_end: monthEnd } = row
  if (row.state !== 'Closed')
    throw new DomainError(
      'refused',
      `${showMonth(monthEnd)} of ${showIban(iban)} (${currency}) is not closed, so its journal may still change. Close the month first.`,
    )
  const postings = await postingsOf(context.read, key)
  const rateOn = await ratesOf(context.read, postings)
  const rows = [...groupedBy(postings, ({ entryId }) => entryId).values()].flatMap((own) =>
    journalLines({ iban, currency }, own, rateOn).map(
      ({ posting, account, nature, amount }, at): SheetCell[] => {
        const isBank = account === 'BANK'
        const figure = exactNumber(amount.abs().toFixed(2))
        const { paid } = posting
        const other = isBank || paid === null || paid.currency === currency ? null : paid
        return [
          'BANK',
          dayCell(posting.day),
          posting.entryId,
          at + 1,
          account,
          textCell(nature),
          textCell(entity),
          isBank ? null : posting.invoiceId,
          isBank ? null : textCell(posting.supplier),
          isBank ? null : textCell(posting.invoiceRef),
          currency,
          amount.lt(0) ? null : figure,
          amount.lt(0) ? figure : null,
          other?.currency ?? null,
          other === null ? null : exactNumber(other.amount),
          textCell(posting.bankReference),
          textCell(posting.text),
        ]
      },
    ),
  )
  const workbook = new ExcelJS.Workbook()
  addSheet(workbook, 'Journal', JOURNAL, rows)
  return {
    bytes: await workbookBytes(workbook, new Date(`${monthEnd}T00:00:00Z`)),
    fileName: `bank-journal-${iban.replace(/[^A-Za-z0-9]/g, '-')}-${currency}-${key.month}.xlsx`,
  }
}

/** What explains the entries of a month, in the order of their days. */
async function postingsOf(read: Read, { account, currency, month }: MonthKey): Promise<JournalPosting[]> {
  const rows = await read
    .select({
      entryId: bankEntry.id,
      day: ENTRY_DAY,
      kind: sql<PostingKind>`${bankPosting.kind}`,
      amount: bankPosting.amount,
      paymentId: bankPosting.paymentId,
      paidAmount: payment.amount,
      paidCurrency: payment.currency,
      bookedOn: sql<Day | null>`coalesce(${invoice.glDate}, ${invoice.invoiceDate})`,
      invoiceId: bankPosting.invoiceId,
      invoiceRef: invoice.invoiceRef,
      supplier: supplier.name,
      counterparty: bankEntry.counterparty,
      text: bankEntry.text,
      bankReference: bankEntry.bankReference,
    })
    .from(bankPosting)
    .innerJoin(bankEntry, eq(bankEntry.id, bankPosting.entryId))
    .innerJoin(bankDocument, eq(bankDocument.sha256, bankEntry.documentSha256))
    .leftJoin(bankStatement, eq(bankStatement.id, bankEntry.statementId))
    .leftJoin(payment, eq(payment.id, bankPosting.paymentId))
    .leftJoin(invoice, eq(invoice.id, bankPosting.invoiceId))
    .leftJoin(supplier, eq(supplier.id, invoice.supplierId))
    .where(and(isOfMonth(month, [account]), eq(bankEntry.currency, currency)))
    .orderBy(asc(ENTRY_DAY), asc(bankEntry.id), asc(bankPosting.position))
  const credits = await creditsOf(
    read,
    rows.flatMap(({ paymentId }) => paymentId ?? []),
  )
  return rows.map(({ paidAmount, paidCurrency, paymentId, ...row }) => ({
    ...row,
    credits: paymentId === null ? [] : (credits.get(paymentId) ?? []),
    paid:
      paidAmount === null || paidCurrency === null ? null : { amount: paidAmount, currency: paidCurrency },
  }))
}

/** The credits that payments took off, by the id of each payment. */
async function creditsOf(
  read: Read,
  paymentIds: readonly number[],
): Promise<Map<number, (JournalCredit & { paymentId: number })[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await read
    .select({
      paymentId: paymentCredit.paymentId,
      invoiceId: paymentCredit.creditId,
      invoiceRef: invoice.invoiceRef,
      amount: paymentCredit.amount,
      bookedOn: sql<Day>`coalesce(${invoice.glDate}, ${invoice.invoiceDate})`,
    })
    .from(paymentCredit)
    .innerJoin(invoice, eq(invoice.id, paymentCredit.creditId))
    .where(isAmong(paymentCredit.paymentId, paymentIds))
    .orderBy(asc(invoice.invoiceDate), asc(invoice.id))
  return groupedBy(rows, ({ paymentId }) => paymentId)
}

/** The rates by which the invoices of these postings were booked. */
async function ratesOf(read: Read, postings: readonly JournalPosting[]): Promise<RateOn> {
  const days = new Set(
    postings.flatMap(({ kind, paid, bookedOn, credits }) =>
      kind === 'supplier' && paid !== null && bookedOn !== null
        ? [bookedOn, ...credits.map((credit) => credit.bookedOn)]
        : [],
    ),
  )
  const rates = new Map<Day, Awaited<ReturnType<typeof latestRates>>>()
  for (const day of days) rates.set(day, await latestRates(read, day))
  return (currency, day) => (currency === SITE_CURRENCY ? '1' : (rates.get(day)?.get(currency)?.rate ?? null))
}

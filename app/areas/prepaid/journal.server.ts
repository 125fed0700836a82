import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { invoice } from 'db/schema/invoices'
import { expenseType, fund } from 'db/schema/lookups'
import { prepaidJournal, prepaidLine } from 'db/schema/prepaid'
import { asc, desc, eq, sql } from 'drizzle-orm'
import ExcelJS from 'exceljs'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { settling, supplier } from '~/areas/expenses/references.server'
import { entryColumns } from '~/areas/invoices/loader-workbook.server'
import {
  AMOUNT,
  addSheet,
  dayCell,
  exactNumber,
  type SheetColumn,
  workbookBytes,
} from '~/platform/exports/excel/sheet'
import { cleanText } from '~/platform/exports/table'
import { type Day, lastOfMonth } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { groupedBy } from '~/platform/values/grouped'
import { counted, showMoney, showMonth } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { inAdministration, REFERENCE_DATA, recordAct } from '~/platform/workflow/record-act.server'
import { dueLines } from './due.server'
import type { PrepaidDue, PrepaidJournal } from './prepaid'

export const NOT_BOOKED = 'The journal was not marked as booked'
const refuse = (code: 'refused' | 'conflict' | 'forbidden', sentence: string) =>
  new DomainError(code, sentence, { title: NOT_BOOKED })

/** Who marks journals as booked: those who book invoices. */
export const BOOKS = 'ACCOUNTING'

export interface NewJournal {
  monthEnd: Day
  /** Keys of the lines with the amounts that were shown: "1234~2026-10-31=152.95". */
  lines: readonly string[]
  comment: string
}

/** A line as a form sends it. */
export const lineSent = ({ key, amount }: Pick<PrepaidDue, 'key' | 'amount'>): string => `${key}=${amount}`

/**
 * Marks lines of a month as booked, all of them or none, once; each month of an invoice is booked once.
 * @throws DomainError forbidden for a user who does not book; refused for a month to come; conflict where a line was
 * booked, or became another amount, after it was shown
 */
export function bookJournal(
  context: UserWriteContext,
  { monthEnd, lines, comment }: NewJournal,
): Promise<{ journalId: number; lines: number }> {
  const { tx, actor, now, today } = context
  const book = async () => {
    if (!actor.queues.includes(BOOKS))
      throw refuse('forbidden', `Only members of ${BOOKS} mark journals as booked.`)
    if (monthEnd > lastOfMonth(today))
      throw refuse('refused', `${showMonth(monthEnd)} has not begun. Book it when it has.`)
    // One journal at a time, so that each sees what the previous one booked.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('prepaid journals'))`)
    const due = new Map((await dueLines(tx, monthEnd)).map((line) => [lineSent(line), line]))
    const chosen = [...new Set(lines)].map((sent) => due.get(sent))
    const found = chosen.flatMap((line) => line ?? [])
    if (found.length === 0 || found.length < chosen.length)
      throw refuse(
        'conflict',
        found.length === chosen.length
          ? 'Choose at least one line.'
          : `${counted(chosen.length - found.length, 'line was', 'lines were')} booked, or changed, after you opened this page. Check the list again.`,
      )
    const [made] = await tx
      .insert(prepaidJournal)
      .values({ monthEnd, bookedBy: actor.id, bookedAt: now, comment })
      .returning({ id: prepaidJournal.id })
    if (!made) throw new Error('The journal was not stored')
    await tx.insert(prepaidLine).values(
      found.map(({ invoice: invoiceId, month_end, amount, times }) => ({
        invoiceId,
        monthEnd: month_end,
        seq: times + 1,
        journalId: made.id,
        amount,
      })),
    )
    await recordAct(tx, REFERENCE_DATA, {
      name: 'book prepaid journal',
      to: inAdministration('BOOKED', 'success'),
      log: `Prepaid journal ${made.id} of ${showMonth(monthEnd)}: ${counted(found.length, 'line')}, ${totalsOf(found)}${comment === '' ? '' : `. ${comment}`}`,
      data: { journal: made.id, lines: canonicalJson(found.map(lineSent)) },
      who: actor,
      now,
    })
    return { journalId: made.id, lines: found.length }
  }
  const action = `prepaid journal ${monthEnd} ${sha256(canonicalJson([...lines]))}`
  return withIdempotencyKey(context, action, book)
}

/** "1,529.59 USD, 12.00 EUR" */
export function totalsOf(lines: readonly { currency: string; amount: Decimal }[]): string {
  return [...groupedBy(lines, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => showMoney(sum(own.map(({ amount }) => amount)).toFixed(2), currency))
    .join(', ')
}

/** All journals, the newest first. */
export async function journals(read: Read): Promise<PrepaidJournal[]> {
  const rows = await read
    .select({
      id: prepaidJournal.id,
      month_end: prepaidJournal.monthEnd,
      comment: prepaidJournal.comment,
      booked_by: fullName,
      booked_at: prepaidJournal.bookedAt,
    })
    .from(prepaidJournal)
    .innerJoin(appUser, eq(appUser.id, prepaidJournal.bookedBy))
    .orderBy(desc(prepaidJournal.id))
  const lines = await read
    .select({ journal: prepaidLine.journalId, currency: invoice.currency, amount: prepaidLine.amount })
    .from(prepaidLine)
    .innerJoin(invoice, eq(invoice.id, prepaidLine.invoiceId))
  const of = groupedBy(lines, ({ journal }) => journal)
  return rows.map((row) => {
    const own = of.get(row.id) ?? []
    return { ...row, booked_by: row.booked_by ?? '', lines: own.length, totals: totalsOf(own) }
  })
}

/** A journal that was booked, with its lines in the order of invoices. @throws DomainError not-found */
export async function journalById(read: Read, journalId: number) {
  const [journal] = await read.select().from(prepaidJournal).where(eq(prepaidJournal.id, journalId))
  if (!journal)
    throw new DomainError('not-found', `There is no prepaid journal ${journalId}. Open the list of journals.`)
  const lines = await read
    .select({
      invoice: prepaidLine.invoiceId,
      month_end: prepaidLine.monthEnd,
      amount: prepaidLine.amount,
      settling_entity: settling.name,
      sub_fund: sql<string | null>`${fund.code} || ' ' || ${fund.name}`,
      expense_type: expenseType.name,
      provider: supplier.name,
      invoice_ref: invoice.invoiceRef,
      currency: invoice.currency,
    })
    .from(prepaidLine)
    .innerJoin(invoice, eq(invoice.id, prepaidLine.invoiceId))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .innerJoin(settling, eq(settling.id, invoice.settlingEntityId))
    .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
    .leftJoin(fund, eq(fund.id, invoice.fundId))
    .where(eq(prepaidLine.journalId, journalId))
    .orderBy(asc(prepaidLine.invoiceId), asc(prepaidLine.monthEnd))
  return { journal, lines }
}

const JOURNAL: SheetColumn[] = [
  ...entryColumns(),
  { header: 'Sub-fund', width: 32 },
  { header: 'Supplier', width: 32 },
  { header: 'Reference', width: 22 },
  { header: 'Month', width: 10 },
  { header: 'Currency', width: 9 },
  { header: 'Debit', ...AMOUNT },
  { header: 'Credit', ...AMOUNT },
]

/**
 * The workbook of a month for the accounting system: of each line the expense to the debit and the prepaid expense to
 * the credit; the other way round for what is taken back. The same lines give the same bytes.
 */
export function journalWorkbook(
  monthEnd: Day,
  lines: readonly Omit<PrepaidDue, 'key' | 'note'>[],
): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  const rows = lines.flatMap((line) => {
    const figure = exactNumber(new Big(line.amount).abs().toFixed(2))
    const taken = new Big(line.amount).lt(0)
    return ['EXPENSE', 'PREPAID EXPENSE'].map((account, at) => {
      const debit = (at === 0) !== taken
      return [
        'PREPAID',
        dayCell(monthEnd),
        line.invoice,
        at + 1,
        account,
        cleanText(line.expense_type),
        cleanText(line.settling_entity),
        line.sub_fund === null ? null : cleanText(line.sub_fund),
        cleanText(line.provider),
        cleanText(line.invoice_ref),
        showMonth(line.month_end),
        line.currency,
        debit ? figure : null,
        debit ? null : figure,
      ]
    })
  })
  addSheet(workbook, 'Journal', JOURNAL, rows)
  return workbookBytes(workbook, new Date(`${monthEnd}T00:00:00Z`))
}

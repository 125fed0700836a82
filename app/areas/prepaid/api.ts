import { z } from 'zod'
import { aDay, aNumber, anAmount, anId, anInstant, aStoredFile, aText, created } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import { bytesAnswer } from '~/http/downloads/download'
import { KINDS } from '~/platform/files/file-types'
import { daysOfMonth } from '~/platform/values/day'
import { prepaidAgainstNavs } from './against-navs.server'
import { balancesOn, dueLines } from './due.server'
import { BookCallFields } from './forms'
import { monthOfAddress } from './grid-sources'
import { bookJournal, journalById, journals, journalWorkbook, NOT_BOOKED } from './journal.server'
import { BALANCE_COLUMNS, CHECK_COLUMNS, DUE_COLUMNS, JOURNAL_COLUMNS } from './list'
import type { PrepaidBalance, PrepaidCheck, PrepaidDue, PrepaidJournal } from './prepaid'

const ofInvoice = {
  invoice: anId,
  settling_entity: aText,
  sub_fund: aText.nullable(),
  expense_type: aText,
  provider: aText,
  invoice_ref: aText,
  currency: aText,
}

const aDue = z
  .object({
    key: aText.describe('With "=" and the amount it names the line when it is booked.'),
    ...ofInvoice,
    month_end: aDay.describe('Last day of the month that bears it.'),
    amount: anAmount,
    note: z.enum(['late', 'cancelled', 'returned']).nullable(),
  } satisfies Record<keyof PrepaidDue, z.ZodType>)
  .meta({ id: 'PrepaidDue' })

const aBalance = z
  .object({
    ...ofInvoice,
    service_from: aDay,
    service_to: aDay,
    prepaid: anAmount.describe('Booked with the invoice.'),
    recognised: anAmount.describe('By journals that were marked as booked.'),
    remaining: anAmount,
  } satisfies Record<keyof PrepaidBalance, z.ZodType>)
  .meta({ id: 'PrepaidBalance' })

const aCheck = z
  .object({
    key: aText,
    fund: aText,
    expense_type: aText,
    accounts: aText,
    currency: aText,
    nav_date: aDay.nullable(),
    nav_status: aText.nullable(),
    nav_balance: anAmount.nullable().describe('Debtor less creditor of these accounts.'),
    remaining: anAmount.nullable().describe('At the rates of the NAV date; null where one is missing.'),
    difference: anAmount.nullable(),
  } satisfies Record<keyof PrepaidCheck, z.ZodType>)
  .meta({ id: 'PrepaidCheck' })

const aJournal = z
  .object({
    id: anId,
    month_end: aDay,
    lines: aNumber,
    totals: aText.describe('By currency.'),
    booked_by: aText,
    booked_at: anInstant,
    comment: aText,
  } satisfies Record<keyof PrepaidJournal, z.ZodType>)
  .meta({ id: 'PrepaidJournal' })

const month = z.object({ month: aText.optional().describe('yyyy-MM; this month when left out.') })

export const prepaidCalls: EndpointTable = {
  about: 'prepaid',
  calls: {
    prepaid: {
      GET: {
        may: ['transactiondashboard'],
        summary: 'What a month of the prepaid invoices costs, and is not booked yet.',
        query: month,
        list: kindsOf(DUE_COLUMNS),
        answers: { 200: z.array(aDue) },
        async answer(guarded, args) {
          const { monthEnd } = monthOfAddress(guarded, args.request)
          const rows = (await dueLines(guarded.read, monthEnd)).map(({ times: _, ...row }) => row)
          return rowsAnswer(args, rows, DUE_COLUMNS)
        },
      },
    },
    'prepaid/balances': {
      GET: {
        may: ['transactiondashboard'],
        summary: 'What is left of prepaid invoices at the end of a month.',
        query: month,
        list: kindsOf(BALANCE_COLUMNS),
        answers: { 200: z.array(aBalance) },
        async answer(guarded, args) {
          const { monthEnd } = monthOfAddress(guarded, args.request)
          const rows = (await balancesOn(guarded.read, monthEnd)).map(
            ({ settlingEntityId: _e, fundId: _f, expenseTypeId: _t, ...row }) => row,
          )
          return rowsAnswer(args, rows, BALANCE_COLUMNS)
        },
      },
    },
    'prepaid/navs': {
      GET: {
        may: ['transactiondashboard'],
        summary: 'What is left of prepaid invoices, beside the balance of the last NAV of each fund.',
        query: month,
        list: kindsOf(CHECK_COLUMNS),
        answers: { 200: z.array(aCheck) },
        async answer(guarded, args) {
          const { monthEnd } = monthOfAddress(guarded, args.request)
          return rowsAnswer(args, await prepaidAgainstNavs(guarded.read, monthEnd), CHECK_COLUMNS)
        },
      },
    },
    'prepaid/journals': {
      GET: {
        may: ['transactiondashboard'],
        summary: 'The journals of prepaid expenses that were marked as booked, the newest first.',
        list: kindsOf(JOURNAL_COLUMNS),
        answers: { 200: z.array(aJournal) },
        async answer({ read }, args) {
          return rowsAnswer(args, await journals(read), JOURNAL_COLUMNS)
        },
      },
      POST: {
        may: ['transactiondashboard', 'update'],
        title: NOT_BOOKED,
        summary: 'Marks lines of a month as booked, all of them or none; answers the journal.',
        answers: { 201: aJournal },
        ...takes(BookCallFields, (guarded, _, { month: of, ...journal }) => {
          const { transaction } = guarded
          const booked = { monthEnd: daysOfMonth(of).last, ...journal }
          return transaction(async (context) => {
            const { journalId } = await bookJournal(context, booked)
            return created((await journals(context.tx)).find(({ id }) => id === journalId))
          })
        }),
      },
    },
    'prepaid/journals/:journalId/loader': {
      GET: {
        may: ['transactiondashboard'],
        summary: 'The workbook of a booked journal for the accounting system.',
        answers: { 200: aStoredFile(KINDS.xlsx.mediaType) },
        async answer({ read }, { params }) {
          const { journal, lines } = await journalById(read, idOf(params.journalId, 'prepaid journal'))
          const bytes = await journalWorkbook(journal.monthEnd, lines)
          return bytesAnswer(bytes, `prepaid-journal-${journal.id}.xlsx`, KINDS.xlsx.mediaType)
        },
      },
    },
  },
}

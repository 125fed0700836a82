import { z } from 'zod'
import { aDay, aNumber, anAmount, anInstant, aStoredFile, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { textValue } from '~/http/calls/values'
import { bytesAnswer } from '~/http/downloads/download'
import { KINDS } from '~/platform/files/file-types'
import type { Context } from '~/platform/values/context.server'
import { bankJournal } from './bank-months/bank-journal.server'
import { type BankMonth, MONTH_STATES, type MonthKey } from './bank-months/bank-month'
import { closeMonth, NOT_CLOSED, NOT_REOPENED, reopenMonth } from './bank-months/close-month.server'
import { MONTH_COLUMNS } from './bank-months/list'
import { bankMonthOf, bankMonths, monthKeyIn } from './bank-months/read-months.server'
import { requestedBankMonth } from './grid-sources'

const aMonth = z
  .object({
    id: aText.describe('Account, currency and month: "LU280019400644750000~EUR~2026-10".'),
    entity: aText,
    account: aText.describe('IBAN, without spaces.'),
    currency: aText,
    month_end: aDay,
    opening: anAmount.nullable().describe('Null where no statement has it.'),
    total: anAmount.describe('Booked credits less booked debits.'),
    explained: anAmount.describe('The sum of what explains its entries.'),
    unexplained: anAmount.describe('What is booked less what is explained.'),
    closing: anAmount.nullable(),
    entries: aNumber,
    open_entries: aNumber.describe('Those that nothing explains.'),
    state: z.enum(MONTH_STATES),
    hindrance: aText.describe('What comes first of what it cannot be closed for; empty for nothing.'),
    closed_by: aText.nullable(),
    closed_at: anInstant.nullable(),
    reopened_by: aText.nullable(),
    reopened_at: anInstant.nullable(),
    comment: aText.describe('Why it was reopened.'),
  } satisfies Record<keyof BankMonth, z.ZodType>)
  .meta({ id: 'BankMonth' })

const aDetail = z
  .object({ month: aMonth, hindrances: z.array(aText).describe('All that it cannot be closed for.') })
  .meta({ id: 'BankMonthDetail' })

const ofMonth = z.object({
  month: aText.optional().describe('yyyy-MM; the last one that is over when left out.'),
})

const path = { monthKey: z.string().describe('The id of the month, as the list answers it.') }

async function detailOf(context: Pick<Context, 'read' | 'today'>, key: MonthKey) {
  const { row, hindrances } = await bankMonthOf(context, key)
  return { month: row, hindrances }
}

const CloseCallFields = z.object({
  closing: textValue.describe('The closing balance that was read, to detect later statements.').optional(),
})

const ReopenCallFields = z.object({ comment: textValue.describe('Mandatory.') })

export const bankMonthsCalls: EndpointTable = {
  about: 'bank-months',
  calls: {
    bankmonths: {
      GET: {
        may: ['bankinbox'],
        summary: 'The accounts in a month: balances, entries, what is unexplained, and whether it is closed.',
        query: ofMonth,
        list: kindsOf(MONTH_COLUMNS),
        answers: { 200: z.array(aMonth) },
        async answer(guarded, args) {
          const months = await bankMonths(guarded, requestedBankMonth(guarded, args))
          return rowsAnswer<BankMonth>(
            args,
            months.map(({ row }) => row),
            MONTH_COLUMNS,
          )
        },
      },
    },
    'bankmonths/:monthKey': {
      GET: {
        may: ['bankinbox'],
        summary: 'One month of an account, and all that it cannot be closed for.',
        path,
        answers: { 200: aDetail },
        answer: async (guarded, { params }) => detailOf(guarded, monthKeyIn(params.monthKey)),
      },
    },
    'bankmonths/:monthKey/closed': {
      POST: {
        may: ['bankinbox', 'update'],
        title: NOT_CLOSED,
        summary: 'Closes a month of an account once nothing of it is unexplained; answers the month.',
        path,
        answers: { 200: aDetail },
        ...takes(CloseCallFields, (guarded, { params }, { closing = null }) => {
          const key = monthKeyIn(params.monthKey)
          return guarded.transaction(async (context) => {
            await closeMonth(context, { key, closingSeen: closing })
            return detailOf({ ...context, read: context.tx }, key)
          })
        }),
      },
    },
    'bankmonths/:monthKey/reopened': {
      POST: {
        may: ['bankinbox', 'update'],
        title: NOT_REOPENED,
        summary: 'Reopens a month that another treasurer closed, with a comment; answers the month.',
        path,
        answers: { 200: aDetail },
        ...takes(ReopenCallFields, (guarded, { params }, { comment }) => {
          const key = monthKeyIn(params.monthKey)
          return guarded.transaction(async (context) => {
            await reopenMonth(context, { key, comment })
            return detailOf({ ...context, read: context.tx }, key)
          })
        }),
      },
    },
    'bankmonths/:monthKey/loader': {
      GET: {
        may: ['bankinbox'],
        summary: 'The bank journal of a closed month for the accounting system.',
        path,
        answers: { 200: aStoredFile(KINDS.xlsx.mediaType) },
        async answer(guarded, { params }) {
          const { bytes, fileName } = await bankJournal(guarded, monthKeyIn(params.monthKey))
          return bytesAnswer(bytes, fileName, KINDS.xlsx.mediaType)
        },
      },
    },
  },
}

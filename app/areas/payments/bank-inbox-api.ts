import { z } from 'zod'
import type { UserContext } from '~/areas/access/user-context'
import { aNumber, anAmount, anId, aRow, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf, idValue, textValue } from '~/http/calls/values'
import { DomainError } from '~/platform/values/domain-error'
import { bankEntryView } from './bank-inbox/entry-view.server'
import { explainEntry, takeOverEntry } from './bank-inbox/explain-entry.server'
import { ENTRY_ROW } from './bank-inbox/fields.server'
import type { BankHabit } from './bank-inbox/habit'
import { HABIT_COLUMNS } from './bank-inbox/habit-columns'
import { bankHabits } from './bank-inbox/habits.server'
import { BANK_ENTRY_GRID } from './bank-inbox/list'
import { bankEntryList, ENTRY_FIELDS } from './bank-inbox/list.server'
import { requestDisputeSettlement } from './bank-inbox/second-treasurer.server'
import type { Settlement } from './bank-inbox/settlement'

const anEntry = aRow(ENTRY_ROW).meta({ id: 'BankEntry' })

const aPaymentChoice = z.object({
  id: anId,
  invoiceId: anId,
  runId: anId,
  creditor: aText,
  amount: anAmount,
  currency: aText,
  state: aText,
})

const anInvoiceChoice = z.object({
  id: anId,
  supplier: aText,
  ref: aText,
  amount: anAmount,
  currency: aText,
  dueDate: z.iso.date().nullable(),
  status: aText,
})

const aTransferChoice = z.object({
  entryId: anId,
  account: aText,
  day: z.iso.date().nullable(),
  text: aText,
})

const aPart = z.object({
  invoiceId: anId,
  runId: anId.nullable().describe('The run that pays it; null for an invoice outside runs.'),
  supplier: aText,
  ref: aText,
  amount: anAmount,
  currency: aText,
  state: aText.describe('Of the payment, or of the invoice.'),
})

const aDetail = z
  .object({
    entry: anEntry,
    lastEventId: aNumber.describe('Send it back as seenEventId.'),
    differences: z.array(z.object({ what: aText, ours: aText, bank: aText })),
    together: z
      .array(aPart)
      .describe('The payments or invoices that are proposed as one: together they have its amount.'),
    payments: z.array(aPaymentChoice).describe('Payments that a debit may be.'),
    returnable: z.array(aPaymentChoice).describe('Payments that a credit may bring back.'),
    invoices: z
      .array(anInvoiceChoice)
      .describe('Invoices outside runs with its amount, account or reference.'),
    transfers: z
      .array(aTransferChoice)
      .describe('Entries of other accounts of the entity that may be the other side of a transfer.'),
  })
  .meta({ id: 'BankEntryDetail' })

async function detailOf(context: UserContext, entryId: number) {
  const view = await bankEntryView(context, entryId, '')
  const { row, instance, differences, together, payments, returnable, invoices, transfers } = view
  return {
    entry: row,
    lastEventId: instance.lastEventId,
    differences,
    together,
    payments,
    returnable,
    invoices,
    transfers,
  }
}

const ExplainCallFields = z.object({
  how: z
    .enum([
      'accept',
      'payment',
      'payments',
      'invoices',
      'transfer',
      'charges',
      'income',
      'ask back',
      'not ours',
    ])
    .describe(
      '"accept" takes what is proposed; "payment" needs paymentId, "payments" needs paymentIds, "invoices" needs invoiceIds, "transfer" needs otherEntryId.',
    ),
  paymentId: idValue.optional(),
  paymentIds: z
    .array(idValue, 'Give the payments as a list of ids.')
    .max(100, 'Give at most 100 payments.')
    .describe('Payments of runs that are the entry together, to the cent.')
    .optional(),
  invoiceIds: z
    .array(idValue, 'Give the invoices as a list of ids.')
    .max(100, 'Give at most 100 invoices.')
    .optional(),
  otherEntryId: idValue.describe('The other side of a transfer: both entries are explained.').optional(),
  withCharges: z.boolean().describe('Whether what is left is charges.').optional(),
  comment: textValue.describe('Mandatory for "not ours".').optional(),
  seenEventId: idValue.describe('lastEventId of the entry, to detect changes by someone else.').optional(),
})

function settlementOf({
  how,
  paymentId,
  paymentIds = [],
  invoiceIds = [],
  otherEntryId,
  withCharges = false,
}: z.output<typeof ExplainCallFields>): Settlement {
  if (how === 'invoices') return { kind: how, invoiceIds, withCharges }
  if (how === 'payments') return { kind: how, paymentIds }
  if (how === 'transfer') {
    if (otherEntryId === undefined)
      throw new DomainError('invalid', 'Give the "otherEntryId" of the other side of the transfer.', {
        fields: { otherEntryId: 'Give the entry, a whole number.' },
      })
    return { kind: how, entryId: otherEntryId }
  }
  if (how !== 'payment') return { kind: how }
  if (paymentId === undefined)
    throw new DomainError('invalid', 'Give the "paymentId" of the payment that the entry is.', {
      fields: { paymentId: 'Give the payment, a whole number.' },
    })
  return { kind: how, paymentId, withCharges }
}

const DisputeCallFields = z.object({
  end: textValue.describe('SENT, PAID, RETURNED or TO APPROVE.'),
  comment: textValue.describe('Mandatory.'),
})

const aHabit = z
  .object({
    id: aText.describe('Account, direction, counterparty and word.'),
    entity: aText.describe('"" where no entity of ours has the account.'),
    account: aText.describe('IBAN, without spaces.'),
    counterparty: aText.describe('"" where the bank names none.'),
    word: aText.describe('The first word of the bank’s text, in capital letters.'),
    booked_as: z.enum(['charges', 'income']),
    times: aNumber,
    last: z.iso.date().nullable().describe('When the newest of them was booked.'),
    waiting: aNumber.describe('Entries of the inbox that have this proposal.'),
  } satisfies Record<keyof BankHabit, z.ZodType>)
  .meta({ id: 'BankHabit' })

const aLine = z.object({ line: aText.describe('What was done, in a line.') })

export const bankInboxCalls: EndpointTable = {
  about: 'bank-inbox',
  calls: {
    bankinbox: {
      GET: {
        may: ['bankinbox'],
        summary:
          'The entries of the Bank inbox, unexplained ones first, filtered and sorted like their grid.',
        list: kindsOf(ENTRY_FIELDS),
        answers: { 200: z.array(anEntry) },
        async answer(guarded, { request }) {
          const query = callQuery(request, ENTRY_FIELDS, BANK_ENTRY_GRID)
          return listAnswer(request, query, await bankEntryList(guarded).page(query))
        },
      },
    },
    'bankinbox/rules': {
      GET: {
        may: ['bankinbox'],
        summary:
          'What people booked as charges or income before, by account, counterparty and first word: entries that are alike get it as their proposal.',
        list: kindsOf(HABIT_COLUMNS),
        answers: { 200: z.array(aHabit) },
        async answer(guarded, args) {
          return rowsAnswer<BankHabit>(args, await bankHabits(guarded.read), HABIT_COLUMNS)
        },
      },
    },
    'bankinbox/:entryId': {
      GET: {
        may: ['bankinbox'],
        summary: 'One entry of the Bank inbox, with what differs and what may explain it.',
        answers: { 200: aDetail },
        answer: (guarded, { params }) => detailOf(guarded, idOf(params.entryId, 'entry')),
      },
      POST: {
        may: ['bankinbox', 'update'],
        title: 'The entry was not explained',
        summary: 'Explains an entry of the Bank inbox; answers the entry.',
        answers: { 200: aDetail },
        ...takes(ExplainCallFields, (guarded, { params }, fields) => {
          const entryId = idOf(params.entryId, 'entry')
          const { comment = '', seenEventId = null } = fields
          const input = { entryId, how: settlementOf(fields), comment, seenEventId }
          return guarded.transaction(async (context) => {
            await explainEntry(context, input)
            return detailOf({ ...context, read: context.tx }, entryId)
          })
        }),
      },
    },
    'bankinbox/:entryId/owner': {
      POST: {
        may: ['bankinbox', 'update'],
        title: 'The entry was not taken over',
        summary: 'Takes an entry over: the caller takes care of it; answers the entry.',
        answers: { 200: aDetail },
        answer: (guarded, { params }) => {
          const entryId = idOf(params.entryId, 'entry')
          return guarded.transaction(async (context) => {
            await takeOverEntry(context, entryId)
            return detailOf({ ...context, read: context.tx }, entryId)
          })
        },
      },
    },
    'bankinbox/disputes/:invoiceId': {
      POST: {
        may: ['bankinbox', 'update'],
        title: 'The dispute was not settled',
        summary: 'Requests how the dispute of an invoice ends; another treasurer decides it.',
        answers: { 200: aLine },
        ...takes(DisputeCallFields, (guarded, { params }, fields) => {
          const invoiceId = idOf(params.invoiceId, 'invoice')
          return guarded.transaction(async (context) => ({
            line: await requestDisputeSettlement(context, { invoiceId, ...fields }),
          }))
        }),
      },
    },
  },
}

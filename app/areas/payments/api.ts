import { z } from 'zod'
import { CHARGE_BEARERS } from '~/areas/bank-accounts/account'
import { documentDownload } from '~/areas/documents/routes/document-download'
import { aDay, aFile, aNumber, anAmount, anId, anInstant, aRow, aText, created } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, rowsAnswer } from '~/http/calls/list'
import { takes, takesFiles } from '~/http/calls/takes'
import { dayValue, idOf, idValue, lineValue, nothing, textValue } from '~/http/calls/values'
import { generatedFile } from '~/http/downloads/download'
import { STEP_REFUSED, takeStep } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { type AnswerLine, LINE_OUTCOMES, type RecordedAnswer } from './answer-lines'
import { ANSWER_UPLOAD, answerFile, readAnswer } from './answer-upload.server'
import { OUTCOMES } from './bank-inbox/bank-entry'
import { CALENDAR_COLUMNS } from './calendar-columns'
import { RUN_ROW } from './fields.server'
import { PAYABLE_COLUMNS, RUN_GRID } from './list'
import { RUN_FIELDS, runList, runRows } from './list.server'
import { CREATE_FAILED, makeRun, takeOut } from './make-run.server'
import { payableInvoices, payableRow } from './payable.server'
import { PAYMENT_STATES, type Payable, type Payment } from './payment'
import type { CalendarDay } from './payment-calendar'
import { paymentCalendar } from './payment-calendar.server'
import { filesOf, hashOfPayments, paymentsOf, runById } from './read-run.server'
import { recordAnswer } from './record-answer.server'
import { remittanceAdvice } from './remittance.server'
import { runWorkflow } from './workflow.server'

const aRun = aRow(RUN_ROW).meta({ id: 'PaymentRun' })

const aPayable = z
  .object({
    id: anId,
    provider: aText,
    settling_entity: aText,
    invoice_ref: aText,
    invoice_date: aDay,
    due_date: aDay.nullable(),
    days: aNumber
      .nullable()
      .describe('Business days past the due date; before it the days left, less than zero.'),
    currency: aText,
    gross_amount: anAmount,
    payable_amount: anAmount.describe(
      'Gross less what was paid in advance, rounded: what a run pays, less credits of the supplier.',
    ),
    credit_left: anAmount
      .nullable()
      .describe(
        'What is left of a credit, which runs take off invoices of the same supplier, entity and currency; null for an invoice.',
      ),
    discount: anAmount
      .nullable()
      .describe('Taken off by its e-invoice where it is paid until discount_until.'),
    discount_until: aDay.nullable(),
    debtor_iban: aText.nullable().describe('Of the account that pays it.'),
    creditor_iban: aText.nullable(),
    duplicate: aText.nullable().describe('Bills of the same supplier, amount and reference.'),
    held: aText.nullable().describe('Why it is not paid now; null where it may be.'),
    held_entity: anId
      .nullable()
      .describe('The legal entity whose entry is to be completed before it can be paid; null for none.'),
    attempt: aNumber.describe('2 where a run paid it before, and the bank rejected or returned it.'),
    attempt_reason: aText.describe('Why the attempt before failed, in the bank’s words.'),
  } satisfies Record<keyof Payable, z.ZodType>)
  .meta({ id: 'PayableInvoice' })

const aCalendarDay = z
  .object({
    key: aText,
    day: aDay.describe('A bank day; what is late leaves on the next one.'),
    entity: aText,
    account: aText.describe('"" where the entity has no account to pay from.'),
    currency: aText,
    payments: aNumber,
    in_runs: anAmount.describe('Payments of runs that the bank has not booked.'),
    due: anAmount.describe('Approved invoices that are in no run.'),
    held: anAmount.describe('Approved invoices that a run cannot pay yet.'),
    leaves: anAmount,
    balance: anAmount.nullable().describe('After this day; null without a statement of the account.'),
    balance_from: aDay
      .nullable()
      .describe('Day of the statement from which the balance starts: the newest that adds up.'),
  } satisfies Record<keyof CalendarDay, z.ZodType>)
  .meta({ id: 'PaymentCalendarDay' })

const anAccount = z.object({
  name: aText,
  iban: aText.describe('The account number where the country has no IBANs.'),
  bic: aText.describe('"" for none.'),
})

const aPayee = anAccount.extend({
  clearing: aText
    .nullable()
    .describe('The bank’s number in a clearing system, such as "USABA 021000021"; null for none.'),
})

const aPayment = z
  .object({
    id: anId,
    invoiceId: anId,
    endToEndId: aText.describe('Banks return it with every answer.'),
    amount: anAmount.describe('What the bank pays: less discount and credits.'),
    discount: anAmount.nullable().describe('What was taken off for early payment.'),
    discountUntil: aDay.nullable(),
    credits: z
      .array(z.object({ invoiceId: anId, invoiceRef: aText, amount: anAmount }))
      .describe(
        'What was taken off for credits of the payee: the credit note, its reference, and how much of it.',
      ),
    currency: aText,
    debtor: anAccount,
    creditor: aPayee,
    creditorCurrency: aText.describe('Of the payee’s account, where it is another one; "" where it is not.'),
    chargeBearer: z
      .enum(['', 'SLEV', 'SHAR', 'DEBT', 'CRED'])
      .describe('Who pays the charges (ISO 20022); "" where it follows from the reach of the payment alone.'),
    accountHash: aText.describe('Of the payee’s account, as it was approved.'),
    invoiceRef: aText,
    paymentReference: aText.describe('The supplier’s own reference for the payment; "" for none.'),
    dueDate: aDay.nullable(),
    state: z.enum(PAYMENT_STATES),
    reason: aText.describe('Why it was taken out, rejected or returned.'),
    valueDate: aDay.nullable().describe('The bank’s, once it is paid.'),
    bankNote: aText.describe('What the bank added: a changed date, a payee whose name does not match.'),
    attempt: aNumber.describe('1 for the first payment of the invoice.'),
    attemptReason: aText.describe('Why the attempt before it failed, in the bank’s words.'),
    duplicate: aText
      .nullable()
      .describe('Bills of the same supplier, amount and reference, while its file is not made.'),
    stopped: aText.nullable().describe('What stops it now; null where nothing does.'),
    warnings: z
      .array(aText)
      .describe('What the bank will read otherwise than it is stored, and what is unusual.'),
  } satisfies Record<keyof Payment, z.ZodType>)
  .meta({ id: 'Payment' })

const aRunDetail = z
  .object({
    run: aRun,
    paymentsHash: aText.describe('Of the planned payments: what a step approves.'),
    payments: z.array(aPayment),
    files: z.array(
      z.object({
        messageId: aText,
        debtorIban: aText,
        currency: aText,
        payments: aNumber,
        total: anAmount,
        sha256: aText,
        withdrawnAt: anInstant.nullable(),
      }),
    ),
  })
  .meta({ id: 'PaymentRunDetail' })

const aLine = z.object({
  entryId: anId.describe('Of the entry or status of the file; the Bank inbox knows it by this id.'),
  endToEndId: aText,
  invoiceId: anId.nullable(),
  runId: anId.nullable(),
  outcome: z
    .enum(LINE_OUTCOMES)
    .describe(
      '"differs": another amount, currency, account or date than was sent; "returned": the money came back; "contradiction": what the state of the payment excludes, so that the invoice is in dispute.',
    ),
  words: aText,
} satisfies Record<keyof AnswerLine, z.ZodType>)

const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, aNumber.optional()]))

const aRecorded = z
  .object({
    answerId: anId,
    kind: z.enum(['pain.002', 'camt.052', 'camt.053', 'camt.054', 'MT940', 'several']),
    counts: z
      .object(counts)
      .describe('How many entries and statuses ended how: their sum is the number of entries of the file.'),
    lines: z.array(aLine),
    notes: z
      .array(aText)
      .describe('About the file as a whole: accounts of others, balances that do not fit.'),
    balances: aNumber.describe('How many closing balances were stored: of statements that add up.'),
  } satisfies Record<keyof RecordedAnswer, z.ZodType>)
  .meta({ id: 'BankAnswer' })

const accountChoices = z
  .array(
    z.object({
      entityId: idValue.describe('The legal entity that pays or is paid.'),
      currency: lineValue.describe('Of the payments.'),
      accountId: idValue.describe('The id of its bank account.'),
    }),
  )
  .default([])

const NewRunFields = (timeZone: string) =>
  z.object({
    invoiceIds: z
      .array(idValue, 'Give the invoices as a list of ids.')
      .min(1, 'Give at least one invoice.')
      .max(10_000, 'Give at most 10,000 invoices.'),
    executionDate: dayValue(timeZone)
      .describe('A bank day of all accounts that pay; the next one when left out.')
      .optional(),
    takeDiscounts: z
      .boolean('Give true or false.')
      .describe('Takes off the discounts whose day has not passed on the execution date.')
      .default(false),
    takeCredits: z
      .boolean('Give true or false.')
      .describe('False leaves the credits of the suppliers for another run.')
      .default(true),
    from: accountChoices.describe('The accounts that pay; the first of an entity when left out.'),
    to: accountChoices.describe('The accounts that are paid, of payees with several.'),
    charges: z
      .array(
        z.object({
          entityId: idValue.describe('The legal entity that pays.'),
          currency: lineValue,
          chargeBearer: z.enum(CHARGE_BEARERS, 'Give SHAR, DEBT or CRED.'),
        }),
      )
      .describe('Who pays the charges outside SEPA; as set at the payee’s account when left out.')
      .default([]),
    otherCurrency: z
      .boolean('Give true or false.')
      .describe('True confirms payments to accounts of another currency.')
      .default(false),
  })

const RunStepCallFields = (timeZone: string) =>
  z.object({
    eventLog: textValue.describe('A message for the history.').default(''),
    paymentsHash: lineValue
      .describe('The paymentsHash that was seen: other payments are refused.')
      .nullable()
      .default(null),
    executionDate: dayValue(timeZone)
      .describe('With the step that makes the files: the day on which the banks are to pay instead.')
      .optional(),
  })

const TakenOutFields = z.object({
  invoiceId: idValue,
  reason: textValue.describe('Mandatory.'),
})

const payableQuery = z.object({
  due: aDay.optional().describe('Due on or before this day.'),
  account: aText.optional().describe('IBAN of the account that pays.'),
  ccy: aText.optional().describe('The currency.'),
})

const PayableFields = z.object({
  account: z.preprocess(nothing, lineValue.nullable()),
  ccy: z.preprocess(nothing, lineValue.nullable()),
})

/** A run with its payments and files, as the calls return it. */
async function runDetail(read: Parameters<typeof runById>[0], runId: number) {
  await runById(read, runId)
  const [[run], payments, files] = await Promise.all([
    runRows(read, [runId]),
    paymentsOf(read, runId),
    filesOf(read, runId),
  ])
  return {
    run,
    payments,
    paymentsHash: hashOfPayments(payments.filter(({ state }) => state === 'planned')),
    files: files.map(({ messageId, debtorIban, currency, payments: count, total, sha256, withdrawnAt }) => ({
      messageId,
      debtorIban,
      currency,
      payments: count,
      total,
      sha256,
      withdrawnAt,
    })),
  }
}

export const paymentsCalls: EndpointTable = {
  about: 'payments',
  calls: {
    payments: {
      GET: {
        may: ['payments'],
        summary: 'All payment runs, the newest first, filtered and sorted like their grid.',
        list: kindsOf(RUN_FIELDS),
        answers: { 200: z.array(aRun) },
        async answer(guarded, { request }) {
          const query = callQuery(request, RUN_FIELDS, RUN_GRID)
          return listAnswer(request, query, await runList(guarded).page(query))
        },
      },
      POST: {
        may: ['payments', 'add'],
        title: CREATE_FAILED,
        summary: 'Makes a payment run of approved invoices, all of them or none; answers the run.',
        answers: { 201: aRunDetail },
        ...takes(
          NewRunFields,
          async (
            { transaction },
            _,
            { invoiceIds, executionDate, takeDiscounts, takeCredits, ...choices },
          ) => {
            const run = {
              invoiceIds,
              executionDate: executionDate ?? null,
              takeDiscounts,
              takeCredits,
              choices,
            }
            return transaction(async (context) => {
              const { runId } = await makeRun(context, run)
              return created(await runDetail(context.tx, runId))
            })
          },
        ),
      },
    },
    'payments/payable': {
      GET: {
        may: ['payments'],
        summary: 'The approved invoices that no run pays yet, by due date; held ones say why.',
        query: payableQuery,
        list: kindsOf(PAYABLE_COLUMNS),
        answers: { 200: z.array(aPayable) },
        async answer(guarded, args) {
          const { searchParams } = new URL(args.request.url)
          const due = dayValue(guarded.timeZone).safeParse(searchParams.get('due'))
          if (!due.success)
            throw new DomainError('invalid', '"due": Give a date as yyyy-MM-dd.', {
              fields: { due: 'Give a date as yyyy-MM-dd.' },
            })
          const { account, ccy } = PayableFields.parse({
            account: searchParams.get('account')?.slice(0, 200) ?? '',
            ccy: searchParams.get('ccy')?.slice(0, 200) ?? '',
          })
          const found = await payableInvoices(guarded, {
            due: due.data,
            debtor: account,
            currency: ccy,
          })
          const rows = found.map(payableRow)
          return rowsAnswer<Payable>(args, rows, PAYABLE_COLUMNS)
        },
      },
    },
    'payments/calendar': {
      GET: {
        may: ['payments'],
        summary: 'What leaves each account on each day of the next six weeks, with the balance after it.',
        list: kindsOf(CALENDAR_COLUMNS),
        answers: { 200: z.array(aCalendarDay) },
        async answer(guarded, args) {
          return rowsAnswer<CalendarDay>(args, await paymentCalendar(guarded), CALENDAR_COLUMNS)
        },
      },
    },
    'payments/:runId': {
      GET: {
        may: ['payments'],
        summary: 'One payment run with its payments and its files.',
        answers: { 200: aRunDetail },
        answer: async ({ read }, { params }) => runDetail(read, idOf(params.runId, 'payment run')),
      },
    },
    'payments/:runId/takenout': {
      POST: {
        may: ['payments', 'update'],
        title: 'The payment was not taken out',
        summary: 'Takes an invoice out of a run whose files are not made, with a reason; answers the run.',
        answers: { 200: aRunDetail },
        ...takes(TakenOutFields, (guarded, { params }, fields) => {
          const { transaction } = guarded
          const runId = idOf(params.runId, 'payment run')
          const taken = { runId, ...fields }
          return transaction(async (context) => {
            await takeOut(context, taken)
            return runDetail(context.tx, runId)
          })
        }),
      },
    },
    'payments/:runId/nextrouting/:routingId': {
      POST: {
        may: ['payments', 'update'],
        title: STEP_REFUSED,
        summary: 'Takes a step of a payment run; answers the run.',
        path: { routingId: z.string().describe('The id of the step.') },
        answers: { 200: aRunDetail },
        ...takes(RunStepCallFields, ({ transaction }, { params }, fields) => {
          const runId = idOf(params.runId, 'payment run')
          const stepId = idOf(params.routingId, 'step')
          const { eventLog: comment, paymentsHash: paymentsSeen, executionDate } = fields
          const input = { seenEventId: null, comment, paymentsSeen, executionDate: executionDate ?? null }
          return transaction(async (context) => {
            await takeStep(context, runWorkflow, runId, stepId, input)
            return runDetail(context.tx, runId)
          })
        }),
      },
    },
    'payments/:runId/files/:messageId': {
      GET: {
        may: ['payments'],
        summary: 'The file of a run for a bank: ISO 20022 pain.001.001.09.',
        path: { messageId: z.string().describe('Its messageId.') },
        answers: { 200: aFile('text/plain') },
        async answer(guarded, { request, params }) {
          const runId = idOf(params.runId, 'payment run')
          const files = await filesOf(guarded.read, runId)
          const file = files.find(({ messageId }) => messageId === params.messageId)
          if (!file || file.withdrawnAt !== null)
            throw new DomainError('not-found', `Payment run ${runId} has no such file, or it was withdrawn.`)
          return documentDownload(
            guarded,
            request,
            file.documentId,
            ({ objectKind }) => objectKind === 'payment run',
          )
        },
      },
    },
    'payments/:runId/remittance/:invoiceId': {
      GET: {
        may: ['payments'],
        summary:
          'The remittance advice for the payee of an invoice as a PDF: its invoices in the run, credits, and what was paid; once the run is sent.',
        answers: { 200: aFile('application/pdf') },
        answer: (guarded, { params }) => {
          const runId = idOf(params.runId, 'payment run')
          const invoiceId = idOf(params.invoiceId, 'invoice')
          return generatedFile(guarded, async () => {
            const advice = await remittanceAdvice(guarded.read, runId, invoiceId)
            return { ...advice, mediaType: 'application/pdf' }
          })
        },
      },
    },
    'payments/answers': {
      POST: {
        may: ['payments', 'add'],
        title: ANSWER_UPLOAD.title,
        summary:
          'Records what a bank sent (pain.002, camt.052, camt.053, camt.054, MT940, also in a zip): each entry settles, returns or confirms a payment, is information, or is in the Bank inbox.',
        answers: { 201: aRecorded },
        ...takesFiles({ limits: ANSWER_UPLOAD, keeps: true }, async (guarded, _, { files }) => {
          const sent = await readAnswer(guarded.services.bankFiles, answerFile(files))
          return guarded.transaction(async (context) => created(await recordAnswer(context, sent)))
        }),
      },
    },
  },
}

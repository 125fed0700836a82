import { z } from 'zod'
import type { UserContext, UserWriteContext } from '~/areas/access/user-context'
import { aControl, shapeOf } from '~/areas/navs/api-shapes'
import { CONTROL_TITLE } from '~/areas/navs/control/control-upload'
import {
  aBoolean,
  aDay,
  aFile,
  aNumber,
  anAmount,
  anEventClass,
  anId,
  aRow,
  aText,
  created,
} from '~/http/calls/answers'
import type { Call, EndpointTable, Methods } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, pastQuery, rowsAnswer } from '~/http/calls/list'
import { callRefusal } from '~/http/calls/refusal'
import { takes, takesEither, takesFiles } from '~/http/calls/takes'
import { booleanValue, dayValue, idOf, lineValue, optionalIdValue, textValue } from '~/http/calls/values'
import { generatedFile } from '~/http/downloads/download'
import { decimalValue } from '~/http/form'
import type { RouteArgs } from '~/http/guard'
import type { UploadLimits } from '~/http/uploads/upload-limits'
import { WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import { STEP_REFUSED, takeStep } from '~/platform/objects/take-step.server'
import { createRow, updateRow } from '~/platform/tables/change-rows.server'
import { aSentRow, calledRow, rowAnswer, rowShape } from '~/platform/tables/routes/row-calls'
import { callColumns } from '~/platform/tables/table-columns'
import { DomainError } from '~/platform/values/domain-error'
import { addCorrection, withdrawCorrection } from './add-correction.server'
import { nameAnalysis } from './analysis.server'
import { casesOfYear } from './case-facts.server'
import { casePaper, type Paperwork } from './case-papers.server'
import { recordPayment, withdrawPayment } from './case-payments.server'
import { caseView } from './case-view.server'
import { changeCauses } from './causes.server'
import { chooseRound } from './chosen-rounds.server'
import { addDeals, withdrawDeals } from './deal-files.server'
import { decideErrors } from './decisions.server'
import { enterCorrections } from './enter-corrections.server'
import { bookFeesLater } from './fees-later.server'
import { ERROR_ROW } from './fields.server'
import { optionalDecimalValue } from './forms'
import { countKindDeals } from './kind-deals.server'
import { BENEFICIARIES, LINE_KINDS } from './lines'
import { addLine, withdrawLine } from './lines.server'
import { ERROR_GRID } from './list'
import { ERROR_FIELDS, errorList } from './list.server'
import { stateMeasures } from './measures.server'
import { CAUSES, ERROR_KINDS, PARTIES } from './nav-error'
import { openCase } from './open-case.server'
import { noteHolder, setPayers } from './payers.server'
import { DEALS_TITLE } from './read-deals.server'
import { type RegisterRow, registerRow, requestedYear } from './register'
import { REGISTER_COLUMNS } from './register-columns'
import { auditorAnswer } from './routes/auditor-answer'
import { settingsTable } from './settings.server'
import { navErrorWorkflow } from './workflow.server'

const anError = aRow(ERROR_ROW).meta({ id: 'NavError' })

const aMissing = z.object({
  what: aText,
  date: aDay.nullable(),
  classCode: aText.nullable(),
  act: aText.describe('What brings it.'),
})

const aFigure = z.object({
  date: aDay,
  classCode: aText,
  published: anAmount,
  corrected: anAmount,
  difference: anAmount.describe('Published less corrected: positive where the NAV was too high.'),
  percent: anAmount.nullable().describe('Null where the base is not positive.'),
  material: aBoolean.nullable().describe('Null until a person decides it, where no threshold does.'),
  decided: aBoolean.describe('Whether a person decided it.'),
  counts: aBoolean.describe('Whether the deals of the date count.'),
  byHand: aBoolean,
  debts: anAmount,
  claims: anAmount,
  shares: anAmount.nullable().describe('By which debts and claims are spread.'),
  controlId: anId.nullable(),
  unexplained: anAmount.nullable().describe('What the stated parts of the causes leave; null without any.'),
})

const aFlow = z.object({ from: aText, to: aText, amount: anAmount })

const aClass = z.object({
  classCode: aText,
  currency: aText,
  sum: anAmount,
  moved: anAmount,
  toHolders: anAmount,
  left: anAmount,
  toFund: anAmount,
  net: anAmount.describe(
    'Paid to the class for what it lost net on dates that do not count; outside the identity.',
  ),
  identity: anAmount.describe('Always 0.'),
  flows: z.array(aFlow),
})

const aDeal = z.object({
  date: aDay,
  classCode: aText,
  holder: aText.nullable(),
  side: z.enum(['S', 'R']),
  shares: anAmount,
  amount: anAmount.describe('Positive where the holder is owed it.'),
})

const aLine = z.object({
  id: anId,
  kind: z.enum(LINE_KINDS),
  classCode: aText.nullable().describe('Null for the fund as a whole.'),
  currency: aText,
  amount: anAmount.describe(
    'Of a deal, as deals have it; else positive where it is owed to the beneficiary.',
  ),
  beneficiary: z.enum(BENEFICIARIES),
  name: aText.describe('The reference of the holder, or the name of another beneficiary.'),
  payer: aText.nullable().describe('Null: the payers of the case, each its percent.'),
  rule: aText,
  documentId: anId.nullable(),
  outcome: z
    .enum(['PAID', 'TO FUND', 'HOLDERS', 'NOTHING'])
    .describe('HOLDERS: a deal, in the sum of its holder. NOTHING: a gain, or a passive breach.'),
  flows: z.array(aFlow),
})

const aKindDeal = z.object({
  fileId: anId,
  position: aNumber.describe('Of its line in the file, from 0.'),
  date: aDay,
  classCode: aText,
  holder: aText,
  side: z.enum(['S', 'R']),
  shares: anAmount,
  counted: aBoolean,
})

const aPayment = z.object({
  id: anId,
  from: aText,
  to: aText,
  amount: anAmount,
  currency: aText,
  paidOn: aDay,
  paymentId: anId.nullable().describe('Of a payment run.'),
  bankEntryId: anId.nullable().describe('Of the bank inbox.'),
  comment: aText,
})

const aPaidFlow = z.object({
  from: aText,
  to: aText,
  currency: aText,
  amount: anAmount,
  paid: anAmount,
  open: anAmount,
})

const aCause = z.object({ cause: z.enum(CAUSES), causedBy: z.enum(PARTIES) })

const aPolicy = z.object({
  threshold: anAmount.nullable(),
  comparator: z.enum(['>=', '>']),
  base: z.enum(['corrected', 'published']),
  dates: z.enum(['material', 'since', 'period']),
  netting: z.enum(['holder', 'deal']),
  form: z.enum(['money', 'shares']),
  deMinimis: z.record(aText, anAmount),
  deMinimisFor: z.enum(['all', 'exited']),
  belowThreshold: z.enum(['no', 'net']),
  notifyWeeks: aNumber,
  reportWeeks: aNumber,
  auditorTotal: anAmount,
  auditorHolder: anAmount,
})

const aCase = z
  .object({
    id: anId,
    fundCode: aText,
    kind: z.enum(ERROR_KINDS),
    causes: z.array(aCause),
    discoveredOn: aDay,
    discoveredBy: aText,
    description: aText,
    firstDate: aDay,
    lastDate: aDay.nullable(),
    status: aText,
    queue: aText,
    lastEventId: aNumber,
    steps: z
      .array(z.object({ id: aNumber, name: aText, display: aText }))
      .describe('That the caller may take.'),
    policy: aPolicy,
    thresholdLevel: aText,
    policyLevels: z.record(aText, aText).describe('What set each setting: "fund QUE03", "default".'),
    missing: z.array(aMissing).describe('What Quantify needs.'),
    figures: z.array(aFigure),
    effect: z.array(z.object({ date: aDay, amount: anAmount, bp: anAmount.nullable() })),
    deals: z.array(aDeal),
    differences: z.array(
      z.object({
        date: aDay,
        classCode: aText,
        side: z.enum(['S', 'R']),
        deals: anAmount,
        register: anAmount.nullable().describe('What a second source states; null without one.'),
        files: anAmount.nullable().describe('What the files of the next NAV state; null without them.'),
      }),
    ),
    holders: z.array(
      z.object({
        classCode: aText,
        holder: aText.nullable(),
        amount: anAmount,
        outcome: z.enum(['PAID', 'LEFT', 'TO FUND', 'NOTHING']),
        inShares: z.object({ shares: anAmount, rest: anAmount }).nullable(),
        sameInShares: anAmount.nullable().describe('With money: as many shares would be given.'),
        sharesTooMuch: anAmount
          .nullable()
          .describe('For which is paid by the NAV per share of the day of payment.'),
        fundName: aText.nullable().describe('Where the reference is a fund of this site.'),
      }),
    ),
    classes: z.array(aClass),
    payers: z.array(z.object({ name: aText, classCode: aText, amount: anAmount })),
    lines: z.array(aLine),
    kindDeals: z.array(aKindDeal).describe('Deals in kind, which count where a person says so.'),
    payments: z.array(aPayment).describe('What was really paid.'),
    paid: z.array(aPaidFlow).describe('Each flow with what of it is paid, and open.'),
    totals: z.object({ toHolders: anAmount, toFund: anAmount, left: anAmount }),
    auditor: z.object({ needed: aBoolean, total: anAmount, highest: anAmount }),
    deadlines: z.object({ notify: aDay, report: aDay }),
    tasks: z
      .array(
        z.object({
          taskId: anId,
          entityProcessDateId: anId,
          name: aText,
          due: aDay,
          queue: aText,
          status: aText,
        }),
      )
      .describe('Of the processes that were made with the case: its deadlines, and what a site has added.'),
    leftOut: z.array(z.object({ date: aDay, status: aText })).describe('NAV dates that were not sent.'),
    chosenRounds: z
      .array(z.object({ date: aDay, round: aNumber }))
      .describe('Rounds that a person chose as published.'),
    causeParts: z
      .array(z.object({ cause: z.enum(CAUSES), date: aDay, classCode: aText, amount: anAmount }))
      .describe('What single causes did, as stated.'),
    paidAt: z
      .object({ date: aDay, navs: z.record(aText, anAmount) })
      .nullable()
      .describe('The NAVs per share by which payers paid for shares.'),
    measuresTaken: aText,
    measuresPlanned: aText,
    feesBookedLater: aBoolean,
    analysisDocumentId: anId.nullable(),
    investorsToldOn: aDay.nullable(),
    notifiedOn: aDay.nullable(),
    notificationReference: aText,
    notificationDocumentId: anId.nullable(),
    notifiedAgainOn: aDay.nullable().describe('After figures changed; the first notification stays.'),
    secondReference: aText,
    secondDocumentId: anId.nullable(),
    compensatedOn: aDay.nullable(),
  })
  .meta({ id: 'NavErrorDetail' })

/** A case as its calls answer it. */
async function detailOf(context: UserContext, id: number) {
  const view = await caseView(context, id)
  const { found, instance, result, missing, steps, kindDeals, payments, paidFlows: paid, tasks } = view
  const { figures, effect, deals, differences, holders, classes, payers, totals, auditor, leftOut } = result
  return {
    id,
    fundCode: found.fundCode,
    kind: found.kind,
    causes: found.causes,
    discoveredOn: found.discoveredOn,
    discoveredBy: found.discoveredBy,
    description: found.description,
    firstDate: found.firstDate,
    lastDate: found.lastDate,
    status: instance.status,
    queue: instance.queue,
    lastEventId: instance.lastEventId,
    steps: steps.routing.map(({ id: stepId, name, display }) => ({ id: stepId, name, display })),
    policy: found.policy,
    thresholdLevel: found.thresholdLevel,
    policyLevels: found.policyLevels,
    missing,
    figures,
    effect,
    deals,
    differences,
    holders,
    classes,
    payers,
    lines: result.lines,
    kindDeals,
    payments,
    paid: paid.map(({ from, to, currency, amount, paid: done, open }) => ({
      from,
      to,
      currency,
      amount,
      paid: done,
      open,
    })),
    totals,
    auditor,
    deadlines: { notify: found.notifyBy, report: found.reportBy },
    tasks: tasks.map(({ class: _, ...task }) => task),
    leftOut,
    chosenRounds: result.chosenRounds,
    causeParts: result.causeParts,
    paidAt: result.paidAt,
    measuresTaken: found.measuresTaken,
    measuresPlanned: found.measuresPlanned,
    feesBookedLater: found.feesBookedLater,
    analysisDocumentId: found.analysisDocumentId,
    investorsToldOn: found.investorsToldOn,
    notifiedOn: found.notifiedOn,
    notificationReference: found.notificationReference,
    notificationDocumentId: found.notificationDocumentId,
    notifiedAgainOn: found.notifiedAgainOn,
    secondReference: found.secondReference,
    secondDocumentId: found.secondDocumentId,
    compensatedOn: found.compensatedOn,
  }
}

const aRegistered = z
  .object({
    id: anId,
    fund_code: aText,
    fund_name: aText,
    kind: z.enum(ERROR_KINDS),
    causes: aText.describe('What caused it, and who.'),
    description: aText,
    discovered_on: aDay,
    discovered_by: aText,
    first_date: aDay,
    last_date: aDay.nullable().describe('Null while the error goes on.'),
    wrong_navs: aNumber.nullable().describe('NAV dates on which a class was wrong; null before Quantify.'),
    material_navs: aNumber.nullable(),
    magnitude: anAmount
      .nullable()
      .describe(
        'Largest error in percent of the corrected NAV per share; negative where the NAV was too low.',
      ),
    notify_by: aDay,
    notified_on: aDay.nullable(),
    days_to_notify: aNumber.nullable().describe('Calendar days from discovery.'),
    report_by: aDay,
    compensated_on: aDay.nullable(),
    days_to_pay: aNumber.nullable(),
    to_holders: anAmount.nullable().describe('In fund currency, as the two after it.'),
    to_fund: anAmount.nullable(),
    left_in_fund: anAmount.nullable(),
    currency: aText,
    event_status: aText,
    event_queue: aText,
    event_class: anEventClass,
  } satisfies Record<keyof RegisterRow, z.ZodType>)
  .meta({ id: 'RegisteredNavError' })

const ofYear = pastQuery.extend({
  year: aText.optional().describe('Of the day of discovery, such as 2026; this year when left out.'),
})

const neededDay = (timeZone: string) =>
  dayValue(timeZone).refine((day): day is string => day !== null, 'Give a date as yyyy-MM-dd.')

const OpenCaseCallFields = (timeZone: string) =>
  z.object({
    fundCode: lineValue,
    kind: z.enum(ERROR_KINDS, `Give one of ${ERROR_KINDS.join(', ')}.`),
    causes: z
      .array(
        z.object({
          cause: z.enum(CAUSES, `Give one of ${CAUSES.join(', ')}.`),
          causedBy: z.enum(PARTIES, `Give one of ${PARTIES.join(', ')}.`),
        }),
        'Give the causes as a list.',
      )
      .min(1, 'Give at least one cause.'),
    discoveredOn: neededDay(timeZone),
    discoveredBy: lineValue,
    description: textValue,
    firstDate: neededDay(timeZone),
    lastDate: dayValue(timeZone).describe('Null while the error goes on.').optional(),
  })

const MAX_FIGURES = 5_000

const CorrectionsCallFields = (timeZone: string) =>
  z.object({
    figures: z
      .array(
        z.object({
          date: neededDay(timeZone),
          classCode: lineValue,
          navPerShare: decimalValue,
          shares: optionalDecimalValue.describe('As sent when left out.').optional(),
          fxRate: optionalDecimalValue
            .describe('Fund currency for one unit of the class’s; as sent when left out.')
            .optional(),
        }),
        'Give the figures as a list.',
      )
      .max(MAX_FIGURES, `Give at most ${MAX_FIGURES} figures.`),
    books: z
      .enum(['real', 'case'], 'Give "real" or "case".')
      .describe('"case" where debts and claims of the case are in the figures.')
      .default('real'),
    comment: textValue.describe('Where the figures come from. Mandatory.'),
  })

const CausesCallFields = (timeZone: string) =>
  z.object({
    causes: z
      .array(
        z.object({
          cause: z.enum(CAUSES, `Give one of ${CAUSES.join(', ')}.`),
          causedBy: z.enum(PARTIES, `Give one of ${PARTIES.join(', ')}.`),
        }),
        'Give the causes as a list.',
      )
      .max(CAUSES.length, 'Name each cause once.')
      .describe('Causes that were found later, which the case gets.')
      .default([]),
    parts: z
      .array(
        z.object({
          cause: z.enum(CAUSES, 'Give a cause.'),
          date: neededDay(timeZone),
          classCode: lineValue,
          amount: decimalValue,
        }),
        'Give the parts as a list.',
      )
      .max(MAX_FIGURES, `Give at most ${MAX_FIGURES} parts.`)
      .describe('What each alone did to a NAV per share.')
      .default([]),
    comment: textValue.describe('Mandatory once the case is notified.').default(''),
  })

const MeasuresCallFields = z.object({
  taken: textValue.describe('What was done so that it does not happen again.').default(''),
  planned: textValue.describe('What will be.').default(''),
})

const DecisionsCallFields = (timeZone: string) =>
  z.object({
    decisions: z
      .array(
        z.object({ date: neededDay(timeZone), classCode: lineValue, isMaterial: booleanValue }),
        'Give the decisions as a list.',
      )
      .max(MAX_FIGURES, `Give at most ${MAX_FIGURES} decisions.`),
    comment: textValue.describe('Why. Mandatory.'),
  })

const RoundCallFields = (timeZone: string) =>
  z.object({
    date: neededDay(timeZone),
    round: z
      .number('Give the number of a round, or null.')
      .int('Give the number of a round, or null.')
      .positive('Give the number of a round, or null.')
      .max(100_000, 'Give the number of a round, or null.')
      .nullable()
      .describe('Null: the one sent last before the day of discovery.'),
    comment: textValue.describe('Why. Mandatory.'),
  })

const FeesCallFields = z.object({
  bookedLater: booleanValue.describe('The fund books them afterwards: the deals of every date count.'),
  comment: textValue.describe('Mandatory once the case is notified.').default(''),
})

const AnalysisCallFields = (timeZone: string) =>
  z.object({
    documentId: z
      .number('Give the number of a document.')
      .int('Give the number of a document.')
      .positive('Give the number of a document.'),
    toldOn: neededDay(timeZone).describe('The day on which investors were told.'),
    comment: textValue.describe('Mandatory once the case is notified.').default(''),
  })

const KindDealsCallFields = z.object({
  deals: z
    .array(
      z.object({
        fileId: z
          .number('Give the number of a file.')
          .int('Give the number of a file.')
          .positive('Give the number of a file.'),
        position: z
          .number('Give the position of a line.')
          .int('Give the position of a line.')
          .nonnegative('Give the position of a line.'),
        counted: booleanValue,
      }),
      'Give the deals as a list.',
    )
    .max(MAX_FIGURES, `Give at most ${MAX_FIGURES} deals.`),
  comment: textValue.describe('Why. Mandatory.'),
})

const PayersCallFields = z.object({
  payers: z
    .array(
      z.object({
        name: lineValue,
        role: lineValue.default(''),
        percent: decimalValue,
        reason: textValue.default(''),
      }),
      'Give the payers as a list.',
    )
    .max(20, 'Give at most 20 payers.'),
  direct: z
    .record(z.string(), lineValue)
    .describe('The payer that pays the holders of a class itself.')
    .default({}),
  comment: textValue.describe('Mandatory once the case is notified.').default(''),
})

const HolderCallFields = z.object({
  holder: lineValue,
  sameAs: lineValue.nullable().default(null),
  isNominee: booleanValue.default(false),
  pays: booleanValue.describe('It pays back what it had too much itself.').default(false),
  documentId: optionalIdValue.default(null).describe('A document of the case; mandatory where it pays back.'),
  comment: textValue.default(''),
})

const StepCallFields = (timeZone: string) =>
  z.object({
    comment: textValue.describe('A message for the history.').default(''),
    date: dayValue(timeZone).describe('Of the notification, or of the payment.').optional(),
    reference: lineValue.describe('Of the notification.').default(''),
    documentId: optionalIdValue.default(null).describe('Of the notification: a document of the case.'),
  })

/** The fields sent with corrected files. */
const CorrectionFilesFields = z.object({
  format: textValue
    .default('')
    .describe(
      'Code of the file format that reads the files; by default the one that finds its tables in them.',
    ),
  books: z
    .enum(['real', 'case'], 'Give "real" or "case".')
    .describe('"case" where debts and claims of the case are in the figures.')
    .default('real'),
  comment: textValue.describe('Mandatory once the case is notified.').default(''),
})

const LineCallFields = (timeZone: string) =>
  z.object({
    kind: z.enum(LINE_KINDS, `Give one of ${LINE_KINDS.join(', ')}.`),
    classCode: lineValue.nullable().default(null).describe('Null for the fund as a whole.'),
    currency: lineValue.nullable().default(null).describe('By default that of the class, or of the fund.'),
    amount: optionalDecimalValue.default(null).describe('Null where it is worked out.'),
    beneficiary: z.enum(BENEFICIARIES, `Give one of ${BENEFICIARIES.join(', ')}.`).default('fund'),
    name: lineValue.default('').describe('The reference of the holder, or who else is paid.'),
    payer: lineValue
      .nullable()
      .default(null)
      .describe('By default the payers of the case; of fees mandatory.'),
    deal: z
      .object({
        date: neededDay(timeZone),
        holder: lineValue.nullable().default(null),
        side: z.enum(['S', 'R'], 'Give S or R.'),
        shares: decimalValue,
        applied: decimalValue.describe('The NAV per share at which it was settled.'),
        due: decimalValue.describe('The NAV per share at which it should have been.'),
      })
      .nullable()
      .default(null)
      .describe('Of CUT-OFF and SWING.'),
    economic: z
      .object({
        paid: decimalValue,
        received: decimalValue,
        costs: decimalValue.default('0'),
        navIn: decimalValue.describe('Of the reference class, on the day in.'),
        navOut: decimalValue.describe('Of the reference class, on the day out.'),
      })
      .nullable()
      .default(null)
      .describe('Of BREACH and ALLOCATION, in place of an amount: paid x navOut / navIn + costs - received.'),
    distribution: z
      .object({ shares: decimalValue, paid: decimalValue, due: decimalValue })
      .nullable()
      .default(null)
      .describe('Of DISTRIBUTION: per share of the record day.'),
    isPassive: booleanValue.default(false).describe('A breach that is recorded only.'),
    rule: textValue.default('').describe('By which rule it is owed. Mandatory.'),
    documentId: optionalIdValue.default(null).describe('A document of the case.'),
    comment: textValue.describe('Mandatory once the case is notified.').default(''),
  })

const PaymentCallFields = (timeZone: string) =>
  z.object({
    from: lineValue.describe('As the flow names it: "class A", a payer’s name.'),
    to: lineValue,
    amount: decimalValue,
    currency: lineValue,
    paidOn: neededDay(timeZone),
    paymentId: optionalIdValue.default(null).describe('Of a payment run.'),
    bankEntryId: optionalIdValue.default(null).describe('Of the bank inbox.'),
    comment: textValue.default('').describe('Where it is documented; mandatory without one of the two.'),
  })

const aSetting = rowShape(settingsTable)

const WithdrawFields = z.object({ comment: textValue.describe('Mandatory.') })

const MB = 1024 * 1024
const CORRECTION_UPLOAD: UploadLimits = {
  files: 5,
  fileBytes: WORKBOOK_BYTES,
  bodyBytes: 100 * MB,
  title: CONTROL_TITLE,
}
const DEALS_UPLOAD: UploadLimits = {
  files: 10,
  fileBytes: WORKBOOK_BYTES,
  bodyBytes: 100 * MB,
  title: DEALS_TITLE,
}

const aFault = z.object({
  file: aText,
  sheet: aText.nullable(),
  cell: aText.nullable(),
  what: aText,
})

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const paperCall = (paper: Paperwork, summary: string, mediaType: string): Methods => ({
  GET: {
    may: ['errors'],
    title: 'No paper yet',
    summary,
    query: pastQuery,
    answers: { 200: aFile(mediaType) },
    answer: (guarded, { params }) =>
      generatedFile(guarded, () => casePaper(guarded, idOf(params.caseId, 'NAV error'), paper)),
  },
})

const TITLE = 'The NAV error was not changed'

/** A refusal for missing figures names them beside its sentence, as the contract of NAV errors says. */
async function withMissing(args: RouteArgs, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    const missing = error instanceof DomainError ? error.options.details?.missing : undefined
    if (missing === undefined) throw error
    const refusal = callRefusal(error, args, { title: STEP_REFUSED })
    return new Response(JSON.stringify({ ...(await refusal.json()), missing }), {
      status: refusal.status,
      headers: refusal.headers,
    })
  }
}

type CaseChange<Schema extends z.ZodObject> = (
  context: UserWriteContext,
  id: number,
  fields: z.output<Schema>,
  params: RouteArgs['params'],
) => Promise<unknown>

/**
 * A call that changes a case, and answers it as it is then.
 * @param answer what it answers, if not the case itself
 */
function changesCase<Schema extends z.ZodObject>(
  schema: Schema | ((timeZone: string) => Schema),
  change: CaseChange<Schema>,
  answer: (changed: unknown) => unknown = (changed) => changed,
) {
  return takes(schema, (guarded, { params }, fields) => {
    const id = idOf(params.caseId, 'NAV error')
    return guarded.transaction(async (context) => {
      await change(context, id, fields, params)
      return answer(await detailOf({ ...context, read: context.tx }, id))
    })
  })
}

/** A call that changes a case and answers it: 200, or 201 where it adds something. */
const caseCall = <Schema extends z.ZodObject>(
  title: string,
  summary: string,
  schema: Schema | ((timeZone: string) => Schema),
  change: CaseChange<Schema>,
  status: 200 | 201 = 200,
): Call => ({
  may: ['errors', 'update'],
  title,
  summary,
  answers: { [status]: aCase },
  ...changesCase(schema, change, status === 201 ? created : undefined),
})

export const navErrorsCalls: EndpointTable = {
  about: 'nav-errors',
  calls: {
    'nav-errors': {
      GET: {
        may: ['errors'],
        summary: 'All cases of wrong NAVs, the newest first, filtered and sorted like their grid.',
        query: pastQuery,
        list: kindsOf(ERROR_FIELDS),
        answers: { 200: z.array(anError) },
        async answer(guarded, { request }) {
          const query = callQuery(request, ERROR_FIELDS, ERROR_GRID)
          return listAnswer(request, query, await errorList(guarded).page(query))
        },
      },
      POST: {
        may: ['errors', 'add'],
        title: 'The NAV error was not opened',
        summary: 'Opens a case of wrong NAVs, with the settings in force on the day of discovery.',
        answers: { 201: z.object({ id: anId }) },
        ...takes(OpenCaseCallFields, ({ transaction }, _, { lastDate = null, ...fields }) =>
          transaction(async (context) => created(await openCase(context, { ...fields, lastDate }))),
        ),
      },
    },
    'nav-errors/register': {
      GET: {
        may: ['errors'],
        summary: 'The register of a year: every case discovered in it, with magnitude, days and amounts.',
        query: ofYear,
        list: kindsOf(REGISTER_COLUMNS),
        answers: { 200: z.array(aRegistered) },
        async answer({ read, today }, args) {
          const { year, note } = requestedYear(new URL(args.request.url).searchParams.get('year'), today)
          if (note !== null)
            throw new DomainError('invalid', '"year": Give a year as 2026.', {
              fields: { year: 'Give a year as 2026.' },
            })
          return rowsAnswer(args, (await casesOfYear(read, year)).map(registerRow), REGISTER_COLUMNS)
        },
      },
    },
    'nav-errors/policy': {
      GET: {
        may: ['errors'],
        query: pastQuery,
        summary:
          'The settings by which cases are judged, as the site sets them for all, a regime or a fund, and what is pending.',
        list: kindsOf(callColumns(settingsTable.columns)),
        answers: { 200: z.array(aSetting) },
        async answer(guarded, args) {
          const { columns } = settingsTable
          return rowsAnswer(args, await settingsTable.load(guarded), callColumns(columns))
        },
      },
      POST: {
        may: ['administration', 'update'],
        title: 'The setting was not changed',
        summary:
          'Proposes a setting to another administrator: a new one, or with its key another value or other dates of a stored one.',
        answers: { 200: aSetting, 201: aSetting, 202: aSetting },
        ...takes(aSentRow, async (guarded, { request }, body) => {
          const table = settingsTable
          const { key, posted, seen, comment } = calledRow(request, table, body)
          const done = await guarded.transaction((context) =>
            key === ''
              ? createRow(context, table, posted, comment)
              : updateRow(context, table, { key, posted, seen }, comment),
          )
          return rowAnswer(table, done, key === '' ? 201 : 200)
        }),
      },
    },
    'nav-errors/:caseId': {
      GET: {
        may: ['errors'],
        summary: 'One case: figures by date and class, deals, what each holder is owed, and who pays.',
        query: pastQuery,
        answers: { 200: aCase },
        answer: (guarded, { params }) => detailOf(guarded, idOf(params.caseId, 'NAV error')),
      },
    },
    /**
     * POST nav-errors/{id}/corrections: corrected files, controlled beside the round that was sent, or corrected NAVs per
     * share that a person enters.
     */
    'nav-errors/:caseId/corrections': {
      POST: {
        may: ['errors', 'update'],
        title: TITLE,
        summary:
          'Controls corrected files of a NAV by all rules, and answers the control; or enters corrected NAVs per share by hand, and answers the case.',
        answers: { 201: z.union([aCase, aControl]) },
        ...takesEither(
          changesCase(
            CorrectionsCallFields,
            (context, id, { figures, books, comment }) =>
              enterCorrections(context, id, {
                figures: figures.map(({ shares = null, fxRate = null, ...figure }) => ({
                  ...figure,
                  shares,
                  fxRate,
                })),
                books,
                comment,
              }),
            created,
          ),
          takesFiles(
            { limits: CORRECTION_UPLOAD, fields: CorrectionFilesFields },
            async (guarded, { params }, { files, fields }) => {
              const id = idOf(params.caseId, 'NAV error')
              return created(
                shapeOf(await addCorrection(guarded, guarded.services, id, { files, ...fields })),
              )
            },
          ),
        ),
      },
    },
    'nav-errors/:caseId/corrections/:controlId': {
      DELETE: caseCall(
        'The corrected files were not withdrawn',
        'Withdraws a control of corrected files; it stays stored, and counts no longer. Answers the case.',
        WithdrawFields,
        (context, id, { comment }, { controlId }) =>
          withdrawCorrection(context, id, { controlId: idOf(controlId, 'control'), comment }),
      ),
    },
    'nav-errors/:caseId/decisions': {
      POST: caseCall(
        'The decision was not stored',
        'Decides which errors are material where the fund has no threshold; answers the case.',
        DecisionsCallFields,
        decideErrors,
      ),
    },
    'nav-errors/:caseId/rounds': {
      POST: caseCall(
        'The round was not chosen',
        'Chooses the round of a NAV that counts as published; answers the case.',
        RoundCallFields,
        chooseRound,
      ),
    },
    'nav-errors/:caseId/fees': {
      POST: caseCall(
        TITLE,
        'Says whether the fund books fees afterwards that were too low; answers the case.',
        FeesCallFields,
        bookFeesLater,
      ),
    },
    'nav-errors/:caseId/analysis': {
      POST: caseCall(
        'The analysis was not stored',
        'Names the document that justifies the higher threshold of a reserved fund, and when investors were told; answers the case.',
        AnalysisCallFields,
        nameAnalysis,
      ),
    },
    'nav-errors/:caseId/kind-deals': {
      POST: caseCall(
        'The deals were not changed',
        'Says which deals in kind are compensated as others; answers the case.',
        KindDealsCallFields,
        countKindDeals,
      ),
    },
    'nav-errors/:caseId/causes': {
      POST: caseCall(
        TITLE,
        'Adds causes that were found later, and states what single causes did to NAVs per share; answers the case.',
        CausesCallFields,
        changeCauses,
      ),
    },
    'nav-errors/:caseId/measures': {
      POST: caseCall(
        'The measures were not stored',
        'States measures taken and planned, which the papers show; figures and approval stay. Answers the case.',
        MeasuresCallFields,
        stateMeasures,
      ),
    },
    'nav-errors/:caseId/deals': {
      POST: {
        may: ['errors', 'update'],
        title: DEALS_TITLE,
        summary: 'Adds files with the deals of the transfer agent, or with dryRun only reads them.',
        answers: {
          200: z.object({
            lines: aNumber.describe('Lines of the fund, dates and classes of the case.'),
            leftOut: aNumber.describe('Lines of others.'),
            differences: aCase.shape.differences,
            faults: z.array(aFault),
          }),
        },
        ...takesFiles(
          {
            limits: DEALS_UPLOAD,
            fields: z.object({
              format: textValue
                .default('')
                .describe(
                  'Code of the file format that reads the files; by default the one that finds its table in them.',
                ),
              dryRun: booleanValue.default(false),
              comment: textValue.describe('Mandatory once the case is notified.').default(''),
            }),
          },
          (guarded, { params }, { files, fields }) =>
            addDeals(guarded, guarded.services, idOf(params.caseId, 'NAV error'), { files, ...fields }),
        ),
      },
    },
    'nav-errors/:caseId/deals/:fileId': {
      DELETE: caseCall(
        'The file was not withdrawn',
        'Withdraws a file with deals; its lines stay stored, and count no longer. Answers the case.',
        WithdrawFields,
        (context, id, { comment }, { fileId }) =>
          withdrawDeals(context, id, { fileId: idOf(fileId, 'file'), comment }),
      ),
    },
    'nav-errors/:caseId/payers': {
      POST: caseCall(
        'The payers were not stored',
        'Sets who pays what was too much, in percent of each class’s sum; answers the case.',
        PayersCallFields,
        setPayers,
      ),
    },
    'nav-errors/:caseId/holders': {
      POST: caseCall(
        'The holder was not stored',
        'Says that a reference is one with another, a nominee, or pays back itself; answers the case.',
        HolderCallFields,
        noteHolder,
      ),
    },
    'nav-errors/:caseId/lines': {
      POST: caseCall(
        'The line was not added',
        'Adds what is owed besides the deals: a breach, fees, a cut-off, a wrong swing factor, an allocation, a distribution, interest; answers the case.',
        LineCallFields,
        addLine,
        201,
      ),
    },
    'nav-errors/:caseId/lines/:lineId': {
      DELETE: caseCall(
        'The line was not withdrawn',
        'Withdraws a line; it stays stored, and counts no longer. Answers the case.',
        WithdrawFields,
        (context, id, { comment }, { lineId }) =>
          withdrawLine(context, id, { lineId: idOf(lineId, 'line'), comment }),
      ),
    },
    'nav-errors/:caseId/payments': {
      POST: caseCall(
        'The payment was not recorded',
        'Records what was really paid for the case, with the payment of a run or the entry of the bank inbox that shows it; answers the case.',
        PaymentCallFields,
        recordPayment,
        201,
      ),
    },
    'nav-errors/:caseId/payments/:paymentId': {
      DELETE: caseCall(
        'The payment was not withdrawn',
        'Withdraws a recorded payment; it stays stored, and counts no longer. Answers the case.',
        WithdrawFields,
        (context, id, { comment }, { paymentId }) =>
          withdrawPayment(context, id, { paymentId: idOf(paymentId, 'payment'), comment }),
      ),
    },
    /** GET nav-errors/{id}/notification.pdf, report.pdf and compensation.xlsx: the papers of a case. */
    'nav-errors/:caseId/notification.pdf': paperCall(
      'notification',
      'The notification to the regulator as a PDF; refused before the case is quantified.',
      'application/pdf',
    ),
    'nav-errors/:caseId/report.pdf': paperCall(
      'report',
      'The report that the error was put right, as a PDF.',
      'application/pdf',
    ),
    'nav-errors/:caseId/compensation.xlsx': paperCall(
      'compensation',
      'Who is paid what, the flows, the identity of each class and the totals, as a workbook.',
      XLSX,
    ),
    'nav-errors/:caseId/auditor.zip': {
      GET: {
        may: ['errors'],
        title: 'No paper yet',
        summary:
          'The papers of a case, the published and corrected files, its deals and the hash of each, as an archive.',
        query: pastQuery,
        answers: { 200: aFile('application/zip') },
        answer: (guarded, { request, params }) =>
          auditorAnswer(guarded, request, idOf(params.caseId, 'NAV error')),
      },
    },
    'nav-errors/:caseId/steps/:workflowId': {
      POST: {
        may: ['errors', 'update'],
        title: STEP_REFUSED,
        summary: 'Takes a step of the case; answers it. Quantify is refused while figures are missing.',
        answers: { 200: aCase },
        ...takes(StepCallFields, (guarded, args, { date = null, ...input }) => {
          const id = idOf(args.params.caseId, 'NAV error')
          const stepId = idOf(args.params.workflowId, 'step')
          return withMissing(args, () =>
            guarded.transaction(async (context) => {
              await takeStep(context, navErrorWorkflow, id, stepId, { ...input, date, seenEventId: null })
              return detailOf({ ...context, read: context.tx }, id)
            }),
          )
        }),
      },
    },
  },
}

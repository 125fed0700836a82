import { z } from 'zod'
import { decimalValue, formId } from '~/http/form'
import { isDay } from '~/platform/values/day'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { BENEFICIARIES, LINE_KINDS } from './lines'
import { CAUSES, type Cause, type CauseName, ERROR_KINDS, PARTIES } from './nav-error'

/** The forms of NAV errors, and the values of their calls. */

/** The value of an option that holds several fields, as JSON. */
const jsonValue = <Shape extends z.ZodType>(shape: Shape, refusal: string) =>
  z.string(refusal).transform((given, context) => {
    const parts = shape.safeParse(parsed(given))
    if (parts.success) return parts.data
    context.addIssue({ code: 'custom', message: refusal })
    return z.NEVER
  })

function parsed(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return null
  }
}

const day = (label: string) =>
  z.string(`Enter ${label} as dd/MM/yyyy.`).refine(isDay, `Enter ${label} as dd/MM/yyyy.`)
const optionalDay = z.preprocess(
  (given) => (given === '' || given === undefined ? null : given),
  z.string('Enter a date as dd/MM/yyyy.').refine(isDay, 'Enter a date as dd/MM/yyyy.').nullable(),
)
const line = (label: string) =>
  z.string(`Enter ${label}.`).trim().min(1, `Enter ${label}.`).max(200, `Shorten ${label} to 200 characters.`)

const comment = z.string().max(MAX_COMMENT_LENGTH, 'Comment: write at most 4,000 characters.').default('')

export const optionalDecimalValue = z.preprocess(
  (given) => (given === '' || given === undefined ? null : given),
  decimalValue.nullable(),
)

const optionalNumber = z.preprocess(
  (given) => (given === '' || given === undefined ? null : given),
  formId().nullable(),
)

/** So many causes may be chosen in the form. */
export const CAUSE_ROWS = 3

export const OpenCaseFields = z.object({
  fundCode: line('the fund'),
  kind: z.enum(ERROR_KINDS, 'Choose the kind of the error.'),
  discoveredOn: day('the day of discovery'),
  discoveredBy: line('who discovered it'),
  description: z
    .string('Describe the error.')
    .trim()
    .min(1, 'Describe the error.')
    .max(MAX_COMMENT_LENGTH, 'Description: write at most 4,000 characters.'),
  firstDate: day('the first wrong NAV date'),
  lastDate: optionalDay,
})

/** The causes that a form chose, in its order. */
export function chosenCauses(typed: Readonly<Record<string, string>>): Cause[] {
  return Array.from({ length: CAUSE_ROWS }, (_, at) => at + 1).flatMap((number) => {
    const cause = CAUSES.find((each) => each === typed[`cause${number}`])
    const causedBy = PARTIES.find((each) => each === typed[`causedBy${number}`])
    return cause && causedBy ? [{ cause, causedBy }] : []
  })
}

export const CaseStepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  date: optionalDay,
  reference: z.string().max(200, 'Reference: write at most 200 characters.').default(''),
  documentId: optionalNumber,
  eventLog: comment,
})

export const DatesFields = z.object({ lastDate: day('the last wrong NAV date'), comment })

/** What the books of corrected figures hold, as forms offer it. */
export const BOOKS = [
  { value: 'real', label: 'the money that really came' },
  { value: 'case', label: 'debts and claims of the case, too' },
]

const books = z.enum(['real', 'case'], 'Choose what the books hold.')

/** Of one NAV. */
export const MAX_CORRECTED_FILES = 3

/** The fields sent with corrected files. */
export const CorrectionFilesFields = z.object({
  books,
  format: z.string().max(40).default(''),
  comment,
})

export const CorrectionsFields = z.object({
  books,
  comment: z.string('Say where the figures come from.').trim().min(1, 'Say where the figures come from.'),
})

/** Fields "nav/2026-10-30/QUE03A", and shares and rate alike, of a form with a row for each date and class. */
export function typedFigures(typed: Readonly<Record<string, string>>) {
  const rows = new Map<string, { date: string; classCode: string; given: Record<string, string> }>()
  for (const [name, value] of Object.entries(typed)) {
    const [, what, date, classCode] = /^(nav|shares|rate)\/(\d{4}-\d\d-\d\d)\/(.+)$/.exec(name) ?? []
    if (!what || !date || !classCode || value.trim() === '') continue
    const key = JSON.stringify([date, classCode])
    const row = rows.get(key) ?? { date, classCode, given: {} }
    row.given[what] = value
    rows.set(key, row)
  }
  return [...rows.values()].filter(({ given }) => given.nav !== undefined)
}

const ROW = /^(\d{4}-\d\d-\d\d)\/(.+)$/

/** Fields "error/2026-10-30/QUE03A", one for each error that people decide; blank ones are left out. */
export function typedDecisions(typed: Readonly<Record<string, string>>) {
  return Object.entries(typed).flatMap(([name, value]) => {
    const [, date, classCode] = ROW.exec(name.replace(/^error\//, '')) ?? []
    const isDecided = value === 'material' || value === 'not material'
    return name.startsWith('error/') && date && classCode && isDecided
      ? [{ date, classCode, isMaterial: value === 'material' }]
      : []
  })
}

const RoundOfDate = z.tuple([z.string().refine(isDay), z.number().int().positive().nullable()])

/** The round of a NAV that counts as published; the comment says why. */
export const RoundFields = z.object({
  round: jsonValue(RoundOfDate, 'Choose a round.'),
  comment,
})

export const FeesFields = z.object({ bookedLater: z.literal('on').optional(), comment })

export const AnalysisFields = z.object({
  documentId: formId(),
  toldOn: day('the day on which investors were told'),
  comment,
})

/** Ticked boxes "deal/12/3" of file and line; `shown/12/3` names each that the form has. */
export function typedKindDeals(typed: Readonly<Record<string, string>>) {
  return Object.keys(typed).flatMap((name) => {
    const [, fileId, position] = /^shown\/(\d{1,9})\/(\d{1,9})$/.exec(name) ?? []
    return fileId && position
      ? [
          {
            fileId: Number(fileId),
            position: Number(position),
            counted: typed[`deal/${fileId}/${position}`] === 'on',
          },
        ]
      : []
  })
}

/** So many payers may be named in the form. */
export const PAYER_ROWS = 4

/** Fields "direct/QUE03A": the payer that pays the holders of a class itself; blank ones are left out. */
export const typedDirect = (typed: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      name.startsWith('direct/') && value.trim() !== '' ? [[name.slice('direct/'.length), value.trim()]] : [],
    ),
  )

/** Fields "part/PRICE/2026-10-30/QUE03A": what a cause alone did; blank ones are left out, odd ones are faults. */
export function typedParts(typed: Readonly<Record<string, string>>) {
  const parts: { cause: CauseName; date: string; classCode: string; amount: string }[] = []
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(typed)) {
    const [, given, of = ''] = /^part\/([A-Z ]+)\/(.+)$/.exec(name) ?? []
    const [, date, classCode] = ROW.exec(of) ?? []
    const cause = CAUSES.find((each) => each === given)
    if (!cause || !date || !classCode || value.trim() === '') continue
    const amount = decimalValue.safeParse(value)
    if (amount.success) parts.push({ cause, date, classCode, amount: amount.data })
    else fields[name] = 'Enter a number as 1.25 or -0.5.'
  }
  return { parts, fields }
}

export const HolderFields = z.object({
  holder: line('the reference of the holder'),
  sameAs: z.string().trim().max(200, 'Shorten it to 200 characters.').default(''),
  isNominee: z.literal('on').optional(),
  pays: z.literal('on').optional(),
  documentId: optionalNumber,
  comment,
})

/** The payers of a form: "name1", "role1", "percent1", "reason1", … */
export function typedPayers(typed: Readonly<Record<string, string>>) {
  return Array.from({ length: PAYER_ROWS }, (_, at) => at + 1).flatMap((number) => {
    const value = (field: string) => typed[`${field}${number}`]?.trim() ?? ''
    if (value('name') === '' && value('percent') === '') return []
    const percent = decimalValue.safeParse(value('percent'))
    return [
      {
        name: value('name'),
        role: value('role'),
        percent: percent.success ? percent.data : '0',
        reason: value('reason'),
      },
    ]
  })
}

export const CommentFields = z.object({ comment })

const measures = (label: string) =>
  z.string().max(MAX_COMMENT_LENGTH, `${label}: write at most 4,000 characters.`).default('')

export const MeasuresFields = z.object({
  taken: measures('Measures taken'),
  planned: measures('Measures planned'),
})

const optionalText = z.string().trim().max(200, 'Shorten it to 200 characters.').default('')

/** A line by hand: the fields of its kind are filled in, the others blank. */
export const LineFields = z.object({
  kind: z.enum(LINE_KINDS, 'Choose the kind of the line.'),
  classCode: optionalText,
  currency: optionalText,
  amount: optionalDecimalValue,
  beneficiary: z.enum(BENEFICIARIES, 'Choose to whom it is owed.'),
  name: optionalText,
  payer: optionalText,
  rule: z.string().max(MAX_COMMENT_LENGTH, 'Rule: write at most 4,000 characters.').default(''),
  documentId: optionalNumber,
  isPassive: z.literal('on').optional(),
  economicPaid: optionalDecimalValue,
  economicReceived: optionalDecimalValue,
  economicCosts: optionalDecimalValue,
  navIn: optionalDecimalValue,
  navOut: optionalDecimalValue,
  dealDate: optionalDay,
  dealHolder: optionalText,
  dealSide: z.enum(['S', 'R', ''], 'Choose issued or redeemed.').default(''),
  dealShares: optionalDecimalValue,
  applied: optionalDecimalValue,
  due: optionalDecimalValue,
  recordShares: optionalDecimalValue,
  distributionPaid: optionalDecimalValue,
  distributionDue: optionalDecimalValue,
  comment,
})

/** The line that a form describes; a group with a blank field is left out, and the command says what its kind needs. */
export function typedLine(fields: z.output<typeof LineFields>) {
  const { dealDate, dealSide, dealShares, applied, due } = fields
  const { economicPaid, economicReceived, navIn, navOut } = fields
  const { recordShares, distributionPaid, distributionDue } = fields
  return {
    kind: fields.kind,
    classCode: fields.classCode || null,
    currency: fields.currency || null,
    amount: fields.amount,
    beneficiary: fields.beneficiary,
    name: fields.name,
    payer: fields.payer || null,
    rule: fields.rule,
    documentId: fields.documentId,
    isPassive: fields.isPassive === 'on',
    deal:
      dealDate !== null && dealSide !== '' && dealShares !== null && applied !== null && due !== null
        ? {
            date: dealDate,
            holder: fields.dealHolder || null,
            side: dealSide,
            shares: dealShares,
            applied,
            due,
          }
        : null,
    economic:
      economicPaid !== null && economicReceived !== null && navIn !== null && navOut !== null
        ? {
            paid: economicPaid,
            received: economicReceived,
            costs: fields.economicCosts ?? '0',
            navIn,
            navOut,
          }
        : null,
    distribution:
      recordShares !== null && distributionPaid !== null && distributionDue !== null
        ? { shares: recordShares, paid: distributionPaid, due: distributionDue }
        : null,
    comment: fields.comment,
  }
}

/** What was really paid of a flow. */
export const PaymentFields = z.object({
  flow: jsonValue(z.tuple([z.string(), z.string(), z.string()]), 'Choose who paid whom.'),
  amount: decimalValue,
  paidOn: day('the day on which it was paid'),
  paymentId: optionalNumber,
  bankEntryId: optionalNumber,
  comment,
})

/** The payment that a form describes. */
export function typedPayment({ flow: [from, to, currency], ...fields }: z.output<typeof PaymentFields>) {
  return { from, to, currency, ...fields }
}

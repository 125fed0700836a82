import { z } from 'zod'
import { decimalValue, formId, parseFields, RELOAD } from '~/http/form'
import type { UploadLimits } from '~/http/uploads/upload-limits'
import { WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import { isDay } from '~/platform/values/day'
import { CONTROL_FILE_BYTES, CONTROL_TITLE, fileTooBig } from './control/control-upload'
import { EXPLAINED_REASONS } from './explained/explained'
import { OPEN_STATES } from './matching/breaks'
import { CONTROL_SETS, type ControlSet } from './nav'
import { EXPLAINABLE_RULES } from './rules/contract'
import { MAX_SOURCE_FILES, SOURCE_KINDS, SOURCES_TITLE } from './sources/source-kinds'

/** The forms of the NAV panel. */

const optionalId = formId()
  .nullish()
  .transform((value) => value ?? null)
const day = z
  .string()
  .refine(isDay, 'Enter a date as dd/MM/yyyy.')
  .nullish()
  .transform((value) => value ?? null)

export const StepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  eventLog: z.string().max(4000, 'At most 4,000 characters.').default(''),
  documentReceptionDate: day,
  clientValidationDate: day,
  reasonCode: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  currentControlId: optionalId,
})

/** The answer of the client, with its day. */
export const ClientAnswerFields = StepFields.extend({
  clientValidationDate: z
    .string('Enter the day on which the client answered.')
    .refine(isDay, 'Enter a date as dd/MM/yyyy.'),
})

export const ReasonFields = z.object({
  controlId: formId(),
  reasonCode: z.string('Choose a reason.'),
})

/** A version of a file format, as text or with its file. */
export const FormatFields = z.object({
  definition: z.string().default(''),
  comment: z.string().max(1000, 'At most 1,000 characters.').default(''),
})

/** The page on which a format is taught; what is chosen for each sheet is read with its files. */
export const TeachFields = z.object({
  intent: z.enum(['try', 'json', 'propose', 'wait']).default('try'),
  definition: z.string().default(''),
  json: z.string().default(''),
  comment: z.string().max(1000, 'At most 1,000 characters.').default(''),
  /** "on": the refused upload runs once the format is approved. */
  uploadWaits: z.string().max(10).default(''),
  uploadReason: z.string().max(40).default(''),
  uploadComment: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

/** The fields sent with the files of a control; the domain reports all missing ones at once. */
export const UploadFields = z.object({
  format: z.string().max(40).default(''),
  /** "1" of the button that controls all funds of the files. */
  all: z.string().max(10).default(''),
  /** "1" of the button that leads to teaching the format of the files. */
  teach: z.string().max(10).default(''),
  reason: z.string().max(40).default(''),
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

/** The field sent with the file of a matching. */
export const MatchingFields = z.object({ format: z.string().max(40).default('') })

export const RuleFields = z.object({
  result: z.enum(['OK', 'NOK'], 'Choose OK or not OK.'),
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

const explanation = z.string().max(4000, 'At most 4,000 characters.').default('')

/** The comments of the form "Explain", by the id of the rule result. An earlier one counts where nothing is typed. */
export function readExplanations(typed: Readonly<Record<string, string>>) {
  const ids = Object.keys(typed).flatMap((name) => /^comment-(\d{1,12})$/.exec(name)?.[1] ?? [])
  const texts = ids.flatMap((id) => [`comment-${id}`, `again-${id}`, `seen-${id}`])
  const fields = z.object({
    ...Object.fromEntries(texts.map((name) => [name, explanation])),
  })
  const sent = parseFields(typed, fields, 'Nothing explained')
  const text = (name: string) => String((sent as Record<string, unknown>)[name] ?? '').trim()
  const comments = new Map(
    ids.map((id) => {
      const comment = text(`comment-${id}`) || text(`again-${id}`)
      return [Number(id), { seen: text(`seen-${id}`), text: comment }]
    }),
  )
  return comments
}

export const CheckFields = z.object({
  /** "3", or "3 5 7" for several with one comment. */
  rank: z
    .string(RELOAD)
    .regex(/^[1-9]\d{0,3}( [1-9]\d{0,3}){0,99}$/, RELOAD)
    .transform((text) => [...new Set(text.split(' ').map(Number))]),
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

export const BreakFields = z.object({
  breakId: formId(),
  /** As the form showed it. */
  revision: z.string('Reload the page and try again.').regex(/^\d{1,9}$/, 'Reload the page and try again.'),
  owner: z
    .string()
    .max(200)
    .nullish()
    .transform((value) => value ?? null),
  state: z.enum(OPEN_STATES, 'Choose OPEN or EXPLAINED.'),
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

const MB = 1024 * 1024

/** The files of one set; they are in memory together. */
export const MAX_FILES_TO_TEACH = 5
export const FILES_TO_TEACH: UploadLimits = {
  files: MAX_FILES_TO_TEACH,
  fileBytes: WORKBOOK_BYTES,
  bodyBytes: 100 * MB,
}

/** The files of other parties; they are in memory together. */
export const SOURCES_UPLOAD: UploadLimits = {
  files: MAX_SOURCE_FILES,
  fileBytes: WORKBOOK_BYTES,
  bodyBytes: 100 * MB,
  title: SOURCES_TITLE,
}

export const SourcesFields = z.object({
  intent: z.enum(['dry run', 'store']).default('store'),
  format: z.string().max(40, 'At most 40 characters.').default(''),
  sender: z.string().max(40, 'At most 40 characters.').default(''),
  kind: z
    .enum(SOURCE_KINDS, `Choose one of ${SOURCE_KINDS.join(', ')}.`)
    .nullish()
    .transform((value) => value ?? null),
})

const blankDay = z.preprocess((value) => (value === '' ? null : value), day)

/** An explanation of a difference with a second source, from a form or a call. */
export const ExplanationFields = z.object({
  navId: formId(),
  rule: z.enum(EXPLAINABLE_RULES, `Give one of ${EXPLAINABLE_RULES.join(', ')}.`),
  subject: z.string('Say what differs: a currency, an instrument code or an ISIN.').trim().max(200),
  isin: z
    .string()
    .trim()
    .max(12)
    .nullish()
    .transform((value) => value || null),
  exDate: blankDay,
  amount: decimalValue,
  reason: z.enum(EXPLAINED_REASONS, `Choose one of ${EXPLAINED_REASONS.join(', ')}.`),
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
  until: blankDay,
  renews: optionalId,
})

/** The end of an explanation, from a form or a call. */
export const EndFields = z.object({
  from: blankDay,
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

/** The limits of an upload to a set: file formats may have other numbers of files, and read larger ones. */
export function limitsOfSet(set: ControlSet, counts: readonly number[]): UploadLimits {
  const { files } = CONTROL_SETS[set]
  if (counts.length === 0) return controlUpload(files)
  return {
    files: Math.max(files, ...counts),
    fileBytes: WORKBOOK_BYTES,
    bodyBytes: 100 * MB,
    title: CONTROL_TITLE,
  }
}

/** Control and MFFA files: 1,048,576 bytes are too many (specification sections 5 and 8). */
export function controlUpload(files: number): UploadLimits {
  return {
    files,
    fileBytes: CONTROL_FILE_BYTES - 1,
    tooLarge: fileTooBig,
    title: CONTROL_TITLE,
  }
}

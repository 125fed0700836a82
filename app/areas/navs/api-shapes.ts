import type { Read } from 'db/database'
import { z } from 'zod'
import type { UserContext } from '~/areas/access/user-context'
import { aBoolean, aDay, aNumber, anAmount, anEventClass, anId, anInstant, aText } from '~/http/calls/answers'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import type { NavCheckRow } from './checks.server'
import type { ControlRow } from './control/controls-of.server'
import {
  type ControlWithResults,
  controlWithResults,
  type RuleResultRow,
  ruleResultsOf,
} from './control/rule-results.server'
import { navView } from './nav-view.server'
import { DRIVERS } from './rules/contract'
import { INSTRUMENT_TYPES } from './workbooks/control-data'

const COMPUTED = ['OK', 'OK - not applicable', 'NOK'] as const

const fields = {
  id: anId,
  controlId: anId,
  ruleId: aText.describe('"N03".'),
  sortingOrder: aNumber,
  name: aText,
  severity: z
    .enum(['B', 'W'])
    .describe('B blocks Submit, W asks for an explanation; with a large impact W becomes B.'),
  impact: anAmount
    .nullable()
    .describe('In basis points of the previous FUND TNA; null unless NOK, and where the rule tells none.'),
  explained: aBoolean.describe('True where someone said why a W stays NOK.'),
  result: z.enum([...COMPUTED, 'OK - justified']),
  comment: aText,
  when: anInstant.nullable(),
  who: aText.nullable().describe('Who changed it manually.'),
  whoName: aText.nullable(),
  was: aText.nullable(),
  breachCount: aNumber,
}

/** Rule result of the specification, section 3. */
const aRuleResult = z.object(fields).meta({ id: 'RuleResult' })

const aFigure = z.object({
  label: aText,
  value: aText,
  kind: z.enum(['number', 'day', 'text']),
  upload: z.enum(['current', 'previous', 'source']),
  file: aText,
  sheet: aText,
  cell: aText,
})

const aBreach = z.object({
  subject: aText,
  formula: aText,
  difference: anAmount.nullable(),
  tolerance: anAmount.nullable(),
  level: aText.nullable(),
  impact: anAmount.nullish().describe('In fund currency.'),
  toExplain: z
    .object({ amount: anAmount, instrumentCode: aText.nullable(), isin: aText.nullable() })
    .optional()
    .describe('What would explain it, on the side of the second source; of S03, S04 and S06.'),
  figures: z.array(aFigure),
})

/** The same with the figures that it was computed from. */
export const anEvidencedResult = z
  .object({
    ...fields,
    fundNavId: anId,
    round: aNumber.describe('Of the NAV, when the control ran.'),
    evidence: z.object({
      formula: aText,
      computation: aText,
      tolerances: z.array(z.object({ key: aText, label: aText, unit: aText, value: anAmount, level: aText })),
      breaches: z.array(aBreach).describe('The first 50.'),
      computedResult: z.enum(COMPUTED),
      computedComment: aText,
      explained: z
        .array(z.object({ id: anId, value: anAmount.nullable().describe('In fund currency.') }))
        .optional()
        .describe('The explanations that the result needs.'),
    }),
  })
  .meta({ id: 'EvidencedRuleResult' })

/** Control of the specification, section 3. */
export const aControl = z
  .object({
    id: anId,
    fundNavId: anId,
    round: aNumber,
    domain: z.literal('NAV'),
    uploadType: z.enum(['FIA', 'MFFA']),
    definition: aText,
    submissionDate: anInstant,
    submissionComment: aText,
    reasonCode: aText,
    reasonDisplay: aText,
    userName: aText,
    fullName: aText.nullable(),
    okCount: aNumber,
    nokCount: aNumber,
    justifiedCount: aNumber.describe('Those of okCount that a person turned into OK.'),
    notApplicableCount: aNumber.describe('Those of okCount that are "OK - not applicable".'),
    engineVersion: aNumber.describe('Of the rules that it ran; 1 had 32, 2 had 41.'),
    formatCode: aText.nullable().describe('The file format that read its files; null for FUNDESK.'),
    formatVersion: aNumber.nullable().describe('The version of that format.'),
    hasReport: aBoolean,
    previousControlId: anId.nullable(),
    files: z.array(z.object({ id: anId, fileName: aText, file_type: aText })),
    sameFilesAs: z
      .object({ id: anId, submissionDate: anInstant })
      .nullable()
      .describe('The latest earlier control of the NAV that ran on the same files.'),
    ruleResults: z.array(aRuleResult),
  })
  .meta({ id: 'Control' })

const inBasisPoints = anAmount
  .nullable()
  .describe('In basis points of the previous FUND TNA; null where that is not above 0.')

/** The NAV bridge of a control; amounts are in fund currency. */
export const aBridge = z
  .object({
    controlId: anId,
    previousControlId: anId,
    previousTna: anAmount,
    tna: anAmount,
    drivers: z
      .array(
        z.object({
          driver: z.enum(DRIVERS),
          type: z.enum(INSTRUMENT_TYPES).nullable().describe('For prices, which have a row a type.'),
          amount: anAmount,
          bp: inBasisPoints,
        }),
      )
      .describe('From the previous FUND TNA to this one.'),
    contributors: z
      .array(z.object({ code: aText, name: aText, price: anAmount, fx: anAmount, bp: inBasisPoints }))
      .describe('The ten instruments with the largest effect of price and currency, largest first.'),
    residual: anAmount,
    residualBp: inBasisPoints,
  })
  .meta({ id: 'Bridge' })

export interface ControlShape extends ControlRow {
  domain: 'NAV'
  ruleResults: RuleResultRow[]
}

export const shapeOf = ({ control, results }: ControlWithResults): ControlShape => ({
  ...control,
  domain: 'NAV',
  ruleResults: results,
})

/** One control with its rule results; "not-found" when there is none. */
export async function controlShape(read: Read, controlId: number): Promise<ControlShape> {
  return shapeOf(await controlWithResults(read, controlId))
}

/** Workflow event of the specification, section 3, as NAVs have it. */
const aNavEvent = z
  .object({
    id: anId,
    name: aText,
    round: aNumber,
    eventDate: anInstant,
    eventStatus: aText,
    eventQueue: aText,
    eventLog: aText,
    eventClass: anEventClass,
    whoName: aText,
    workflowId: anId.nullable(),
  })
  .meta({ id: 'NavEvent' })

export const aFundNav = z
  .object({
    id: anId,
    fundCode: aText,
    fundName: aText,
    navDate: aDay,
    provider: z.enum(['FIA', 'MFFA']),
    currentBadgeStyle: anEventClass,
    currentDisplay: aText,
    currentStatus: aText,
    currentQueue: aText,
    currentControlId: anId.nullable(),
    currentEventId: anId.describe('Send it back with a step to detect changes by someone else.'),
    currentMessage: aText,
    round: aNumber,
    hasMatching: aBoolean,
    documentReceptionDate: aDay.nullable(),
    validationDate: aDay.nullable(),
    readOnly: aBoolean,
    readOnlyReason: aText.nullable(),
    fundNavCalendar: z.object({ maxPrebalanceDate: aDay.nullable(), maxSendingDate: aDay.nullable() }),
    workflowHistory: z.array(aNavEvent),
    wasabiControlsList: z.array(aControl),
  })
  .meta({ id: 'FundNav' })

/** Fund NAV (detail) of the specification, section 3, with the data that a caller needs to take the next step. */
export async function fundNavShape(context: UserContext, fundNavId: number) {
  const { read } = context
  const { nav, instance, history, controls, matching, readOnly } = await navView(context, fundNavId)
  return {
    id: nav.id,
    fundCode: nav.fundCode,
    fundName: nav.fundName,
    navDate: nav.navDate,
    provider: nav.provider,
    currentBadgeStyle: instance.class,
    currentDisplay: `${instance.status} (${instance.queue})`,
    currentStatus: instance.status,
    currentQueue: instance.queue,
    currentControlId: nav.currentControlId,
    currentEventId: instance.lastEventId,
    /** The message box: empty, so that a whole row sent back repeats no comment. */
    currentMessage: '',
    round: instance.round,
    hasMatching: matching !== null,
    documentReceptionDate: nav.documentReceptionDate,
    validationDate: nav.clientValidationDate,
    readOnly: readOnly !== null,
    readOnlyReason: readOnly,
    fundNavCalendar: { maxPrebalanceDate: nav.maxPrebalanceDate, maxSendingDate: nav.maxSendingDate },
    workflowHistory: history.map(navEvent),
    wasabiControlsList: await Promise.all(
      controls.map(async (control) => shapeOf({ control, results: await ruleResultsOf(read, control.id) })),
    ),
  }
}

function navEvent({
  id,
  at,
  status,
  queue,
  log,
  class: eventClass,
  whoName,
  stepId,
  name,
  round,
}: HistoryEvent) {
  return {
    id,
    name,
    round,
    eventDate: at,
    eventStatus: status,
    eventQueue: queue,
    eventLog: log,
    eventClass,
    whoName,
    workflowId: stepId,
  }
}

/** NAV check audit row of the specification, section 3. */
export const aCheck = z
  .object({
    isae_rank: aNumber,
    isae_checkname: aText,
    queue: aText.describe('The queue whose members sign it, or "auto".'),
    username: aText.nullable(),
    status: z.enum(['OPEN', 'DONE', 'NOT OK']),
    event_date: anInstant.nullable(),
    event_log: aText,
  })
  .meta({ id: 'NavCheck' })

export function checkShape({ full_name: _name, rests_on: _rules, ...row }: NavCheckRow) {
  return row
}

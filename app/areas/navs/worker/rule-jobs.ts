import { answerOf, type ListQuestion } from '~/platform/lists/remote-list'
import { rowList } from '~/platform/lists/row-list'
import { sayStep } from '~/platform/threads/progress'
import { delta } from '../delta'
import {
  BALANCE_DELTA_COLUMNS,
  DELTA_KEYS,
  INVENTORY_DELTA_COLUMNS,
  NAV_DELTA_COLUMNS,
} from '../delta-columns'
import type { DeltaName } from '../delta-types'
import { match } from '../match'
import { MATCHING_OUTCOMES, type MatchingOutcome } from '../matching-types'
import { matchingWorkbook } from '../matching-workbook'
import { RULES } from '../rules/catalogue'
import type { RuleInput, RuleOutcome } from '../rules/contract'
import { type ErrorReportSubject, errorReport, type RuleOverride } from '../rules/error-report'
import { evaluateRules } from '../rules/evaluate'
import type { ControlData, MatchingData } from '../workbooks/control-data'

const figures = (json: string) => JSON.parse(json) as ControlData

/** The rules and deltas over figures that come as JSON from the database: heavy work that the main thread is spared. */
export const ruleJobs = {
  /** The 32 outcomes. */
  evaluate(
    json: string,
    previousJson: string | null,
    reference: Omit<RuleInput, 'data' | 'previous'>,
  ): RuleOutcome[] {
    const previous = previousJson === null ? null : figures(previousJson)
    return evaluateRules({ ...reference, data: figures(json), previous }, (place) =>
      sayStep(`Rule ${place} of ${RULES.length}`),
    )
  },

  /** What is asked of one list of the difference between two controls. */
  deltaList(json: string, beforeJson: string, name: DeltaName, question: ListQuestion): Promise<unknown> {
    const { nav, balance, inventory } = delta(figures(json), figures(beforeJson))
    // Amounts are in fund currency, whatever the currency of account or instrument: they add up without units.
    if (name === 'nav') return answerOf(rowList(nav, NAV_DELTA_COLUMNS, { keyOf: DELTA_KEYS.nav }), question)
    if (name === 'balance')
      return answerOf(rowList(balance, BALANCE_DELTA_COLUMNS, { keyOf: DELTA_KEYS.balance }), question)
    return answerOf(rowList(inventory, INVENTORY_DELTA_COLUMNS, { keyOf: DELTA_KEYS.inventory }), question)
  },

  /** matching.xlsx, and how many of each outcome. */
  async match(
    json: string,
    matchingJson: string,
    made: Date,
  ): Promise<{ workbook: Uint8Array; counts: Record<MatchingOutcome, number> }> {
    const result = match(figures(json), JSON.parse(matchingJson) as MatchingData)
    const counts = Object.fromEntries(
      MATCHING_OUTCOMES.map((outcome) => [
        outcome,
        result.rows.filter((row) => row.outcome === outcome).length,
      ]),
    ) as Record<MatchingOutcome, number>
    return { workbook: await matchingWorkbook(result, made), counts }
  },

  /** The error report of a control (.xlsx). */
  errorReport(
    subject: ErrorReportSubject,
    outcomes: readonly RuleOutcome[],
    overrides: readonly RuleOverride[],
  ): Promise<Uint8Array> {
    return errorReport(subject, outcomes, overrides)
  },
} satisfies Record<string, (...args: never[]) => unknown>

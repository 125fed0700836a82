import { listOfRows } from '~/domain/lists/list-of-rows'
import type { ListPage, ListQuery } from '~/domain/lists/list-query'
import type { BalanceDelta, InventoryDelta, NavDelta } from '../delta/contract'
import { delta } from '../delta/delta'
import { BALANCE_DELTA_COLUMNS, INVENTORY_DELTA_COLUMNS, NAV_DELTA_COLUMNS } from '../delta/delta-columns'
import { MATCHING_OUTCOMES, type MatchingOutcome } from '../matching/contract'
import { match } from '../matching/match'
import { matchingWorkbook } from '../matching/matching-workbook'
import { RULES } from '../rules/catalogue'
import type { RuleInput, RuleOutcome } from '../rules/contract'
import { type ErrorReportSubject, errorReport, type RuleOverride } from '../rules/error-report'
import { evaluateRules } from '../rules/evaluate'
import type { ControlData, MatchingData } from '../workbooks/control-data'
import { sayStep } from './step-words'

const figures = (json: string) => JSON.parse(json) as ControlData

/** What a delta view shows: one of the three lists, paged. */
export type DeltaPage =
  | ({ list: 'nav' } & ListPage<NavDelta>)
  | ({ list: 'balance' } & ListPage<BalanceDelta>)
  | ({ list: 'inventory'; inventoryMissing: 'none' | 'new' | 'old' | 'both' } & ListPage<InventoryDelta>)

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

  /** One page of one list of the difference between two controls. */
  deltaPage(json: string, beforeJson: string, list: DeltaPage['list'], query: ListQuery): DeltaPage {
    const { nav, balance, inventory, inventoryMissing } = delta(figures(json), figures(beforeJson))
    if (list === 'nav') return { list, ...listOfRows(nav, NAV_DELTA_COLUMNS, query) }
    if (list === 'balance') return { list, ...listOfRows(balance, BALANCE_DELTA_COLUMNS, query) }
    return { list, inventoryMissing, ...listOfRows(inventory, INVENTORY_DELTA_COLUMNS, query) }
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

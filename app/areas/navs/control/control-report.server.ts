import type { Read } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import { formatOfControl, type NavFacts, summaryOf } from '../nav'
import { navFacts } from '../nav-facts.server'
import type { RuleOverride } from '../rules/error-report'
import type { ControlWorkers } from '../worker/jobs'
import { drawnBridge, foundBridge } from './bridge.server'
import { controlById } from './controls-of.server'
import { evidencedResultsOf } from './rule-results.server'

/** The error report of a control and its file name; refused when every rule is OK. */
export async function controlReport(
  { read, workers }: { read: Read; workers: ControlWorkers },
  controlId: number,
): Promise<{ fileName: string; fundNavId: number; bytes: Uint8Array }> {
  const control = await controlById(read, controlId)
  if (!control.hasReport)
    throw new DomainError('not-found', 'Every rule of this control is OK: there is no error report.')
  const [nav, results] = await Promise.all([
    navFacts(read, control.fundNavId),
    evidencedResultsOf(read, controlId),
  ])
  const outcomes = results.map(({ evidence, ruleId, sortingOrder, name, severity, impact, breachCount }) => ({
    id: ruleId,
    sortingOrder,
    name,
    severity,
    impact,
    breachCount,
    result: evidence.computedResult,
    comment: evidence.computedComment,
    formula: evidence.formula,
    computation: evidence.computation,
    tolerances: evidence.tolerances,
    breaches: evidence.breaches,
  }))
  const overrides = results.flatMap(({ ruleId, result, comment, who, when }): RuleOverride[] =>
    who !== null && when !== null && (result === 'OK - justified' || result === 'NOK')
      ? [{ ruleId, result, comment, who, when }]
      : [],
  )
  const subject = {
    fundCode: nav.fundCode,
    fundName: nav.fundName,
    navDate: nav.navDate,
    controlId: String(controlId),
    controlDate: control.submissionDate,
    user: control.userName,
    format: formatOfControl(control) ?? undefined,
    summary: summaryOf(control),
  }
  const bytes = await workers.run('errorReport', [subject, outcomes, overrides], 'The error report')
  return {
    fileName: reportName(nav, controlId),
    fundNavId: control.fundNavId,
    bytes,
  }
}

/** "errors_LUX001_2026-10-30_1012.xlsx" */
export function reportName(
  { fundCode, navDate }: Pick<NavFacts, 'fundCode' | 'navDate'>,
  controlId: number,
): string {
  return `errors_${fundCode}_${navDate}_${controlId}.xlsx`
}

/** The NAV bridge of a control as a workbook; refused with what is missing where there is none. */
export async function bridgeReport(
  { read, workers }: { read: Read; workers: ControlWorkers },
  controlId: number,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const control = await controlById(read, controlId)
  const [nav, bridge] = await Promise.all([navFacts(read, control.fundNavId), foundBridge(read, controlId)])
  const shown = await drawnBridge(read, bridge)
  const made = control.submissionDate
  const bytes = await workers.run('bridgeReport', [bridge, shown, made], 'The NAV bridge')
  return { fileName: `bridge_${nav.fundCode}_${nav.navDate}_${controlId}.xlsx`, bytes }
}

import ExcelJS from 'exceljs'
import { workbookBytes } from '~/platform/exports/excel/workbook-bytes'
import { addSheet, INSTANT_FORMAT, type SheetCell } from '~/platform/exports/excel/workbook-sheet'
import type { Day } from '~/platform/values/day'
import type { RuleOutcome } from './contract'
import { addBreachesSheet, addCellsSheet } from './error-report-breaches'
import { shown } from './wording'

/** A rule result that a person changed. */
export interface RuleOverride {
  ruleId: string
  result: 'OK - justified' | 'NOK'
  comment: string
  who: string
  when: Date
}

/** Whose control the report is about. */
export interface ErrorReportSubject {
  fundCode: string
  fundName: string
  navDate: Day
  controlId: string
  controlDate: Date
  user: string
}

/**
 * The error report of a control (.xlsx): the control, its 32 rules with overrides, every breach kept, and every cell
 * that a breach was computed from. The same input gives the same bytes.
 */
export async function errorReport(
  subject: ErrorReportSubject,
  outcomes: readonly RuleOutcome[],
  overrides: readonly RuleOverride[],
): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  addControlSheet(workbook, subject)
  addRulesSheet(workbook, outcomes, overrides)
  addBreachesSheet(workbook, outcomes)
  addCellsSheet(workbook, outcomes)
  return workbookBytes(workbook, subject.controlDate)
}

function addControlSheet(workbook: ExcelJS.Workbook, subject: ErrorReportSubject): void {
  const columns = [
    { header: 'Control', width: 24 },
    { header: 'Value', width: 40, format: INSTANT_FORMAT },
  ]
  addSheet(workbook, 'Control', columns, [
    ['Fund code', subject.fundCode],
    ['Fund name', subject.fundName],
    ['NAV date', subject.navDate.split('-').reverse().join('/')],
    ['Control', subject.controlId],
    ['Control date (UTC)', subject.controlDate],
    ['User', subject.user],
  ])
}

function addRulesSheet(
  workbook: ExcelJS.Workbook,
  outcomes: readonly RuleOutcome[],
  overrides: readonly RuleOverride[],
): void {
  const columns = [
    { header: 'Nb.', width: 6, format: '0' },
    { header: 'Rule', width: 28 },
    { header: 'Severity', width: 9 },
    { header: 'Status', width: 20 },
    { header: 'Computed', width: 20 },
    { header: 'Comment', width: 70 },
    { header: 'Breaches', width: 9, format: '0' },
    { header: 'Formula', width: 60 },
    { header: 'Computation', width: 70 },
    { header: 'Tolerances', width: 50 },
    { header: 'Who', width: 20 },
    { header: 'When (UTC)', width: 17, format: INSTANT_FORMAT },
  ]
  const rows = outcomes.map((outcome): SheetCell[] => {
    const override = overrides.findLast((candidate) => candidate.ruleId === outcome.id)
    return [
      outcome.sortingOrder,
      outcome.name,
      outcome.severity,
      override?.result ?? outcome.result,
      outcome.result,
      override?.comment ?? outcome.comment,
      outcome.breachCount,
      outcome.formula,
      outcome.computation,
      outcome.tolerances
        .map(({ label, value, unit, level }) => `${label}: ${shown(value)} ${unit} (${level})`)
        .join('; '),
      override?.who ?? null,
      override?.when ?? null,
    ]
  })
  addSheet(workbook, 'Rules', columns, rows)
}

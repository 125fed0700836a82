import type { Workbook } from 'exceljs'
import ExcelJS from 'exceljs'
import {
  addSheet,
  dayCell,
  FIGURE_FORMAT,
  INSTANT_FORMAT,
  numberCell,
  type SheetCell,
  workbookBytes,
} from '~/platform/exports/excel/sheet'
import type { Day } from '~/platform/values/day'
import type { Breach, EvidenceFigure, RuleOutcome } from './contract'
import { shown } from './wording'

interface NumberedBreach {
  outcome: RuleOutcome
  breach: Breach
  /** Place among the breaches of the rule, from 1. */
  number: number
}

function numbered(outcomes: readonly RuleOutcome[]): NumberedBreach[] {
  return outcomes.flatMap((outcome) =>
    outcome.breaches.map((breach, place) => ({ outcome, breach, number: place + 1 })),
  )
}

/** One row for each breach that was kept. */
function addBreachesSheet(workbook: Workbook, outcomes: readonly RuleOutcome[]): void {
  const columns = [
    { header: 'Rule', width: 28 },
    { header: 'Breach', width: 8, format: '0' },
    { header: 'Subject', width: 24 },
    { header: 'Formula', width: 90 },
    { header: 'Difference', width: 18, format: FIGURE_FORMAT },
    { header: 'Tolerance', width: 18, format: FIGURE_FORMAT },
    { header: 'Tolerance set by', width: 22 },
    { header: 'Impact', width: 18, format: FIGURE_FORMAT },
  ]
  const rows = numbered(outcomes).map(({ outcome, breach, number }): SheetCell[] => [
    outcome.name,
    number,
    breach.subject,
    breach.formula,
    numberCell(breach.difference),
    numberCell(breach.tolerance),
    breach.level,
    numberCell(breach.impact ?? null),
  ])
  addSheet(workbook, 'Breaches', columns, rows)
}

/** One row for each cell that a breach was computed from. */
function addCellsSheet(workbook: Workbook, outcomes: readonly RuleOutcome[]): void {
  const columns = [
    { header: 'Rule', width: 28 },
    { header: 'Breach', width: 8, format: '0' },
    { header: 'Subject', width: 24 },
    { header: 'Figure', width: 28 },
    { header: 'Value', width: 18, format: FIGURE_FORMAT },
    { header: 'Upload', width: 10 },
    { header: 'File', width: 40 },
    { header: 'Sheet', width: 18 },
    { header: 'Cell', width: 8 },
  ]
  const rows = numbered(outcomes).flatMap(({ outcome, breach, number }) =>
    breach.figures.map((figure): SheetCell[] => [
      outcome.name,
      number,
      breach.subject,
      figure.label,
      figureCell(figure),
      figure.upload,
      figure.file,
      figure.sheet,
      figure.cell,
    ]),
  )
  addSheet(workbook, 'Cells', columns, rows)
}

export function figureCell({ value, kind }: EvidenceFigure): SheetCell {
  if (value === '') return null
  if (kind === 'number') return numberCell(value)
  return kind === 'day' ? dayCell(value) : value
}

/** A rule result that a person changed. */
export interface RuleOverride {
  ruleId: string
  result: 'OK - justified' | 'NOK'
  comment: string
  who: string
  when: Date
}

/** The subject of the control that the report is about. */
export interface ErrorReportSubject {
  fundCode: string
  fundName: string
  navDate: Day
  controlId: string
  controlDate: Date
  user: string
  /** "EFA-DAILY version 3"; missing for FUNDESK. */
  format?: string
  /** "29 OK · 1 justified · 1 not OK · 10 not applicable" */
  summary: string
}

/**
 * The error report of a control (.xlsx): the control, its rules with overrides, every breach kept, and every cell
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
    ...(subject.format === undefined ? [] : [['File format', subject.format]]),
    ['Rules', subject.summary],
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
    { header: 'Impact (bp)', width: 12, format: FIGURE_FORMAT },
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
      numberCell(outcome.impact),
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

import type { Workbook } from 'exceljs'
import {
  addSheet,
  dayCell,
  FIGURE_FORMAT,
  numberCell,
  type SheetCell,
} from '~/platform/exports/excel/workbook-sheet'
import type { Breach, EvidenceFigure, RuleOutcome } from './contract'

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
export function addBreachesSheet(workbook: Workbook, outcomes: readonly RuleOutcome[]): void {
  const columns = [
    { header: 'Rule', width: 28 },
    { header: 'Breach', width: 8, format: '0' },
    { header: 'Subject', width: 24 },
    { header: 'Formula', width: 90 },
    { header: 'Difference', width: 18, format: FIGURE_FORMAT },
    { header: 'Tolerance', width: 18, format: FIGURE_FORMAT },
    { header: 'Tolerance set by', width: 22 },
  ]
  const rows = numbered(outcomes).map(({ outcome, breach, number }): SheetCell[] => [
    outcome.name,
    number,
    breach.subject,
    breach.formula,
    numberCell(breach.difference),
    numberCell(breach.tolerance),
    breach.level,
  ])
  addSheet(workbook, 'Breaches', columns, rows)
}

/** One row for each cell that a breach was computed from. */
export function addCellsSheet(workbook: Workbook, outcomes: readonly RuleOutcome[]): void {
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

function figureCell({ value, kind }: EvidenceFigure): SheetCell {
  if (value === '') return null
  if (kind === 'number') return numberCell(value)
  return kind === 'day' ? dayCell(value) : value
}

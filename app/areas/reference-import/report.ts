import type { SheetName } from '~/areas/lookups/sheets'
import { valueText } from '~/platform/tables/compare'
import { isDay } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import type { PlannedChange } from './read-reference'
import { needsSecondPerson } from './second-person'

/** All that an import would do. */
export interface ImportPlan {
  /** In the order in which they are stored. */
  changes: PlannedChange[]
  /** Rows of data by sheet. */
  rows: ReadonlyMap<SheetName, number>
  /** Rows that wait for a second person since an earlier import, by sheet. */
  waitingAlready: ReadonlyMap<SheetName, number>
  /** Users and authorisations take effect without a second person, because there is none. */
  rightsAtOnce: boolean
  notes: string[]
}

/** The result of an import, or the expected result of a dry run: for the page, the command and the call alike. */
export interface ImportReport {
  file: string
  dryRun: boolean
  /** Sheets in the order in which they are stored. */
  sheets: SheetReport[]
  changes: ReportedChange[]
  /** What was left out or is worth a look; not faults. */
  notes: string[]
}

/** The changes that a dry run showed: the import that follows makes exactly these, or nothing. */
export interface Trial {
  /** Hash of the workbook. */
  sha256: string
  /** Hash of the changes that it would make. */
  plan: string
}

export interface SheetReport {
  sheet: SheetName
  /** Rows of data; the sum of the four below. */
  rows: number
  inserted: number
  updated: number
  /** Rows that wait for a second person: from this import, and the same ones from an earlier import. */
  waiting: number
  unchanged: number
}

export interface ReportedChange {
  sheet: SheetName
  row: number
  /** "LU-EQ 2026-01-30". */
  key: string
  action: 'insert' | 'update'
  /** It takes effect when a second person approves it. */
  waits: boolean
  fields: { field: string; before: string; after: string }[]
}

export function reportOf(plan: ImportPlan, file: string, dryRun: boolean): ImportReport {
  const waits = (sheet: SheetName) => needsSecondPerson(sheet) && !plan.rightsAtOnce
  const count = (sheet: SheetName, action: 'insert' | 'update') =>
    plan.changes.filter((change) => change.sheet === sheet && change.action === action).length
  return {
    file,
    dryRun,
    sheets: [...plan.rows].map(([sheet, rows]) => {
      const [inserted, updated] = [count(sheet, 'insert'), count(sheet, 'update')]
      const already = plan.waitingAlready.get(sheet) ?? 0
      const unchanged = rows - inserted - updated - already
      return waits(sheet)
        ? { sheet, rows, inserted: 0, updated: 0, waiting: inserted + updated + already, unchanged }
        : { sheet, rows, inserted, updated, waiting: 0, unchanged }
    }),
    changes: plan.changes.map(({ sheet, row, key, action, fields }) => ({
      sheet,
      row,
      key,
      action,
      waits: waits(sheet),
      fields: fields.map(({ header, before, after }) => ({
        field: header,
        before: valueText(before),
        after: valueText(after),
      })),
    })),
    notes: plan.notes,
  }
}

const shown = (text: string) => (isDay(text) ? showDay(text) : text)

/** The key of a row, its days as everywhere on the screens: "COR06 30/10/2026". */
export function keyLabel(key: string): string {
  return key.split(' ').map(shown).join(' ')
}

/** The changes of an import in a row, field by field. */
export function changeText({ action, fields }: Pick<ReportedChange, 'action' | 'fields'>): string {
  return fields
    .map(({ field, before, after }) =>
      action === 'insert'
        ? `${field}: ${shown(after)}`
        : `${field}: ${shown(before) || '(blank)'} → ${shown(after) || '(blank)'}`,
    )
    .join('; ')
}

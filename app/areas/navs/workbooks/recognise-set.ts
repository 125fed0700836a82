import { DomainError } from '~/platform/values/domain-error'
import type { Workbook } from '~/platform/workbooks/workbook'
import type { TableKind } from './control-data'
import { headingsIn, nearestHeader, requiredCount, TABLE_COLUMNS } from './find-table'
import { type FoundTable, findTables } from './found-table'
import { UNREAD } from './unread'

export type SetKind = 'FIA3' | 'FIA2' | 'MFFA'

/** Each file of a set by the tables that it holds, and its name. */
const SETS: Record<SetKind, { name: string; files: Record<string, readonly TableKind[]> }> = {
  FIA3: {
    name: 'FIA control of 3 files',
    files: { NAV: ['NAV'], Balance: ['Balance'], Inventory: ['Inventory'] },
  },
  FIA2: { name: 'FIA control of 2 files', files: { NAV: ['NAV'], Balance: ['Balance'] } },
  MFFA: {
    name: 'MultiFonds control',
    files: { 'Balance Sheet': ['Balance'], 'Nav Pack': ['NAV', 'Inventory'] },
  },
}

export const CONTROL_KINDS = ['NAV', 'Balance', 'Inventory'] as const
export type ControlKind = (typeof CONTROL_KINDS)[number]

/** A workbook by its content. */
export interface RecognisedFile {
  file: string
  kinds: readonly TableKind[]
  /** "taken for NAV (sheet NAV)" */
  recognisedAs: string
}

const signature = (kinds: readonly TableKind[]) => [...kinds].sort().join('+')

/** Whether each file is one of the expected set, and none is missing. */
export function isSet(recognised: readonly RecognisedFile[], expected: SetKind): boolean {
  const found = recognised.map(({ kinds }) => signature(kinds))
  const wanted = Object.values(SETS[expected].files).map(signature)
  return wanted.toSorted().join(' ') === found.toSorted().join(' ')
}

/** Refuses a set that is not exactly the expected one, naming what each file is. */
export function checkSet(recognised: readonly RecognisedFile[], expected: SetKind): void {
  if (isSet(recognised, expected)) return
  const { name, files } = SETS[expected]
  const found = recognised.map(({ kinds }) => signature(kinds))
  const needs = Object.keys(files)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')
  const missing = Object.entries(files).flatMap(([file, kinds]) =>
    found.includes(signature(kinds)) ? [] : [file],
  )
  const hint = missing.length > 0 ? ` Missing: ${missing.join(', ')}.` : ''
  throw new DomainError(
    'invalid',
    `An ${name} needs one file each of ${needs}.${hint} What the files were taken for:`,
    { list: recognised.map(({ file, recognisedAs }) => `${file}: ${recognisedAs}`), details: UNREAD },
  )
}

/** The recognised content of a workbook, for people. */
export function recognisedAs(workbook: Workbook, found: readonly FoundTable[]): string {
  const place = (table: FoundTable) => `sheet ${table.sheet.name}`
  const [only] = found
  if (found.length === 1 && only) return `taken for ${only.kind} (${place(only)})`
  const kinds = found.map((table) => table.kind)
  if (kinds.length === 2 && kinds.includes('NAV') && kinds.includes('Inventory')) {
    return `taken for a Nav Pack (${found.map((table) => `${table.kind} in ${place(table)}`).join(', ')})`
  }
  if (found.length > 1) {
    return `taken for a file of ${found.length} tables (${found.map((table) => `${table.kind} in ${place(table)}`).join(', ')})`
  }
  if (findTables(workbook, 0, ['Matching']).length > 0) return 'taken for a matching workbook'
  const nearest = nearestTo(workbook, CONTROL_KINDS)
  const none = 'no sheet has a header row of a NAV, Balance or Inventory table within its first 30 rows'
  return `not recognised: ${nearest?.text ?? none}`
}

/**
 * The table of these kinds of which a workbook has the largest part of the headings: those that it lacks, and those that it
 * has. Null where it has none of any.
 */
export function nearestTo(workbook: Workbook, kinds: readonly TableKind[]): { text: string } | null {
  let best: { text: string; share: number } | null = null
  for (const sheet of workbook.sheets)
    for (const kind of kinds) {
      const header = nearestHeader(sheet, TABLE_COLUMNS[kind])
      const share = header ? header.missing.length / requiredCount(kind) : 1
      if (!header || (best && best.share <= share)) continue
      const article = kind === 'Inventory' ? 'an' : 'a'
      const text = `row ${header.row} of sheet ${sheet.name} is nearest to ${article} ${kind} table, but lacks ${header.missing.join(', ')}; it has ${headingsIn(sheet, header.row).join(', ')}`
      best = { text, share }
    }
  return best
}

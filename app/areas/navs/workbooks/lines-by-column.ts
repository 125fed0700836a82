import type { BalanceLine, ControlData, InventoryLine, NavLine, Table, TableSource } from './control-data'
import { TABLE_COLUMNS } from './find-table'
import type { ControlKind } from './recognise-set'

/**
 * The lines of a table by column, as they cross threads and enter the database: {"row":[8,9],"isin":["…",null]}. The names
 * of their fields would be most of the text of a large inventory.
 */
export type LinesByColumn = Readonly<Record<string, readonly unknown[] | null>>

const fieldsOf = (kind: ControlKind): string[] => ['row', ...TABLE_COLUMNS[kind].map(({ field }) => field)]

/** Lines as JSON by column. */
export function linesJson(kind: ControlKind, lines: readonly object[]): string {
  const given = lines as readonly Readonly<Record<string, unknown>>[]
  const columns: LinesByColumn = Object.fromEntries(
    fieldsOf(kind).map((field) => [field, given.map((line) => line[field] ?? null)]),
  )
  return JSON.stringify(columns)
}

/** The lines; a column that is missing is blank in all of them. */
export function linesOf<Line>(kind: ControlKind, columns: LinesByColumn): Line[] {
  const fields = fieldsOf(kind).map((field) => [field, columns[field] ?? []] as const)
  return (columns.row ?? []).map((_, at) => {
    const line: Record<string, unknown> = {}
    for (const [field, values] of fields) line[field] = values[at] ?? null
    return line as Line
  })
}

interface StoredTable {
  source: TableSource
  /** Missing where the lines of an inventory were not requested. */
  lines?: LinesByColumn
}

/** The figures of a control as the database has them, lines by column. */
export interface StoredFigures extends Pick<ControlData, 'fundCode' | 'navDate'> {
  nav: StoredTable
  balance: StoredTable
  inventory: StoredTable | null
}

/** Figures from their JSON; lines that were not requested cannot be read. */
export function controlDataOf(json: string): ControlData {
  const { nav, balance, inventory, ...of } = JSON.parse(json) as StoredFigures
  return {
    ...of,
    nav: tableOf<NavLine>('NAV', nav),
    balance: tableOf<BalanceLine>('Balance', balance),
    inventory: inventory && tableOf<InventoryLine>('Inventory', inventory),
  }
}

function tableOf<Line>(kind: ControlKind, { source, lines }: StoredTable): Table<Line> {
  if (lines) return { source, lines: linesOf<Line>(kind, lines) }
  return Object.defineProperty({ source } as Table<Line>, 'lines', {
    get() {
      throw new Error(`the lines of this ${kind} were not read`)
    },
  })
}

import { type Day, isDay } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'

/** Describes what a table of a file must contain, with two example rows: for pages and for templates. */
export interface TableGuide {
  /** Of the table and of its sheet. */
  name: string
  about: string
  /** What stands above the header: a label and its value. */
  labels?: readonly (readonly [label: string, value: string])[]
  columns: readonly GuidedColumn[]
  /** Cells in the order of the columns; a day is written yyyy-MM-dd. */
  rows: readonly (readonly ExampleCell[])[]
}

interface GuidedColumn {
  header: string
  /** Otherwise its cells may be blank, and a file may leave the column out. */
  required: boolean
  about: string
  /** The kind of value: "text", "a date", "yes or no". */
  accepts: string
}

export type ExampleCell = string | number | null

/** The sheet of a template that explains its columns; a file may keep it. */
export const GUIDE_SHEET = 'About the columns'

/** The day of an example; null where it is something else. */
export function exampleDay(cell: ExampleCell): Day | null {
  return typeof cell === 'string' && isDay(cell) ? cell : null
}

/** The first example of a column, as it is typed: "30/11/2026", "1.5"; "" where there is none. */
export function exampleText({ rows }: Pick<TableGuide, 'rows'>, column: number): string {
  const filled = rows.map((row) => row[column] ?? null).find((cell) => cell !== null)
  if (filled === undefined) return ''
  const day = exampleDay(filled)
  return day === null ? String(filled) : showDay(day)
}

/** A guide as pages show it. */
export interface ShownGuide {
  name: string
  about: string
  columns: readonly (GuidedColumn & { example: string })[]
  /** Its template. */
  href: string
}

export function shownGuide(guide: TableGuide, href: string): ShownGuide {
  const { name, about, columns } = guide
  return {
    name,
    about,
    columns: columns.map((column, at) => ({ ...column, example: exampleText(guide, at) })),
    href,
  }
}

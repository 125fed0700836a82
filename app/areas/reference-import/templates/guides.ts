import { columnsOf, SHEET_NAMES, type SheetName } from '~/areas/lookups/sheets'
import type { ExampleCell, TableGuide } from '~/platform/exports/table-guide'
import type { Column, ColumnKind } from '~/platform/tables/column'
import { TABLE_DESCRIPTIONS } from './table-descriptions'

const KINDS: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  decimal: 'a number',
  integer: 'a whole number',
  day: 'a date: date cell, dd/MM/yyyy or yyyy-MM-dd',
  yearDay: 'day and month: dd/MM',
  boolean: 'yes or no',
  choice: 'a name, or its number',
}

function acceptsOf({ kind, choices, synonyms }: Column): string {
  const values = choices.length > 0 ? choices.join(', ') : KINDS[kind]
  return synonyms.length === 0 ? values : `${values} (also headed ${synonyms.join(' or ')})`
}

/** What a sheet of the reference data workbook must contain: its columns come from those that the import reads. */
function guideOf(sheet: SheetName): TableGuide {
  const described: { about: string; columns: Readonly<Record<string, string>>; rows: readonly object[] } =
    TABLE_DESCRIPTIONS[sheet]
  const columns = columnsOf(sheet)
  return {
    name: sheet,
    about: described.about,
    columns: columns.map(([field, column]) => ({
      header: column.header,
      required: column.blank === undefined,
      about: described.columns[field] ?? '',
      accepts: acceptsOf(column),
    })),
    rows: described.rows.map((row) => {
      const values: Readonly<Record<string, ExampleCell>> = { ...row }
      return columns.map(([field]) => values[field] ?? null)
    }),
  }
}

export const GUIDES: readonly TableGuide[] = SHEET_NAMES.map(guideOf)

/** All tables, in addresses. */
export const WHOLE = 'all-tables'

/** The name of a table in addresses: "share-classes". */
export const slugOf = (sheet: string): string => sheet.toLowerCase().replaceAll(' ', '-')

/** The template of a table, or of all of them. */
export const templateHref = (slug: string): string => `/admin/import/templates/${slug}.xlsx`

/** The tables of a template by its name in the address; null if there is none. */
export function guidesOf(slug: string): readonly TableGuide[] | null {
  if (slug === WHOLE) return GUIDES
  const found = GUIDES.filter(({ name }) => slugOf(name) === slug)
  return found.length === 0 ? null : found
}

import type { CellText } from './cell-text'

/** A value as it is stored and compared: days, decimals and codes are text. */
export type Value = string | number | boolean | null

/** Why a cell cannot be read, as the words after its text: `"EURO" is no currency`. */
export class CellFault {
  constructor(readonly what: string) {}
}

/** What a column holds: decides how it is shown and entered. */
export type ColumnKind = 'text' | 'decimal' | 'integer' | 'day' | 'boolean' | 'choice'

/** One column of a sheet: how it is called, and how a filled cell of it is read. */
export interface Column<T extends Value = Value> {
  header: string
  kind: ColumnKind
  /** What may be chosen, for a choice out of a closed list. */
  choices: readonly string[]
  /** Other names that it may have. */
  synonyms: readonly string[]
  key: boolean
  read(cell: CellText): T | CellFault
  /** What a blank cell means; undefined when every row must fill it. */
  blank: T | undefined
  /** A sheet without this column leaves it as it is. */
  optional: boolean
}

/** Read as a number: its texts decide together which mark is the decimal mark of the sheet. */
export function isNumeric({ kind }: Column): boolean {
  return kind === 'decimal' || kind === 'integer'
}

export interface Options<T> {
  key?: true
  blank?: T
  synonyms?: readonly string[]
}

/** A column; one whose blank cells mean something may be left out of the sheet. */
export function column<T extends Value>(
  header: string,
  read: Column<T>['read'],
  { key, blank, synonyms = [] }: Options<T> = {},
  kind: ColumnKind = 'text',
  choices: readonly string[] = [],
): Column<T> {
  return { header, kind, choices, synonyms, key: key ?? false, read, blank, optional: blank !== undefined }
}

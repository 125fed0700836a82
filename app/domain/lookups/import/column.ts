import type { CellText } from './cell-text'

/** A value as it is stored and compared: days, decimals and codes are text. */
export type Value = string | number | boolean | null

/** Why a cell cannot be read, as the words after its text: `"EURO" is no currency`. */
export class CellFault {
  constructor(readonly what: string) {}
}

/** One column of a sheet: how it is called, and how a filled cell of it is read. */
export interface Column<T extends Value = Value> {
  header: string
  /** Other names that it may have. */
  synonyms: readonly string[]
  key: boolean
  read(cell: CellText): T | CellFault
  /** What a blank cell means; undefined when every row must fill it. */
  blank: T | undefined
  /** A sheet without this column leaves it as it is. */
  optional: boolean
  /** Read as a number: its texts decide together which mark is the decimal mark of the sheet. */
  numeric: boolean
}

export interface Options<T> {
  key?: true
  blank?: T
  synonyms?: readonly string[]
  numeric?: true
}

/** A column; one whose blank cells mean something may be left out of the sheet. */
export function column<T extends Value>(
  header: string,
  read: Column<T>['read'],
  options: Options<T> = {},
): Column<T> {
  const { key = false, blank, synonyms = [], numeric = false } = options
  return { header, synonyms, key, read, blank, optional: blank !== undefined, numeric }
}

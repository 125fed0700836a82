import { KINDS, type Kind } from '~/platform/formats/kinds'
import { cellText, type SheetCells, sheetCells } from '~/platform/formats/sheet-cells'
import type { Workbook } from '~/platform/workbooks/workbook'
import { notationsOf, numberOf, patternOfText, rankOf } from './column-content'
import type { DraftFormat, DraftPart, DraftTable } from './draft'
import { type FoundColumns, findColumns, type Wanted } from './find-columns'
import { suggestFacts } from './suggest-facts'
import { partOf } from './suggest-part'
import { NAV_LABELS } from './usual-labels'

/** A table that a sheet most likely holds. */
interface SuggestedTable {
  table: DraftTable
  /** Notations of its days that are not always read. */
  dates: string[]
}

/** What a new format is called, and from when it counts. */
export type NamedFormat = Pick<DraftFormat, 'code' | 'name' | 'provider' | 'from'>

/**
 * Proposes how to read the files of a set: every sheet that is likely a table.
 * @param kind what they were uploaded as; null where each sheet decides
 */
export function suggestFormat(
  workbooks: readonly Workbook[],
  named: NamedFormat,
  kind: Kind | null = null,
): DraftFormat {
  const wanted = kind === null ? {} : { kind }
  const tables = workbooks.flatMap((workbook) =>
    workbook.sheets.flatMap((sheet) => suggestTable(sheetCells(sheet), workbook, wanted) ?? []),
  )
  const draft: DraftFormat = { ...named, to: null, files: Math.max(1, workbooks.length), tables: [] }
  return tables.reduce(withTable, draft)
}

/** A format that also reads a suggested table; the sheets of one kind are parts of one table. */
export function withTable(draft: DraftFormat, { table, dates }: SuggestedTable): DraftFormat {
  const own = draft.tables.find(({ kind }) => kind === table.kind)
  const tables = own
    ? draft.tables.map((each) => (each === own ? { ...own, parts: [...own.parts, ...table.parts] } : each))
    : [...draft.tables, table].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  const notations = [...new Set([...(draft.dates ?? []), ...dates])]
  return { ...draft, ...(notations.length > 0 ? { dates: notations } : {}), tables }
}

/** How to read a sheet, as what is wanted of it; null where it is not likely a table. */
export function suggestTable(
  cells: SheetCells,
  { sheets }: Pick<Workbook, 'sheets'>,
  wanted: Wanted & { isLabelled?: boolean },
): SuggestedTable | null {
  const ofSheet = sheets.length > 1 ? { sheets: [patternOfSheet(cells.sheet.name)] } : {}
  const found = wanted.isLabelled ? null : findColumns(cells, wanted)
  if (found) {
    const { part, lastRow } = partOf(found, cells)
    const { facts, days } = suggestFacts(found.kind, found, lastRow, cells)
    // The figures of the fund stand beside labels above or below its share classes.
    const ofFund = found.shape === 'classes' ? labelled(cells, ofSheet) : null
    return {
      table: {
        kind: found.kind,
        facts,
        parts: [{ ...ofSheet, ...part }, ...(ofFund?.table.parts ?? [])],
      },
      dates: notationsOf([...days, ...daysOf(found)]),
    }
  }
  return wanted.kind === undefined || wanted.kind === 'NAV' ? labelled(cells, ofSheet) : null
}

/** A NAV whose figures stand beside labels. */
function labelled(cells: SheetCells, ofSheet: Pick<DraftPart, 'sheets'>): SuggestedTable | null {
  const labels = Object.entries(NAV_LABELS).flatMap(([type, words]) => {
    const label = labelOf(words, cells)
    return label === null ? [] : [{ label: [patternOfText(label)], Type: type }]
  })
  if (labels.length < 2) return null
  const { facts, days } = suggestFacts('NAV', null, 0, cells)
  return {
    table: { kind: 'NAV', facts, parts: [{ ...ofSheet, shape: 'labels', labels }] },
    dates: notationsOf(days),
  }
}

/** The text of the best label of a figure that has a number to its right. */
function labelOf(words: readonly string[], cells: SheetCells): string | null {
  let best: { text: string; rank: number } | null = null
  for (const { row } of cells.sheet.rows)
    for (const [at, cell] of cells.row(row).entries()) {
      if (numberOf(cells.row(row)[at + 1]) === null) continue
      const text = cellText(cell, cells.sheet).replace(/\s*:\s*$/, '')
      const rank = rankOf(text, words)
      if (rank >= 0 && (best === null || rank < best.rank)) best = { text, rank }
    }
  return best?.text ?? null
}

/** The texts of the columns of days. */
function daysOf({ columns, content }: FoundColumns): string[] {
  return ['Price date', 'Maturity date', 'Last coupon date'].flatMap((name) => {
    const column = columns.get(name)
    return [...((column === undefined ? undefined : content.get(column)?.texts) ?? [])]
  })
}

/** Numbers in the names of sheets change from file to file. */
const patternOfSheet = (name: string) => patternOfText(name).replace(/\d+/g, '*')

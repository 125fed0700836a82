import { printInvoice, WRITTEN_ELEMENTS } from '~/platform/einvoices/print-invoice'
import { readXmlTree } from '~/platform/einvoices/xml-tree'
import { DomainError } from '~/platform/values/domain-error'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import { kindOf } from '../file-kind'
import type { FileKind } from '../kinds'
import { csvRows } from './csv-rows'
import { imagePage } from './image-page'
import { Pages } from './pages'
import { shownCell } from './sheet-cells'
import { damaged, note, type Shown } from './shown'
import type { Table, TableRow } from './table'
import { printTable } from './table-pages'
import { textPages } from './text-pages'

const FIGURE = /^[-+]?[\d.,'’ ]*\d[\d.,'’ ]*%?$/

/**
 * A document as a PDF to look at: text, csv, e-invoices, Excel (.xlsx, .xlsm, values only), png and jpeg. Anything else is told
 * in a sentence. Never throws for what a file holds.
 */
export async function toPdf(file: { name: string; bytes: Uint8Array }): Promise<Shown> {
  const kind = await kindOf(file.bytes)
  try {
    if (kind.family === 'text') return await textShown(file.bytes, kind)
    if (kind.family === 'e-invoice')
      return { as: 'pdf', bytes: await printInvoice(readXmlTree(file.bytes, { whole: WRITTEN_ELEMENTS })) }
    if (kind.extension === 'xlsx' || kind.extension === 'xlsm') return await workbookShown(file)
    if (['image/png', 'image/jpeg'].includes(kind.mediaType))
      return { as: 'pdf', bytes: await imagePage(file.bytes, kind.extension === 'png') }
  } catch (error) {
    if (error instanceof DomainError)
      return note('This workbook is damaged, or larger than what can be previewed.')
    return damaged(kind.label)
  }
  if (kind.family === 'protected') return note('It is protected by a password, so it cannot be previewed.')
  return note(`It is ${kind.label}, which cannot be previewed here.`)
}

async function textShown(bytes: Uint8Array, { charset, extension }: FileKind): Promise<Shown> {
  const text = new TextDecoder(charset).decode(bytes)
  if (extension !== 'csv') return { as: 'pdf', bytes: await textPages(text) }
  const rows: TableRow[] = []
  for (const cells of csvRows(text)) {
    const filled = cells.flatMap((each, at) =>
      each === '' ? [] : [[at, { text: each, figure: FIGURE.test(each) }] as const],
    )
    rows.push({ row: rows.length + 1, cells: new Map(filled) })
  }
  return { as: 'pdf', bytes: await tables([{ title: null, rows, lettered: false }]) }
}

async function workbookShown(file: { name: string; bytes: Uint8Array }): Promise<Shown> {
  const { sheets } = await readWorkbook(file.bytes, file.name)
  if (sheets.length === 0)
    return note('This workbook has no sheet with cells, so there is nothing to preview.')
  const printed = sheets.map((sheet) => ({
    title: sheet.name,
    lettered: true,
    rows: sheet.rows.map(({ row, cells }) => ({
      row,
      cells: new Map(cells.map((cell) => [cell.column - 1, shownCell(cell, sheet)] as const)),
    })),
  }))
  return { as: 'pdf', bytes: await tables(printed) }
}

function tables(all: readonly Table[]): Promise<Uint8Array> {
  const pages = new Pages({ landscape: true })
  for (const table of all) if (!printTable(pages, table)) break
  return pages.whole()
}

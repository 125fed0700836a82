import type { Workbook } from 'exceljs'
import type { ExportHead } from '../contract'
import { typedValue } from '../typed-value'
import { cellStyle, LABEL_STYLE } from './cell-style'
import { cellValue } from './cell-value'
import { MOST_DIGITS } from './exact-number'
import { sheetText } from './sheet-text'

export const ABOUT = 'About'

const LONG_NUMBERS = `Numbers of more than ${MOST_DIGITS} digits are written as text, as Excel would round them. Formulas leave them out.`

interface Counted {
  rows: number
  /** Numbers that are texts, as Excel would round them. */
  longNumbers: number
}

/** The sheet that tells what the table is: title, filters in words, when and by whom it was made, how many rows, and what is not as expected. */
export function addAbout(workbook: Workbook, head: ExportHead, { rows, longNumbers }: Counted): void {
  const sheet = workbook.addWorksheet(ABOUT)
  sheet.columns = [{ width: 14 }, { width: 80 }]
  const made = typedValue(head.made.toISOString(), 'instant', head.timeZone)
  const filters = head.filters.length > 0 ? head.filters : ['None: all rows']
  const facts = [
    ['Title', sheetText(head.title)],
    ...filters.map((filter, at) => [at === 0 ? 'Filters' : null, sheetText(filter)]),
    ['Made', cellValue(made)],
    ['Time zone', sheetText(head.timeZone)],
    ['By', sheetText(head.by)],
    ['Rows', rows],
    ...(longNumbers > 0 ? [['Note', LONG_NUMBERS]] : []),
  ]
  for (const [name, fact] of facts) {
    const row = sheet.addRow([name, fact])
    row.getCell(1).style = LABEL_STYLE
    row.getCell(2).style = { alignment: { horizontal: 'left', vertical: 'top', wrapText: true } }
    if (name === 'Made') row.getCell(2).numFmt = cellStyle(made, { label: '', kind: 'instant' }).numFmt ?? ''
    if (name === 'Rows') row.getCell(2).numFmt = '#,##0'
    row.commit()
  }
  sheet.commit()
}

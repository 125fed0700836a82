import { shownText } from '~/platform/workbooks/cells'
import type { DataRow } from '~/platform/workbooks/table-rows'

const TOTAL_WORD = /^(total|subtotal)(?=$|[\s:])/i

/**
 * True for a total row of a Balance or an Inventory: its first filled cell is the word Total or Subtotal, and its key
 * (account number or instrument code) is blank or starts with that word.
 */
export function isTotalRow(row: DataRow, keyField: string): boolean {
  if (row.first.kind !== 'text') return false
  const word = TOTAL_WORD.exec(row.first.text.trim())?.[1]?.toLowerCase()
  if (!word) return false
  const key = row.cells.get(keyField)
  return !key || TOTAL_WORD.exec(shownText(key))?.[1]?.toLowerCase() === word
}

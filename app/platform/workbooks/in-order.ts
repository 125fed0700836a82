import type { Row } from './workbook'

/** Rows and their cells in ascending order, as nearly every file has them already; rows of one number become one. */
export function inOrder(rows: Row[]): Row[] {
  const ordered = rows.every((row, i) => i === 0 || row.row > (rows[i - 1]?.row ?? 0)) ? rows : merged(rows)
  for (const { cells } of ordered) {
    if (cells.some((cell, i) => i > 0 && cell.column < (cells[i - 1]?.column ?? 0))) {
      cells.sort((a, b) => a.column - b.column)
    }
  }
  return ordered
}

function merged(rows: Row[]): Row[] {
  const byNumber = new Map<number, Row>()
  for (const row of rows) {
    const known = byNumber.get(row.row)
    if (known) for (const cell of row.cells) known.cells.push(cell)
    else byNumber.set(row.row, row)
  }
  return [...byNumber.values()].sort((a, b) => a.row - b.row)
}

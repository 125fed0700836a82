import type { BookPlan } from 'tests/support/workbooks/plan'

/** Doubles the management company’s price of the instrument at this position of the table. */
export const priceBreak = (at: number) => (book: BookPlan) => {
  const row = book.tables[0]?.rows[at]
  const price = row?.price
  if (!row || !price || !('number' in price)) throw new Error(`no price in row ${at}`)
  row.price = { number: String(Number(price.number) * 2) }
}

/** Removes the instrument at this position from the management company’s table. */
export const missingAtManager = (at: number) => (book: BookPlan) => {
  book.tables[0]?.rows.splice(at, 1)
}

export const both =
  (...changes: ((book: BookPlan) => void)[]) =>
  (book: BookPlan) => {
    for (const change of changes) change(book)
  }

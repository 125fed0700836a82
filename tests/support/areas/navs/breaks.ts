import type { BookPlan } from 'tests/support/workbooks/plan'

/** The management company's price of an instrument, by its place in the table, twice that of the administrator. */
export const priceBreak = (at: number) => (book: BookPlan) => {
  const row = book.tables[0]?.rows[at]
  const price = row?.price
  if (!row || !price || !('number' in price)) throw new Error(`no price in row ${at}`)
  row.price = { number: String(Number(price.number) * 2) }
}

/** The management company does not have an instrument, by its place in the table. */
export const missingAtManager = (at: number) => (book: BookPlan) => {
  book.tables[0]?.rows.splice(at, 1)
}

export const both =
  (...changes: ((book: BookPlan) => void)[]) =>
  (book: BookPlan) => {
    for (const change of changes) change(book)
  }

import { priceRow } from 'db/schema/prices'
import { sql } from 'drizzle-orm'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'

/** The fields of a price of an instrument on a NAV date, with the funds that have it. */
export const PRICE_ROW = {
  id: { kind: 'id', sql: priceRow.id, required: true },
  isin: { kind: 'text', sql: priceRow.isin, required: true },
  name: { kind: 'text', sql: priceRow.name, required: true },
  type: { kind: 'text', sql: priceRow.type, required: true, about: 'Equity, Bond or Fund.' },
  currency: { kind: 'text', sql: priceRow.currency, required: true, about: 'Quotation currency.' },
  price_date: { kind: 'day', sql: priceRow.priceDate, required: true },
  provider: { kind: 'text', sql: priceRow.provider, required: true, about: 'Administrator: FIA or MFFA.' },
  /** "LUX001, LUX002" */
  fund_codes: {
    kind: 'text',
    sql: sql<string>`replace(${priceRow.fundCodes}, chr(10), ', ')`,
    required: true,
  },
  funds: {
    kind: 'count',
    sql: sql<number>`array_length(string_to_array(${priceRow.fundCodes}, chr(10)), 1)`,
    required: true,
  },
  price: { kind: 'amount', sql: priceRow.price, required: true },
  median: {
    kind: 'amount',
    sql: priceRow.median,
    required: true,
    about: 'Of all funds; of an even number the lower of the middle two.',
  },
  deviation: { kind: 'amount', sql: priceRow.deviation, about: 'From the median, in percent of it.' },
  effect: { kind: 'amount', sql: priceRow.effect, about: 'In basis points of the FUND TNA of effect_fund.' },
  effect_fund: {
    kind: 'text',
    sql: priceRow.exposureFund,
    about: 'The fund that the difference weighs most in.',
  },
  size: { kind: 'amount', sql: priceRow.size, required: true, about: 'The effect without its sign.' },
} satisfies ListFields

export type PriceRow = RowOf<typeof PRICE_ROW>

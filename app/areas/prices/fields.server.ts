import { priceRow } from 'db/schema/prices'
import { sql } from 'drizzle-orm'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'

/** The fields of a price of an instrument on a NAV date, with the funds that have it. */
export const PRICE_ROW = {
  id: { kind: 'id', sql: priceRow.id, required: true },
  isin: {
    kind: 'text',
    sql: priceRow.isin,
    required: true,
    column: { header: 'ISIN', size: 130, meta: { phone: 'object' } },
  },
  name: {
    kind: 'text',
    sql: priceRow.name,
    required: true,
    column: { header: 'Instrument', meta: { phone: 'name' } },
  },
  type: {
    kind: 'text',
    sql: priceRow.type,
    required: true,
    about: 'Equity, Bond or Fund.',
    column: { header: 'Type', size: 70 },
  },
  currency: {
    kind: 'text',
    sql: priceRow.currency,
    required: true,
    about: 'Quotation currency.',
    column: { header: 'Currency', size: 100, meta: { title: 'Quotation currency', phone: 'currency' } },
  },
  price_date: {
    kind: 'day',
    sql: priceRow.priceDate,
    required: true,
    column: { header: 'Price date', size: 100, meta: { phone: 'due' } },
  },
  provider: {
    kind: 'text',
    sql: priceRow.provider,
    required: true,
    about: 'Administrator: FIA or MFFA.',
    column: { header: 'Administrator', size: 140, meta: { phone: 'status' } },
  },
  /** "LUX001, LUX002" */
  fund_codes: {
    kind: 'text',
    sql: sql<string>`replace(${priceRow.fundCodes}, chr(10), ', ')`,
    required: true,
    column: { header: 'Funds', look: 'slim', enableGrouping: false, meta: { values: false } },
  },
  funds: {
    kind: 'count',
    sql: sql<number>`array_length(string_to_array(${priceRow.fundCodes}, chr(10)), 1)`,
    required: true,
    column: {
      header: 'Number of funds',
      look: 'number',
      meta: { decimals: 0, hiddenByDefault: true },
    },
  },
  price: {
    kind: 'amount',
    sql: priceRow.price,
    required: true,
    column: { header: 'Price', look: 'number', meta: { phone: 'amount' } },
  },
  median: {
    kind: 'amount',
    sql: priceRow.median,
    required: true,
    about: 'Of all funds; of an even number the lower of the middle two.',
    column: {
      header: 'Median',
      look: 'number',
      meta: {
        title:
          'Of all funds with this ISIN, currency and price date; of an even number the lower of the middle two',
      },
    },
  },
  deviation: {
    kind: 'amount',
    sql: priceRow.deviation,
    about: 'From the median, in percent of it.',
    column: {
      header: 'Deviation, %',
      look: 'number',
      size: 120,
      meta: { decimals: 4, title: 'From the median, in percent of it' },
    },
  },
  effect: {
    kind: 'amount',
    sql: priceRow.effect,
    about: 'In basis points of the FUND TNA of effect_fund.',
    column: {
      header: 'Effect, bp',
      look: 'number',
      size: 120,
      meta: {
        decimals: 4,
        title:
          'In basis points of the TNA of the fund that it weighs most in: Quantity x factor x (Price - median) x FX',
      },
    },
  },
  effect_fund: {
    kind: 'text',
    sql: priceRow.exposureFund,
    about: 'The fund that the difference weighs most in.',
    column: { header: 'Largest in', size: 120, meta: { title: 'The fund of the effect' } },
  },
  size: {
    kind: 'amount',
    sql: priceRow.size,
    required: true,
    about: 'The effect without its sign.',
    column: {
      header: 'Size, bp',
      look: 'number',
      size: 120,
      meta: {
        decimals: 4,
        title: 'The effect without its sign: by which outliers come first',
        hiddenByDefault: true,
      },
    },
  },
} satisfies ListFields

export type PriceRow = RowOf<typeof PRICE_ROW>

/** The columns of prices: one row for each ISIN, currency, price date, administrator and price. */
export const PRICE_DECLARED = declaredColumns(PRICE_ROW)

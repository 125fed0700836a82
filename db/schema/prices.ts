import { sql } from 'drizzle-orm'
import { bigint, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { day, objectId } from '../columns'
import { navControl } from './navs'

/**
 * The prices in the current controls of each NAV date, one row for each ISIN, quotation currency, price date,
 * administrator and price; CANCELLED NAVs have none. Derived from the inventory lines of Equity, Bond and Fund and
 * written by triggers of fund_nav and workflow_instance (move_prices), in the transaction that makes a control current:
 * otherwise a page would read a million lines.
 */
export const priceRow = pgTable(
  'price_row',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    navDate: day('nav_date').notNull(),
    isin: text('isin').notNull(),
    currency: text('currency').notNull(),
    priceDate: day('price_date').notNull(),
    price: numeric('price').notNull(),
    provider: text('provider').notNull(),
    /** From one of its lines. */
    name: text('name').notNull(),
    type: text('type').notNull(),
    /** The funds with this price, without duplicates, one per line. */
    fundCodes: text('fund_codes').notNull(),
    /** The number of funds that count in the median with this price: those whose first line of the ISIN has it. */
    funds: integer('funds').notNull(),
    lines: integer('lines').notNull(),
    /** Quantity x factor x FX / FUND TNA of the line where it is largest; null if no line has all of these. */
    exposure: numeric('exposure'),
    exposureFund: text('exposure_fund'),
    /** Of the prices of all funds; for an even number the lower of the middle two. */
    median: numeric('median').notNull(),
    /** Searched by the search box, together with the codes of the funds. */
    search: text('search')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(isin || chr(10) || name || chr(10) || type || chr(10) || currency || chr(10) || provider)`,
      ),
    /** In percent of the median. */
    deviation: numeric('deviation').generatedAlwaysAs(
      sql`round((price - median) * 100 / nullif(median, 0), 6)`,
    ),
    /** In basis points of the FUND TNA of the fund with the largest exposure. */
    effect: numeric('effect').generatedAlwaysAs(sql`round((price - median) * exposure * 10000, 4)`),
    /** Sorts outliers first; values that could not be computed come last. */
    size: numeric('size')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(abs(round((price - median) * exposure * 10000, 4)), 0)`),
  },
  (t) => [
    uniqueIndex('price_row_price').on(t.isin, t.currency, t.priceDate, t.price, t.navDate, t.provider),
    index('price_row_size').on(t.navDate, t.size, t.id),
  ],
)

/** Market value of a control's inventory by quotation currency: the effect of a wrong exchange rate. */
export const controlCurrency = pgTable(
  'control_currency',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    currency: text('currency').notNull(),
    marketValue: numeric('market_value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.currency] })],
)

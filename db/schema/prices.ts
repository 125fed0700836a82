import { sql } from 'drizzle-orm'
import { bigint, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { day, objectId } from '../columns'
import { navControl } from './navs'

/**
 * What the current controls of each NAV date have as prices, one row for each ISIN, quotation currency, price date,
 * administrator and price; NAVs that are CANCELLED have none. Derived from the inventory lines of Equity, Bond and Fund
 * and written by triggers of fund_nav and workflow_instance (move_prices), in the transaction that makes a control
 * current: a page would otherwise read a million lines.
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
    /** Of one of its lines. */
    name: text('name').notNull(),
    type: text('type').notNull(),
    /** Of the funds that have this price, each once, a line each. */
    fundCodes: text('fund_codes').notNull(),
    /** The funds that count in the median with this price: those whose first line of the ISIN has it. */
    funds: integer('funds').notNull(),
    lines: integer('lines').notNull(),
    /** Quantity x factor x FX / FUND TNA of the line in which it is largest; null where none has all of them. */
    exposure: numeric('exposure'),
    exposureFund: text('exposure_fund'),
    /** Of the prices of all funds; of an even number the lower of the middle two. */
    median: numeric('median').notNull(),
    /** The search box looks here, and in the codes of the funds. */
    search: text('search')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(isin || chr(10) || name || chr(10) || type || chr(10) || currency || chr(10) || provider)`,
      ),
    /** In percent of the median. */
    deviation: numeric('deviation').generatedAlwaysAs(
      sql`round((price - median) * 100 / nullif(median, 0), 6)`,
    ),
    /** In basis points of the FUND TNA of the fund that it weighs most in. */
    effect: numeric('effect').generatedAlwaysAs(sql`round((price - median) * exposure * 10000, 4)`),
    /** By which outliers come first; whatever could not be computed comes last. */
    size: numeric('size')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(abs(round((price - median) * exposure * 10000, 4)), 0)`),
  },
  (t) => [
    uniqueIndex('price_row_price').on(t.isin, t.currency, t.priceDate, t.price, t.navDate, t.provider),
    index('price_row_size').on(t.navDate, t.size, t.id),
  ],
)

/** Market value of a control's inventory by quotation currency: what a wrong rate of the currency moves. */
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

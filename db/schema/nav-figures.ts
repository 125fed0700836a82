import { sql } from 'drizzle-orm'
import { index, integer, jsonb, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { day, objectId } from '../columns'
import { navControl } from './navs'

/** The figures of each control as read, with their position in the file. */

const _instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** The position of each table: with a line's row it gives the cell of every figure. */
export const navControlTable = pgTable(
  'nav_control_table',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    /** "NAV", "Balance" or "Inventory". */
    kind: text('kind').notNull(),
    /** TableSource of the workbook reader. */
    source: jsonb('source').notNull(),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.kind] })],
)

export const navLine = pgTable(
  'nav_line',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    row: integer('row').notNull(),
    type: text('type').notNull(),
    code: text('code').notNull(),
    currency: text('currency').notNull(),
    value: numeric('value').notNull(),
    name: text('name'),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.row] })],
)

export const balanceLine = pgTable(
  'balance_line',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    row: integer('row').notNull(),
    accountNumber: text('account_number').notNull(),
    accountName: text('account_name').notNull(),
    currency: text('currency').notNull(),
    debtor: numeric('debtor').notNull(),
    creditor: numeric('creditor').notNull(),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.row] })],
)

export const inventoryLine = pgTable(
  'inventory_line',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    row: integer('row').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    instrumentName: text('instrument_name').notNull(),
    type: text('type').notNull(),
    subtype: text('subtype'),
    quotationCurrency: text('quotation_currency').notNull(),
    quantity: numeric('quantity'),
    price: numeric('price'),
    priceDate: day('price_date'),
    marketValue: numeric('market_value').notNull(),
    isin: text('isin'),
    priceFactor: numeric('price_factor'),
    fxRate: numeric('fx_rate'),
    accruedInterest: numeric('accrued_interest'),
    navPercent: numeric('nav_percent'),
    maturityDate: day('maturity_date'),
    issuer: text('issuer'),
    issuerKind: text('issuer_kind'),
    /** Percent per year. */
    coupon: numeric('coupon'),
    lastCouponDate: day('last_coupon_date'),
    dayCount: text('day_count'),
    exchange: text('exchange'),
  },
  (t) => [
    primaryKey({ columns: [t.controlId, t.row] }),
    // For the prices of other funds: price is last, for index-only scans.
    index('inventory_line_price')
      .on(t.isin, t.quotationCurrency, t.priceDate, t.controlId, t.row, t.price)
      .where(sql`${t.isin} is not null and ${t.price} is not null`),
  ],
)

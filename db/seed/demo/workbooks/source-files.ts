import type { NamedBytes } from '~/areas/navs/control/control-upload'
import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { EQUITIES } from '../market/instruments'
import type { FundFigures } from '../model/books'
import { writeXlsx, type XlsxCell } from './xlsx'

/** The files of other parties, each with all of its funds: what they hold is right, whatever the administrator books. */

const amount = (value: string): XlsxCell => ({ number: value, format: 'price' })

/** A file with one table under FUNDESK's headings. */
function file(name: string, navDate: Day, headings: string[], rows: XlsxCell[][]): NamedBytes {
  return {
    fileName: `${name}_${navDate.replaceAll('-', '')}.xlsx`,
    bytes: writeXlsx(
      [
        {
          name,
          rows: [headings.map((bold) => ({ bold })), ...rows],
          widths: headings.map(() => 18),
        },
      ],
      { compressed: true },
    ),
  }
}

const rowsOf = (funds: readonly FundFigures[], rows: (figures: FundFigures) => XlsxCell[][]): XlsxCell[][] =>
  funds.flatMap((figures) =>
    rows(figures).map((row) => [figures.fund.code, { day: figures.navDate }, ...row]),
  )

/** The shares of each class at the NAV date, and its deals. */
export const registerFile = (navDate: Day, funds: readonly FundFigures[]): NamedBytes =>
  file(
    'Register',
    navDate,
    ['Fund code', 'Date', 'Class code', 'Shares outstanding', 'Issued', 'Redeemed'],
    rowsOf(funds, ({ classes }) =>
      classes.map(({ code, shares, subscriptions, redemptions }) => [
        code,
        amount(shares),
        amount(subscriptions),
        amount(redemptions),
      ]),
    ),
  )

/** @param changed the balance of an account that the bank states otherwise, by its code */
export const cashFile = (
  navDate: Day,
  funds: readonly FundFigures[],
  changed: (fundCode: string, account: string, balance: string) => string = (_, __, balance) => balance,
): NamedBytes =>
  file(
    'Cash',
    navDate,
    ['Fund code', 'Date', 'Account', 'Currency', 'Balance'],
    rowsOf(funds, ({ fund, inventory }) =>
      inventory
        .filter(({ type }) => type === 'Cash')
        .map(({ code, currency, quantity }) => [code, currency, amount(changed(fund.code, code, quantity))]),
    ),
  )

const isHeld = ({ type }: FundFigures['inventory'][number]) => ['Equity', 'Bond', 'Fund'].includes(type)

/** What is held, and the counterparty's value of each derivative, in the currency of its line. */
export const positionsFile = (navDate: Day, funds: readonly FundFigures[]): NamedBytes =>
  file(
    'Positions',
    navDate,
    ['Fund code', 'Date', 'Instrument code', 'ISIN', 'Quantity', 'Market value'],
    rowsOf(funds, ({ inventory }) =>
      inventory
        .filter((line) => isHeld(line) || line.type === 'Derivative')
        .map(({ type, code, isin, quantity, marketValue, rate }) => [
          code,
          isin,
          amount(quantity),
          type === 'Derivative' ? amount(new Big(marketValue).div(rate).toFixed(2)) : null,
        ]),
    ),
  )

/** One price of each instrument that the funds hold. */
export function pricesFile(navDate: Day, funds: readonly FundFigures[]): NamedBytes {
  const rows = new Map<string, XlsxCell[]>()
  for (const { isin, currency, price, priceDate } of funds.flatMap(({ inventory }) =>
    inventory.filter(isHeld),
  ))
    if (isin !== null && price !== null && priceDate !== null)
      rows.set(`${isin} ${currency} ${priceDate}`, [isin, currency, amount(price), { day: priceDate }])
  return file('Prices', navDate, ['ISIN', 'Currency', 'Price', 'Price date'], [...rows.values()])
}

/** The dividends of what the funds hold that went ex after one day and up to another. */
export function announcementsFile(after: Day, navDate: Day, funds: readonly FundFigures[]): NamedBytes {
  const held = new Set(funds.flatMap(({ inventory }) => inventory.map(({ code }) => code)))
  const rows = EQUITIES.filter(({ code }) => held.has(code)).flatMap(({ isin, currency, dividends }) =>
    dividends
      .filter(({ exDay }) => exDay > after && exDay <= navDate)
      .map(({ exDay, perShare }): XlsxCell[] => [isin, { day: exDay }, currency, amount(perShare)]),
  )
  return file('Announcements', navDate, ['ISIN', 'Ex date', 'Currency', 'Rate'], rows)
}

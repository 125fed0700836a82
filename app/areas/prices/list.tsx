import { Form } from '@remix-run/react'
import { resultKind, showResult } from '~/areas/navs/control/control-columns'
import { showAmount, showDay, showExact, showFixed, showNavDate } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { OpenLink } from '~/ui/open-close/close-link'
import { Tabs } from '~/ui/tabs/tabs'
import type { Holding, PriceRow, RateRow } from './prices'

type Figure = 'deviation' | 'effect' | 'size'

const text = <Row,>(
  id: string,
  label: string,
  value: (row: Row) => string | null,
  more: Partial<GridColumn<Row>> = {},
): GridColumn<Row> => ({ ...{ id, label, kind: 'text', ...more }, render: (row) => value(row) ?? '' })

const exact = <Row,>(
  id: string,
  label: string,
  value: (row: Row) => string | null,
  more: Partial<GridColumn<Row>> = {},
): GridColumn<Row> => ({
  ...{ id, label, kind: 'number', width: 100, show: showExact, ...more },
  render: (row) => showExact(value(row)),
})

/** Percent and basis points, with so many decimals; exports keep all that there are. */
const rounded = <Row extends Record<Figure, string | null>>(
  id: Figure,
  label: string,
  decimals: number,
  more: Partial<GridColumn<Row>> = {},
): GridColumn<Row> => ({
  ...{
    id,
    label,
    kind: 'number',
    width: 100,
    decimals: 4,
    show: (value) => showFixed(value, decimals),
    ...more,
  },
  render: (row) => showFixed(row[id], decimals),
})

const day = <Row,>(
  id: string,
  label: string,
  value: (row: Row) => string | null,
  more: Partial<GridColumn<Row>> = {},
): GridColumn<Row> => ({
  ...{ id, label, kind: 'day', width: 100, show: showDay, ...more },
  render: (row) => showDay(value(row)),
})

const SIZE = { title: 'The effect without its sign: by which outliers come first', hiddenByDefault: true }

/** One row for each ISIN, currency, price date, administrator and price. */
export const PRICE_COLUMNS: GridColumn<PriceRow>[] = [
  text('isin', 'ISIN', (row) => row.isin, { width: 130 }),
  text('name', 'Instrument', (row) => row.name, { cellTitle: (row) => row.name }),
  text('type', 'Type', (row) => row.type, { width: 70 }),
  text('currency', 'Currency', (row) => row.currency, { title: 'Quotation currency', width: 80 }),
  day('price_date', 'Price date', (row) => row.price_date),
  text('provider', 'Administrator', (row) => row.provider, { width: 110 }),
  text('fund_codes', 'Funds', (row) => row.fund_codes, {
    ...{ values: false, groupable: false, slim: true },
    cellTitle: (row) => row.fund_codes,
  }),
  exact('funds', 'Number of funds', (row) => String(row.funds), { decimals: 0, hiddenByDefault: true }),
  exact('price', 'Price', (row) => row.price),
  exact('median', 'Median', (row) => row.median, {
    title:
      'Of all funds with this ISIN, currency and price date; of an even number the lower of the middle two',
  }),
  rounded('deviation', 'Deviation, %', 4, { title: 'From the median, in percent of it' }),
  rounded('effect', 'Effect, bp', 2, {
    title:
      'In basis points of the TNA of the fund that it weighs most in: Quantity x factor x (Price - median) x FX',
  }),
  text('effect_fund', 'Largest in', (row) => row.effect_fund, {
    title: 'The fund of the effect',
    width: 100,
  }),
  rounded('size', 'Size, bp', 2, SIZE),
]

/** One row for each currency and fund. */
export const RATE_COLUMNS: GridColumn<RateRow>[] = [
  text('currency', 'Currency', (row) => row.currency, { width: 90 }),
  text('fund_code', 'Fund', (row) => row.fund_code, { width: 110 }),
  text('provider', 'Administrator', (row) => row.provider, { width: 120 }),
  text('fund_currency', 'Fund currency', (row) => row.fund_currency, { width: 120 }),
  exact('rate', 'FX rate', (row) => row.rate, { title: 'Fund currency for one unit' }),
  exact('stored', 'Stored rate', (row) => row.stored, {
    title: 'Stored rate of the currency / stored rate of the fund currency, at most 5 days old',
    width: 140,
  }),
  day('stored_date', 'Stored on', (row) => row.stored_date, { title: 'The older of the two stored rates' }),
  rounded('deviation', 'Deviation, %', 4, { title: 'From the stored rate, in percent of it' }),
  rounded('effect', 'Effect, bp', 2, {
    title: 'In basis points of TNA: (1 - stored / FX rate) x market value of the lines in this currency',
  }),
  rounded('size', 'Size, bp', 2, SIZE),
]

const outliersFirst = [{ column: 'size', descending: true }]

/** Settings by which the addresses of both lists are parsed. */
export const PRICE_GRID = { layout: 'pricesboard', defaultSort: outliersFirst }
export const RATE_GRID = { layout: 'ratesboard', defaultSort: outliersFirst }

const HOLDING_COLUMNS: GridColumn<Holding>[] = [
  text('fund_code', 'Fund', (row) => row.fund_code),
  text<Holding>('provider', 'Administrator', (row) => row.provider),
  text('instrument_code', 'Instrument code', (row) => row.instrument_code),
  text<Holding>('currency', 'Currency', (row) => row.currency),
  day('price_date', 'Price date', (row) => row.price_date),
  exact<Holding>('price', 'Price', (row) => row.price),
  exact<Holding>('median', 'Median', (row) => row.median),
  {
    ...{ id: 'deviation', label: 'Deviation, %', kind: 'number' },
    render: (row) => showFixed(row.deviation, 4),
  },
  exact('quantity', 'Quantity', (row) => row.quantity),
  {
    ...{ id: 'market_value', label: 'Market value', kind: 'number', title: 'In fund currency' },
    render: (row) => showAmount(row.market_value),
  },
  { ...{ id: 'effect', label: 'Effect, bp', kind: 'number' }, render: (row) => showFixed(row.effect, 2) },
  {
    ...{ id: 'result', label: 'Rule I15', kind: 'badge', title: 'The result of the whole NAV' },
    render: ({ result }) =>
      result === null ? null : <Badge kind={resultKind(result)} status={showResult(result)} />,
  },
]

interface HoldingsProps {
  row: Pick<PriceRow, 'isin' | 'name'>
  holdings: Holding[]
  mayJustify: boolean
}

/** Below a price: every line of the ISIN in all funds, each with a link to its NAV. */
export function Holdings({ row, holdings, mayJustify }: HoldingsProps) {
  return (
    <>
      {mayJustify && (
        <p>
          <OpenLink to={`/prices/justify/${encodeURIComponent(row.isin)}`}>
            Justify {row.isin} for all funds
          </OpenLink>
        </p>
      )}
      <Grid
        title={`Holdings of ${row.isin} ${row.name}`}
        panel
        columns={HOLDING_COLUMNS}
        rows={holdings}
        total={holdings.length}
        rowKey={({ key }) => key}
        rowHref={({ nav_id }) => `/nav-controls/${nav_id}?page=1`}
        rowLabel={({ fund_code }) => `NAV of ${fund_code}`}
        empty="No current control holds it any more."
      />
    </>
  )
}

interface DateFormProps {
  path: string
  date: string
  /** All other parameters of the address, kept as they are. */
  kept: [name: string, value: string][]
}

/** Chooses the NAV date: in the address, so that a link shows the same. */
export function DateForm({ path, date, kept }: DateFormProps) {
  return (
    <Form
      method="get"
      action={path}
      className="toolbar screen-only"
      role="search"
      aria-label="Choice of the NAV date"
    >
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="date">NAV date</label>
      <input id="date" type="date" name="date" key={date} defaultValue={date} required max="9999-12-31" />
      <button type="submit" className="button">
        Show
      </button>
    </Form>
  )
}

/** The two lists of the page, both of the same NAV date. */
export function PriceTabs({ current, date }: { current: 'prices' | 'rates'; date: string }) {
  return (
    <Tabs
      label={`Lists of ${showNavDate(date)}`}
      current={current}
      tabs={[
        { id: 'prices', label: 'Prices', href: `/prices?date=${date}` },
        { id: 'rates', label: 'FX rates', href: `/prices/rates?date=${date}` },
      ]}
    />
  )
}

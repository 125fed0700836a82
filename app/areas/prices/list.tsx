import { resultKind, showResult } from '~/areas/navs/nav-labels'
import { fieldColumns } from '~/platform/page/shown-columns'
import { showAmount, showExact, showFixed, showNavDate } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { type ColumnChange, changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { OpenLink } from '~/ui/open-close/close-link'
import { Tabs } from '~/ui/tabs/tabs'
import type { Holding, PriceRow, RateRow } from './prices'

type Figure = 'deviation' | 'effect' | 'size'

const price = fieldColumns<PriceRow>()
const rate = fieldColumns<RateRow>()
const holding = fieldColumns<Holding>()

/** Numbers with all their decimals. */
const exact = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null,
  more: ColumnChange<Row> = {},
): GridColumn<Row, Id> =>
  changed<Row, Id, GridColumn<Row, Id>>(
    {
      id,
      header,
      size: 100,
      meta: { kind: 'number', show: showExact },
      cell: ({ row }) => showExact(value(row.original)),
    },
    more,
  )

/** Percent and basis points, with so many decimals; exports keep all that there are. */
const rounded = <Row extends Record<Figure, string | null>, const Id extends Figure>(
  id: Id,
  header: string,
  decimals: number,
  more: ColumnChange<Row> = {},
): GridColumn<Row, Id> =>
  changed<Row, Id, GridColumn<Row, Id>>(
    {
      id,
      header,
      size: 120,
      meta: { kind: 'number', decimals: 4, show: (value) => showFixed(value, decimals) },
      cell: ({ row }) => showFixed(row.original[id], decimals),
    },
    more,
  )

const SIZE = {
  meta: { title: 'The effect without its sign: by which outliers come first', hiddenByDefault: true },
}

/** One row for each ISIN, currency, price date, administrator and price. */
export const PRICE_COLUMNS = columnsOf<PriceRow>()([
  price.text('isin', 'ISIN', { size: 130, meta: { phone: 'object' } }),
  price.text('name', 'Instrument', { meta: { cellTitle: (row) => row.name, phone: 'name' } }),
  price.text('type', 'Type', { size: 70 }),
  price.text('currency', 'Currency', {
    size: 100,
    meta: { title: 'Quotation currency', phone: 'currency' },
  }),
  price.day('price_date', 'Price date', { size: 100, meta: { phone: 'due' } }),
  price.text('provider', 'Administrator', { size: 140, meta: { phone: 'status' } }),
  price.text('fund_codes', 'Funds', {
    enableGrouping: false,
    meta: { values: false, slim: true, cellTitle: (row) => row.fund_codes },
  }),
  exact('funds', 'Number of funds', (row) => String(row.funds), {
    meta: { decimals: 0, hiddenByDefault: true },
  }),
  exact('price', 'Price', (row) => row.price, { meta: { phone: 'amount' } }),
  exact('median', 'Median', (row) => row.median, {
    meta: {
      title:
        'Of all funds with this ISIN, currency and price date; of an even number the lower of the middle two',
    },
  }),
  rounded('deviation', 'Deviation, %', 4, { meta: { title: 'From the median, in percent of it' } }),
  rounded('effect', 'Effect, bp', 2, {
    meta: {
      title:
        'In basis points of the TNA of the fund that it weighs most in: Quantity x factor x (Price - median) x FX',
    },
  }),
  price.text('effect_fund', 'Largest in', {
    size: 120,
    meta: { title: 'The fund of the effect' },
  }),
  rounded('size', 'Size, bp', 2, SIZE),
])

/** One row for each currency and fund. */
export const RATE_COLUMNS: GridColumn<RateRow>[] = [
  rate.text('currency', 'Currency', { size: 100, meta: { phone: 'object' } }),
  rate.text('fund_code', 'Fund', { size: 110, meta: { phone: 'name' } }),
  rate.text('provider', 'Administrator', { size: 140, meta: { phone: 'status' } }),
  rate.text('fund_currency', 'Fund currency', { size: 140, meta: { phone: 'currency' } }),
  exact('rate', 'FX rate', (row) => row.rate, {
    meta: { title: 'Fund currency for one unit', phone: 'amount' },
  }),
  exact('stored', 'Stored rate', (row) => row.stored, {
    size: 140,
    meta: { title: 'Stored rate of the currency / stored rate of the fund currency, at most 5 days old' },
  }),
  rate.day('stored_date', 'Stored on', {
    size: 100,
    meta: { title: 'The older of the two stored rates', phone: 'due' },
  }),
  rounded('deviation', 'Deviation, %', 4, { meta: { title: 'From the stored rate, in percent of it' } }),
  rounded('effect', 'Effect, bp', 2, {
    meta: {
      title: 'In basis points of TNA: (1 - stored / FX rate) x market value of the lines in this currency',
    },
  }),
  rounded('size', 'Size, bp', 2, SIZE),
]

const outliersFirst = [{ column: 'size', descending: true }]

/** Settings by which the addresses of both lists are parsed. */
export const PRICE_GRID = { layout: 'pricesboard', defaultSort: outliersFirst }
export const RATE_GRID = { layout: 'ratesboard', defaultSort: outliersFirst }

const HOLDING_COLUMNS: GridColumn<Holding>[] = [
  holding.text('fund_code', 'Fund'),
  holding.text('provider', 'Administrator'),
  holding.text('instrument_code', 'Instrument code'),
  holding.text('currency', 'Currency'),
  holding.day('price_date', 'Price date', { size: 100 }),
  exact('price', 'Price', (row) => row.price),
  exact('median', 'Median', (row) => row.median),
  {
    id: 'deviation',
    header: 'Deviation, %',
    meta: { kind: 'number' },
    cell: ({ row }) => showFixed(row.original.deviation, 4),
  },
  exact('quantity', 'Quantity', (row) => row.quantity),
  {
    id: 'market_value',
    header: 'Market value',
    meta: { kind: 'number', title: 'In fund currency' },
    cell: ({ row }) => showAmount(row.original.market_value),
  },
  {
    id: 'effect',
    header: 'Effect, bp',
    meta: { kind: 'number' },
    cell: ({ row }) => showFixed(row.original.effect, 2),
  },
  {
    id: 'result',
    header: 'Rule I15',
    meta: { kind: 'badge', title: 'The result of the whole NAV' },
    cell: ({ row: { original } }) =>
      original.result === null ? null : (
        <Badge kind={resultKind(original.result)} status={showResult(original.result)} />
      ),
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

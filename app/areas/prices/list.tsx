import { resultKind, showResult } from '~/areas/navs/nav-labels'
import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields, fieldColumns } from '~/platform/page/shown-columns'
import { showAmount, showFixed, showNavDate } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { type ColumnChange, changed, type GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { OpenLink } from '~/ui/open-close/close-link'
import { Tabs } from '~/ui/tabs/tabs'
import type { PriceRow } from './fields.server'
import type { Holding, RateRow } from './prices'

const rate = fieldColumns<RateRow>()
const holding = fieldColumns<Holding>()

/** Percent and basis points, with so many decimals; exports keep all that there are. */
const rounded = <Id extends 'deviation' | 'effect' | 'size'>(
  id: Id,
  decimals: number,
): ColumnChange<Record<Id, string | null>> => ({
  meta: { show: (value) => showFixed(value, decimals) },
  cell: ({ row }) => showFixed(row.original[id], decimals),
})

const DEVIATION = rounded('deviation', 4)
const EFFECT = rounded('effect', 2)
const SIZE = rounded('size', 2)

/** The columns of prices. */
export const priceColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<PriceRow>(declared, {
    name: { meta: { cellTitle: (row) => row.name } },
    deviation: DEVIATION,
    effect: EFFECT,
    size: SIZE,
  })

/** One row for each currency and fund. */
export const RATE_COLUMNS: GridColumn<RateRow>[] = [
  rate.text('currency', 'Currency', { size: 100, meta: { phone: 'object' } }),
  rate.text('fund_code', 'Fund', { size: 110, meta: { phone: 'name' } }),
  rate.text('provider', 'Administrator', { size: 140, meta: { phone: 'status' } }),
  rate.text('fund_currency', 'Fund currency', { size: 140, meta: { phone: 'currency' } }),
  rate.number('rate', 'FX rate', { meta: { title: 'Fund currency for one unit', phone: 'amount' } }),
  rate.number('stored', 'Stored rate', {
    size: 140,
    meta: { title: 'Stored rate of the currency / stored rate of the fund currency, at most 5 days old' },
  }),
  rate.day('stored_date', 'Stored on', {
    size: 100,
    meta: { title: 'The older of the two stored rates', phone: 'due' },
  }),
  changed(
    rate.number('deviation', 'Deviation, %', {
      size: 120,
      meta: { decimals: 4, title: 'From the stored rate, in percent of it' },
    }),
    DEVIATION,
  ),
  changed(
    rate.number('effect', 'Effect, bp', {
      size: 120,
      meta: {
        decimals: 4,
        title: 'In basis points of TNA: (1 - stored / FX rate) x market value of the lines in this currency',
      },
    }),
    EFFECT,
  ),
  changed(
    rate.number('size', 'Size, bp', {
      size: 120,
      meta: {
        decimals: 4,
        title: 'The effect without its sign: by which outliers come first',
        hiddenByDefault: true,
      },
    }),
    SIZE,
  ),
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
  holding.number('price', 'Price'),
  holding.number('median', 'Median'),
  {
    id: 'deviation',
    header: 'Deviation, %',
    meta: { kind: 'number' },
    cell: ({ row }) => showFixed(row.original.deviation, 4),
  },
  holding.number('quantity', 'Quantity'),
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

import { Form } from '@remix-run/react'
import { fieldColumns, statusColumn } from '~/platform/page/shown-columns'
import { showExact } from '~/platform/values/show'
import { SelectInput } from '~/ui/form/inputs'
import { columnsOf } from '~/ui/grid/columns'
import { ERROR_KINDS } from './nav-error'
import type { RegisterRow } from './register'

const { amount, count, day, slim, text } = fieldColumns<RegisterRow>()

/** Columns of the register: contract of NAV errors, section 5. */
export const REGISTER_COLUMNS = columnsOf<RegisterRow>()([
  count('id', 'Case', { size: 80, enableGrouping: false, meta: { phone: 'object' } }),
  text('fund_code', 'Fund', { size: 85, meta: { phone: 'name' } }),
  text('kind', 'Kind', {
    size: 105,
    meta: { filter: 'select', options: ERROR_KINDS.map((value) => ({ value, label: value })) },
  }),
  day('discovered_on', 'Discovered', { size: 120, meta: { phone: 'due' } }),
  day('first_date', 'From', { size: 100 }),
  day('last_date', 'To', { size: 100 }),
  count('wrong_navs', 'Wrong NAVs', {
    size: 100,
    meta: { title: 'NAV dates on which a class was wrong, once the case is quantified' },
  }),
  count('material_navs', 'Material', {
    size: 90,
    meta: { title: 'Those of them on which the error of a class is material' },
  }),
  amount('magnitude', 'Magnitude', {
    size: 115,
    meta: {
      sum: false,
      decimals: 4,
      currency: undefined,
      title: 'Largest error in percent of the corrected NAV per share; below zero where the NAV was too low',
    },
    cell: ({ row: { original } }) =>
      original.magnitude === null ? '' : `${showExact(original.magnitude)} %`,
  }),
  day('notified_on', 'Notified', { size: 100 }),
  count('days_to_notify', 'Days to notify', {
    size: 105,
    meta: { title: 'Calendar days from discovery to the notification' },
  }),
  day('compensated_on', 'Paid', { size: 100 }),
  count('days_to_pay', 'Days to pay', {
    size: 95,
    meta: { title: 'Calendar days from discovery to the payment' },
  }),
  amount('to_holders', 'To holders', { meta: { phone: 'amount' } }),
  amount('to_fund', 'To the fund'),
  amount('left_in_fund', 'Left in the fund', { meta: { hiddenByDefault: true } }),
  text('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  statusColumn(200, { meta: { phone: 'status' } }),
  slim('causes', 'Causes', { size: 190, enableGrouping: false, meta: { values: false } }),
  slim('description', 'Description', { size: 220, enableGrouping: false, meta: { values: false } }),
  text('discovered_by', 'Discovered by', { meta: { hiddenByDefault: true } }),
  day('notify_by', 'Notify by', { size: 100, meta: { hiddenByDefault: true } }),
  day('report_by', 'Report by', { size: 100, meta: { hiddenByDefault: true } }),
  text('fund_name', 'Fund name', { meta: { hiddenByDefault: true } }),
])

/** Settings by which the address of the register is parsed: in the order of discovery. */
export const REGISTER_GRID = {
  layout: 'naverrorregister',
  defaultSort: [
    { column: 'discovered_on', descending: false },
    { column: 'id', descending: false },
  ],
}

interface YearFormProps {
  path: string
  year: number
  /** Newest first. */
  years: readonly number[]
  /** All other parameters of the address, passed on unchanged. */
  kept: readonly (readonly [name: string, value: string])[]
}

/** Chooses the year of the register: in the address, so that a link shows the same. */
export function YearForm({ path, year, years, kept }: YearFormProps) {
  const all = years.includes(year) ? years : [...years, year]
  return (
    <Form action={path} className="toolbar screen-only" preventScrollReset>
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <SelectInput
        name="year"
        label="Discovered in"
        value={String(year)}
        options={all.map((each) => ({ value: String(each), label: String(each) }))}
      />
      <button type="submit" className="button">
        Show year
      </button>
    </Form>
  )
}

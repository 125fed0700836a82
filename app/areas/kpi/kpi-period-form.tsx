import { Form } from '@remix-run/react'
import { MOST_MONTHS } from './kpi-period'

interface KpiPeriodFormProps {
  path: string
  /** Chosen, yyyy-MM, both included. */
  from: string
  to: string
  /** Newest first. */
  months: string[]
  /** Everything else that the address says, kept as it is. */
  kept: [name: string, value: string][]
}

/** Chooses the months of chart and table: in the address, so that a link shows the same. */
export function KpiPeriodForm({ path, from, to, months, kept }: KpiPeriodFormProps) {
  return (
    <Form
      method="get"
      action={path}
      className="toolbar screen-only"
      role="search"
      aria-label="Choice of the months"
    >
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <MonthSelect name="from" label="NAV dates from" value={from} months={months} />
      <MonthSelect name="to" label="to" value={to} months={months} />
      <button type="submit" className="button">
        Show
      </button>
      <span className="muted">At most {MOST_MONTHS} months at once.</span>
    </Form>
  )
}

type MonthSelectProps = { name: string; label: string; value: string; months: string[] }

function MonthSelect({ name, label, value, months }: MonthSelectProps) {
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} key={value} defaultValue={value}>
        {!months.includes(value) && <option value={value}>{value}</option>}
        {months.map((month) => (
          <option key={month} value={month}>
            {month}
          </option>
        ))}
      </select>
    </>
  )
}

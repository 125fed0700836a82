import { Form } from '@remix-run/react'
import { monthsBefore } from '~/platform/values/day'
import { SelectInput } from '~/ui/form/inputs'

/** Chooses the month of a page: two years back, and this one. */
export function MonthForm({ path, month, now }: { path: string; month: string; now: string }) {
  const months = Array.from({ length: 25 }, (_, back) => monthsBefore(now, back))
  if (!months.includes(month)) months.push(month)
  return (
    <Form action={path} className="toolbar screen-only" preventScrollReset>
      <SelectInput
        name="month"
        label="Month"
        value={month}
        options={months.map((value) => ({ value, label: `${value.slice(5)}/${value.slice(0, 4)}` }))}
      />
      <button type="submit" className="button">
        Show month
      </button>
    </Form>
  )
}

import { Form } from '@remix-run/react'
import { lazily } from '~/ui/enhanced/later'

/** The field works without this code, which is loaded at the user's first interaction. */
const DateInput = lazily(() => import('~/ui/enhanced/controls').then((code) => code.DateInput))

interface DateFormProps {
  path: string
  /** "NAV date" */
  label: string
  date: string
  /** All other parameters of the address, unchanged. */
  preserved: [name: string, value: string][]
}

/** Selects the day that a page shows; it is in the address, so that links show the same. */
export function DateForm({ path, label, date, preserved }: DateFormProps) {
  return (
    <Form
      method="get"
      action={path}
      className="toolbar screen-only"
      role="search"
      aria-label={`Choice of the ${label}`}
    >
      {preserved.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <DateInput name="date" label={label} defaultValue={date} />
      <button type="submit" className="button">
        Show date
      </button>
    </Form>
  )
}

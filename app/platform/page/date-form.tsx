import { Form } from '@remix-run/react'
import { lazily } from '~/ui/enhanced/later'

/** The field works without its code, which comes at the first sign of a user. */
const DateInput = lazily(() => import('~/ui/enhanced/controls').then((code) => code.DateInput))

interface DateFormProps {
  path: string
  /** "NAV date" */
  label: string
  date: string
  /** All other parameters of the address, kept as they are. */
  kept: [name: string, value: string][]
}

/** Chooses the day that a page shows: in the address, so that a link shows the same. */
export function DateForm({ path, label, date, kept }: DateFormProps) {
  return (
    <Form
      method="get"
      action={path}
      className="toolbar screen-only"
      role="search"
      aria-label={`Choice of the ${label}`}
    >
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <DateInput name="date" label={label} defaultValue={date} />
      <button type="submit" className="button">
        Show
      </button>
    </Form>
  )
}

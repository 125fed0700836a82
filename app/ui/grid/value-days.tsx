import { shownCount } from './paging'

type Counted = { value: string; count: number }
type ValueDaysProps = { name: string; values: Counted[]; chosen: string[] }

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** Days to choose from, folded into years and months; each of the three can be chosen. */
export function ValueDays({ name, values, chosen }: ValueDaysProps) {
  const blank = values.find(({ value }) => value === '')
  const days = values.filter(({ value }) => value !== '')
  // What is chosen stays in sight, though other filters leave no row of it.
  const unlisted = chosen.filter((value) => value !== '' && !days.some((one) => one.value.startsWith(value)))
  const check = (value: string, label: string, counted: Counted[]) => (
    <label>
      <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
      {label} <span className="muted">{shownCount(counted.reduce((sum, { count }) => sum + count, 0))}</span>
    </label>
  )
  const isOpen = (part: string, beside: unknown[]) =>
    beside.length === 1 || chosen.some((value) => value.length > part.length && value.startsWith(part))
  const years = parts(days, 4)
  return (
    <ul className="grid__days">
      {(blank || chosen.includes('')) && <li>{check('', '(Blank)', blank ? [blank] : [])}</li>}
      {unlisted.map((value) => (
        <li key={value}>{check(value, value, [])}</li>
      ))}
      {years.map(([year, ofYear]) => (
        <li key={year}>
          {check(year, year, ofYear)}
          <details open={isOpen(year, years)}>
            <summary aria-label={`Months of ${year}`} />
            <ul>
              {parts(ofYear, 7).map(([month, ofMonth], _, months) => (
                <li key={month}>
                  {check(month, monthName(month), ofMonth)}
                  <details open={isOpen(month, months)}>
                    <summary aria-label={`Days of ${monthName(month)} ${year}`} />
                    <ul className="grid__values">
                      {ofMonth.map((day) => (
                        <li key={day.value}>{check(day.value, day.value.slice(8), [day])}</li>
                      ))}
                    </ul>
                  </details>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

function monthName(month: string): string {
  return MONTHS.format(new Date(`${month}-01T00:00:00Z`))
}

/** Days by the beginning that they share: 4 letters for years, 7 for months. */
function parts(days: Counted[], length: number): [string, Counted[]][] {
  const found = new Map<string, Counted[]>()
  for (const day of days) {
    const part = day.value.slice(0, length)
    found.set(part, [...(found.get(part) ?? []), day])
  }
  return [...found]
}

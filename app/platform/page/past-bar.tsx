import { Form, useLocation } from '@remix-run/react'
import { readAsOf } from '~/platform/values/as-of'
import { AS_OF, NOW } from '~/platform/values/as-of-address'
import { isDay, wallClock } from '~/platform/values/day'
import { showDay, showLongInstant } from '~/platform/values/show'
import { Link } from '~/ui/open-close/close-link'
import { useAsOf, withAsOf } from './past-link'
import { useTimeZone } from './use-site'

const COMPARE = '/past/compare'

interface PastBarProps {
  /** Id of the sentence that says why no past state is shown: the bar keeps the requested instant. */
  refused?: string
}

/**
 * Above a page of the past: its instant, links to the current page and to later changes, and a field for another
 * instant.
 */
export function PastBar({ refused }: PastBarProps) {
  const asOf = useAsOf()
  const timeZone = useTimeZone()
  const here = useLocation()
  const compares = here.pathname === COMPARE
  if (asOf === null || (compares && !refused)) return null
  const params = new URLSearchParams(here.search)
  params.delete(AS_OF)
  const at = instantIn(asOf, timeZone)
  const words = `As it stood ${isDay(asOf) ? `at the end of ${showDay(asOf)}` : `on ${showLongInstant(at, timeZone)}`}.`
  const compare = new URLSearchParams({ of: here.pathname, [AS_OF]: asOf })
  return (
    <section className="past-bar" aria-label="As it stood">
      <p>
        <strong>{asOf === NOW || refused ? 'Choose an instant of the past.' : words}</strong>{' '}
        {!refused && <span className="past-bar__more">Nothing can be changed here.</span>}
      </p>
      {!compares && <Link to={withAsOf(here, null)}>As it is now</Link>}
      {asOf !== NOW && !refused && <Link to={`${COMPARE}?${compare}`}>What changed since</Link>}
      {/* Loads the whole page: a refusal replaces everything that was shown. */}
      <Form method="get" action={here.pathname} reloadDocument className="past-bar__form screen-only">
        {[...params].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <label>
          Another instant{' '}
          <input
            // Only a text field can keep an invalid instant.
            type={at || asOf === NOW ? 'datetime-local' : 'text'}
            name={AS_OF}
            step={1}
            required
            key={asOf}
            defaultValue={at ? localText(at, timeZone) : asOf === NOW ? undefined : asOf}
            aria-invalid={refused ? true : undefined}
            aria-describedby={refused}
          />
        </label>
        <button type="submit" className="button">
          Show instant
        </button>
      </Form>
    </section>
  )
}

function instantIn(text: string, timeZone: string): Date | null {
  if (text === NOW) return null
  try {
    return readAsOf(text, timeZone, new Date(8.64e15))
  } catch {
    return null
  }
}

function localText(at: Date, timeZone: string): string {
  const { day, time } = wallClock(at, timeZone)
  return `${day}T${time}`
}

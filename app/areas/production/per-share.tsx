import { showNavValue } from '~/platform/values/show'
import { Sparkline } from '~/ui/chart/sparkline'

/** The NAV per share of a class on its last NAV dates. */
interface PerShare {
  code: string
  currency: string
  /** Oldest first. */
  values: readonly string[]
}

/** The text in which the list's field has it. */
export function perShareOf(text: string | null): PerShare | null {
  const [code = '', currency = '', values = ''] = text?.split('\t') ?? []
  return values === '' ? null : { code, currency, values: values.split(' ') }
}

/** The newest NAV per share of a fund's first class, and the way to it. */
export function PerShareCell({ text }: { text: string | null }) {
  const found = perShareOf(text)
  const last = found?.values.at(-1)
  if (!found || last === undefined) return null
  return (
    <>
      <Sparkline values={found.values.map(Number)} label={summaryOf(found)} /> {showNavValue(last)}
    </>
  )
}

/** "NAV per share of A, EUR, over 20 NAV dates: 98.20000 to 104.10000, now 104.00000" */
function summaryOf({ code, currency, values }: PerShare): string {
  const inOrder = values.toSorted((a, b) => Number(a) - Number(b))
  const dates = values.length === 1 ? '1 NAV date' : `${values.length} NAV dates`
  return `NAV per share of ${code}, ${currency}, over ${dates}: ${showNavValue(inOrder[0])} to ${showNavValue(inOrder.at(-1))}, now ${showNavValue(values.at(-1))}`
}

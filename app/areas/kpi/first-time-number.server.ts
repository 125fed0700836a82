import { sql } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import { summaryOfLine } from '~/areas/work/work-numbers'
import type { FindNumber } from '~/areas/work/work-numbers.server'
import { type Day, monthOf } from '~/platform/values/day'
import { counted, showFixed } from '~/platform/values/show'
import { KPI } from './kpi'
import { kpiOutcomes } from './kpi-outcomes.server'

const METHOD = 'First time right'

/** First time right above My work: of the NAVs of the last days, how many were submitted once only. */
export const firstTimeNumber: FindNumber = async (reader) => {
  const { read, actor, today, days, remember } = reader
  const [first] = days
  if (first === undefined || !isAllowed(actor, 'production')) return null
  const found = await remember(`first time right ${today}`, async () => {
    const scope = { first, last: today, methodId: KPI.firstTime }
    const rows: unknown = await read.execute(sql`
      select each.nav_date::text as day, (count(*) filter (where outcome = 'met'))::int as met,
        (count(*) filter (where outcome = 'missed'))::int as missed
      from ${kpiOutcomes(reader, scope)} as each group by 1`)
    return rows as { day: Day; met: number; missed: number }[]
  })
  const met = found.reduce((sum, each) => sum + each.met, 0)
  const settled = met + found.reduce((sum, each) => sum + each.missed, 0)
  if (settled === 0) return null
  const series = days.map((day) => {
    const own = found.find((each) => each.day === day)
    return own && own.met + own.missed > 0 ? (100 * own.met) / (own.met + own.missed) : null
  })
  const query = new URLSearchParams({ from: monthOf(first), to: monthOf(today), 'in.method_name': METHOD })
  return {
    label: METHOD,
    value: percent((100 * met) / settled),
    unit: '%',
    note: `${counted(met, 'NAV')} of ${settled}`,
    href: `/production/kpi?${query}`,
    series,
    summary: summaryOfLine(`${METHOD}, % by NAV date`, series, percent),
  }
}

const percent = (value: number) => showFixed(String(value), 1)

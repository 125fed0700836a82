import { sourceExplanation, sourceExplanationEnd } from 'db/schema/sources'
import { and, count, eq, gt, gte, isNull, lte, or } from 'drizzle-orm'
import { isAllowed, isTeamLeader } from '~/areas/access/actor'
import { summaryOfLine } from '~/areas/work/work-numbers'
import type { FindNumber } from '~/areas/work/work-numbers.server'
import { counted, showDay } from '~/platform/values/show'
import { afterSendingRows } from './open-breaks.server'

/** Explanations of differences that count for the last time today, above My work of those who may renew them. */
export const runsOutNumber: FindNumber = async ({ read, actor, today, days }) => {
  const [first] = days
  if (first === undefined || !isAllowed(actor, 'navctrl', 'add')) return null
  const { until, id } = sourceExplanation
  const { endedFrom, explanationId } = sourceExplanationEnd
  const rows = await read
    .select({ day: until, count: count() })
    .from(sourceExplanation)
    .leftJoin(sourceExplanationEnd, eq(explanationId, id))
    .where(and(gte(until, first), lte(until, today), or(isNull(endedFrom), gt(endedFrom, until))))
    .groupBy(until)
  const series = days.map((day) => rows.find((row) => row.day === day)?.count ?? 0)
  const now = series.at(-1) ?? 0
  if (now === 0) return null
  return {
    label: 'Explanations run out',
    value: String(now),
    note: `${counted(now, 'difference')} to renew or to book`,
    href: `/open-breaks?${new URLSearchParams({ 'filter.until': showDay(today) })}`,
    series,
    summary: summaryOfLine('Explanations of differences that ran out', series),
  }
}

/** What a source found after a NAV was sent, above My work of team leaders, until an NAV error has it. */
export const afterSendingNumber: FindNumber = async ({ read, actor, today, days }) => {
  if (!isTeamLeader(actor) || !isAllowed(actor, 'navctrl')) return null
  const rows = await afterSendingRows(read, today)
  if (rows.length === 0) return null
  const navs = new Set(rows.map(({ nav_id }) => nav_id)).size
  const series = days.map((day) => rows.filter(({ nav_date }) => nav_date === day).length)
  return {
    label: 'Not OK after sending',
    value: String(rows.length),
    note: `of ${counted(navs, 'NAV')}`,
    isBad: true,
    href: `/open-breaks?${new URLSearchParams({ 'in.state': 'AFTER SENDING' })}`,
    series,
    summary: summaryOfLine('Rules that are not OK after sending, by NAV date', series),
  }
}

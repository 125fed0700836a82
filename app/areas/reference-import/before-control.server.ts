import type { Read } from 'db/database'
import { exchangeRate, fund, fundFee, shareClass } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { asc, eq, min, sql } from 'drizzle-orm'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { groupedBy } from '~/platform/values/grouped'
import { formatList, showDay } from '~/platform/values/show'

/** A fund that has never been controlled. */
export interface FundBeforeControl {
  code: string
  name: string
  /** What its first control needs; empty where it may begin. */
  missing: string[]
  /** What some rules need, which do not apply without it. */
  useful: string[]
}

type Class = Pick<typeof shareClass.$inferSelect, 'currency' | 'activeFrom' | 'activeTo' | 'reference'>

const isActive = ({ activeFrom, activeTo }: Class, day: Day): boolean =>
  (activeFrom === null || activeFrom <= day) && (activeTo === null || activeTo >= day)

/** Share classes by the id of their fund. */
async function classesByFund(read: Read): Promise<Map<number, Class[]>> {
  const { fundId, currency, activeFrom, activeTo, reference } = shareClass
  const classes = await read.select({ fundId, currency, activeFrom, activeTo, reference }).from(shareClass)
  return groupedBy(classes, (each) => each.fundId)
}

/** The funds that have never been controlled, by their codes: what is missing before, and what else is useful. */
export async function fundsBeforeControl({
  read,
  today,
}: Pick<Context, 'read' | 'today'>): Promise<FundBeforeControl[]> {
  const controlled = read
    .select({ fundId: fundNav.fundId })
    .from(navControl)
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
  const funds = await read
    .select()
    .from(fund)
    .where(sql`${fund.id} not in ${controlled}`)
    .orderBy(asc(fund.code))
  if (funds.length === 0) return []
  const [classes, dates, rates, fees] = await Promise.all([
    classesByFund(read),
    read
      .select({ fundId: fundNav.fundId, first: min(fundNav.navDate) })
      .from(fundNav)
      .groupBy(fundNav.fundId),
    read.selectDistinct({ currency: exchangeRate.currency }).from(exchangeRate),
    read.selectDistinct({ fundId: fundFee.fundId }).from(fundFee),
  ])
  const firstDate = new Map(dates.map(({ fundId, first }) => [fundId, first]))
  const rated = new Set([SITE_CURRENCY, ...rates.map(({ currency }) => currency)])
  const withFees = new Set(fees.map(({ fundId }) => fundId))
  return funds.map(({ id, code, name, currency, benchmark }) => {
    const day = firstDate.get(id) ?? null
    const active = (classes.get(id) ?? []).filter((each) => isActive(each, day ?? today))
    const unrated = [...new Set([currency, ...active.map((each) => each.currency)])].filter(
      (each) => !rated.has(each),
    )
    const missing = [
      ...(active.length === 0 ? [`a share class that is active on ${showDay(day ?? today)}`] : []),
      ...(day === null ? ['a date in the NAV calendar'] : []),
    ]
    const useful = [
      ...(active.some(({ reference }) => reference) && benchmark !== null
        ? []
        : ['a reference class and a benchmark (rule N10)']),
      ...(unrated.length > 0 ? [`exchange rates of ${formatList(unrated)} (rule N13)`] : []),
      ...(withFees.has(id) ? [] : ['a fee schedule (rule B10)']),
    ]
    return { code, name, missing, useful }
  })
}

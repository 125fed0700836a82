import type { Read } from 'db/database'
import { navErrorHolder } from 'db/schema/nav-errors'
import { fundNav, sentFigure } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, lte, ne } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import type { CaseResult } from './case-figures.server'
import { type PaymentNavs, payingOf } from './compensation'
import { directPayersOf, payersOf } from './judge-case.server'
import { namesOf } from './judged-amounts'
import type { NavErrorCase } from './nav-error'

/**
 * Quantified figures once the day of payment is known: what payers owe for shares is worth the NAV per share of that day.
 * Amounts of deals, the identity and what holders are paid stay as they were approved.
 */
export async function valuedAt(
  read: Read,
  { id, fundId, policy }: Pick<NavErrorCase, 'id' | 'fundId' | 'policy'>,
  result: CaseResult,
  day: Day,
): Promise<CaseResult> {
  const paidAt = policy.form === 'shares' ? await navsOfDay(read, fundId, day) : null
  if (paidAt === null) return result
  const [payers, direct, notes] = await Promise.all([
    payersOf(read, id),
    directPayersOf(read, id),
    read.select().from(navErrorHolder).where(eq(navErrorHolder.navErrorId, id)),
  ])
  const nameOf = namesOf(notes)
  const payingHolders = new Set(notes.filter(({ pays }) => pays).map(({ holder }) => nameOf(holder)))
  const paid = result.classes.map((each) => {
    const holders = result.holders.filter(({ classCode }) => classCode === each.classCode)
    return payingOf(each, holders, { payers, direct, payingHolders }, paidAt.navs[each.classCode])
  })
  return {
    ...result,
    classes: result.classes.map((each, at) => ({ ...each, flows: paid[at]?.flows ?? each.flows })),
    payers: paid.flatMap((each) => each.payers),
    paidAt,
  }
}

/** The NAVs per share of the NAV that was sent last for a day or before it; null where none was. */
async function navsOfDay(read: Read, fundId: number, day: Day): Promise<PaymentNavs | null> {
  const { classCode, navPerShare, round } = sentFigure
  const rows = await read
    .select({ date: fundNav.navDate, round, classCode, navPerShare })
    .from(sentFigure)
    .innerJoin(fundNav, eq(fundNav.id, sentFigure.fundNavId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(
      and(eq(fundNav.fundId, fundId), lte(fundNav.navDate, day), ne(workflowInstance.status, 'CANCELLED')),
    )
    .orderBy(desc(fundNav.navDate), desc(round))
    .limit(MAX_CLASSES)
  const [last] = rows
  if (!last) return null
  const own = rows.filter((row) => row.date === last.date && row.round === last.round)
  return { date: last.date, navs: Object.fromEntries(own.map((row) => [row.classCode, row.navPerShare])) }
}

/** More than any fund has. */
const MAX_CLASSES = 1_000

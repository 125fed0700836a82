import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { allocation, allocationPart, costLine, draft as draftTable } from 'db/schema/drafts'
import { fund } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { convertSql } from '~/areas/budgets/budget-parts.server'
import type { Draft } from '~/areas/expenses/expense'
import { mappingList } from '~/areas/reference-data/choices.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { historyOf } from '~/platform/workflow/history.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { hasCode } from '../entry/choices.server'
import { costLinesOf, draftById } from '../read-draft.server'
import { keysOn } from './allocation-keys.server'
import { amountsBeforeLines, costTotals, totalOf } from './allocation-totals'
import { writeCostLines } from './cost-lines.server'
import {
  bearTheSame,
  type DividedPart,
  type DividingRule,
  dividedParts,
  isDividingRule,
  partComment,
  RULE_LABELS,
  type Weighed,
} from './divide'

/** How a draft would be divided among the sub-funds of its settling entity. */
export interface Division {
  rule: DividingRule
  /** The GL date; the invoice date of a draft without one. */
  onDay: Day
  currency: string
  /** What is divided: the draft's own amounts. */
  grossAmount: Decimal
  taxes: Decimal
  parts: DividedPart[]
  /** Sub-funds without a NAV that was sent by then: they bear nothing. */
  leftOut: string[]
  /** Hash of all this: what is taken is what was shown. */
  hash: string
}

const TITLE = 'The draft was not divided'
const refuse = (sentence: string) => new DomainError('refused', sentence, { title: TITLE })

/**
 * Divides a draft by a rule, without storing anything. By net assets, the last sent NAV of each sub-fund on or before
 * the day counts, in the draft's currency at the rates of that day.
 * @throws DomainError not-found; refused, with what the draft or the site lacks
 */
export async function divisionOf(read: Read, draftId: number, rule: DividingRule): Promise<Division> {
  const draft = await draftById(read, draftId)
  const { settlingLegalEntity: entity, currency } = draft
  const onDay = draft.glDate ?? draft.invoiceDate
  if (entity === null) throw refuse('Enter the settling entity first: its sub-funds bear the amount.')
  if (onDay === null)
    throw refuse('Enter the GL date or the invoice date first: it decides which NAVs count.')
  if (currency === null) throw refuse('Enter the currency first.')
  const total = await amountOf(read, draft)
  if (total === null || new Big(total.grossAmount).eq(0))
    throw refuse('Enter the gross amount first: it is what is divided.')
  const { weighed, leftOut } = await weigh(read, rule, { entity, onDay, currency })
  const parts = dividedParts({ ...total, currency }, weighed)
  const division = { rule, onDay, currency, ...total, parts, leftOut }
  return { ...division, hash: sha256(canonicalJson(JSON.parse(JSON.stringify(division)))) }
}

/** What was entered before the first cost line; the sums of the lines of a draft that always had some. */
async function amountOf(read: Read, draft: Draft): Promise<{ grossAmount: Decimal; taxes: Decimal } | null> {
  const lines = await costLinesOf(read, draft.id)
  const entered = lines.length === 0 ? draft : amountsBeforeLines(await historyOf(read, draft.id))
  const total = (entered && totalOf(entered)) ?? (lines.length > 0 ? costTotals(lines) : null)
  return total && { grossAmount: total.grossAmount, taxes: total.taxes ?? '0.00' }
}

interface DivisionRequest {
  entity: number
  onDay: Day
  currency: string
}

async function weigh(
  read: Read,
  rule: DividingRule,
  { entity, onDay, currency }: DivisionRequest,
): Promise<{ weighed: Weighed[]; leftOut: string[] }> {
  if (rule === 'KEY') {
    const keys = await keysOn(read, entity, onDay)
    const all = keys.reduce((sum, { share }) => sum.plus(share), new Big(0))
    if (keys.length === 0)
      throw refuse(
        `No allocation keys are in force on ${showDay(onDay)}. Ask an administrator to enter them under Lookups, or divide in another way.`,
      )
    if (!all.eq(100))
      throw refuse(
        `The allocation keys of ${showDay(onDay)} add up to ${all.toFixed()} %, not to 100. Ask an administrator to correct them under Lookups.`,
      )
    return {
      leftOut: [],
      weighed: keys.map(({ share, ...key }) => ({ ...named(key), nav: null, weight: share })),
    }
  }
  const funds = await read.select().from(fund).where(eq(fund.legalEntityId, entity)).orderBy(asc(fund.code))
  if (funds.length === 0)
    throw refuse('The settling entity has no sub-funds. Choose the umbrella, or divide with cost lines.')
  if (rule === 'EQUAL')
    return {
      leftOut: [],
      weighed: funds.map((each) => ({ ...named({ ...each, fundId: each.id }), nav: null, weight: '1' })),
    }
  const weighed: Weighed[] = []
  const leftOut: string[] = []
  for (const each of funds) {
    const nav = await lastSentNav(read, each, onDay, currency)
    if (nav === null) leftOut.push(`${each.code} ${each.name}`)
    else if (nav.weight === null)
      throw refuse(
        `There is no exchange rate from ${each.currency} to ${currency} on or before ${showDay(onDay)}. Ask an administrator to enter it.`,
      )
    else if (new Big(nav.weight).lt(0))
      throw refuse(`The net assets of ${each.code} ${each.name} are below zero. Divide with cost lines.`)
    else weighed.push({ ...named({ ...each, fundId: each.id }), nav: nav.nav, weight: nav.weight })
  }
  if (weighed.every(({ weight }) => new Big(weight).eq(0)))
    throw refuse(
      `No sub-fund has a NAV that was sent, dated ${showDay(onDay)} or earlier. Divide in another way.`,
    )
  return { weighed, leftOut }
}

const named = ({ fundId, code, name }: { fundId: number; code: string; name: string }) => ({
  fundId,
  code,
  name,
})

async function lastSentNav(
  read: Read,
  { id, code, currency }: typeof fund.$inferSelect,
  onDay: Day,
  into: string,
): Promise<{ nav: NonNullable<Weighed['nav']>; weight: Decimal | null } | null> {
  const [row] = await read
    .select({
      id: fundNav.id,
      date: fundNav.navDate,
      tna: navLine.value,
      weight: sql<Decimal | null>`(${convertSql(
        { amount: sql`${navLine.value}`, currency: sql`${currency}::text`, day: sql`${onDay}::date` },
        sql`${into}::text`,
      )})::text`,
    })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .innerJoin(
      navLine,
      and(
        eq(navLine.controlId, fundNav.currentControlId),
        eq(navLine.type, 'FUND TNA'),
        eq(navLine.code, code),
      ),
    )
    .where(and(eq(fundNav.fundId, id), lte(fundNav.navDate, onDay), eq(workflowInstance.status, 'SENT')))
    .orderBy(desc(fundNav.navDate))
    .limit(1)
  return row ? { nav: { id: row.id, date: row.date, tna: row.tna, currency }, weight: row.weight } : null
}

export interface AppliedDivision {
  draftId: number
  rule: DividingRule
  /** Code of the mapping FEES_TYPE, of all lines. */
  feesType: string
  /** Hash of the division that was shown; null when the caller did not send it. */
  seen: string | null
  revision: number | null
}

/**
 * Takes a division as the cost lines of a draft, in place of those that it has, once for its key, and stores it with
 * the NAVs that it used. The draft's allocation rule becomes that of the division.
 * @returns the revision that the draft has now
 * @throws DomainError as `divisionOf`; conflict when something that it is based on changed after it was shown
 */
export function takeDivision(
  context: UserWriteContext,
  { draftId, rule, feesType, seen, revision }: AppliedDivision,
): Promise<{ revision: number }> {
  const { tx } = context
  const take = async () => {
    const next = await writeCostLines(context, { draftId, revision, says: RULE_LABELS[rule] }, async () => {
      const division = await divisionOf(tx, draftId, rule)
      if (seen !== null && seen !== division.hash)
        throw new DomainError(
          'conflict',
          'A NAV, a rate, a key or the draft changed after you opened this page. Check the parts again.',
          { title: TITLE },
        )
      if (!(await hasCode(tx, 'FEES_TYPE', feesType)))
        throw new DomainError('invalid', 'Fees type: it is not in the list. Choose one from the list.', {
          title: TITLE,
          fields: { feesType: 'Choose one from the list.' },
        })
      await tx.delete(costLine).where(eq(costLine.draftId, draftId))
      await tx.insert(costLine).values(
        division.parts
          .filter(({ grossAmount, taxes }) => !new Big(grossAmount).eq(0) || !new Big(taxes).eq(0))
          .map(({ fundId, grossAmount, taxes, netAmount, ...part }) => ({
            draftId,
            feesType,
            fundId,
            grossAmount,
            taxes,
            netAmount,
            comment: partComment({ fundId, grossAmount, taxes, netAmount, ...part }),
          })),
      )
      await tx.update(draftTable).set({ allocationRule: rule }).where(eq(draftTable.id, draftId))
      await store(context, draftId, division)
      return true
    })
    return { revision: next }
  }
  const action = `divide ${draftId} by ${rule} ${feesType} ${seen}`
  return withIdempotencyKey(context, action, take)
}

async function store({ tx, actor, now }: UserWriteContext, draftId: number, division: Division) {
  const { rule, onDay, currency, grossAmount, taxes, parts } = division
  const [row] = await tx
    .insert(allocation)
    .values({ draftId, rule, onDay, currency, grossAmount, taxes, takenBy: actor.id, takenAt: now })
    .returning({ id: allocation.id })
  if (!row) throw new Error('The allocation was not stored')
  await tx.insert(allocationPart).values(
    parts.map(({ fundId, nav, weight, ...part }) => ({
      allocationId: row.id,
      fundId,
      weight,
      grossAmount: part.grossAmount,
      taxes: part.taxes,
      fundNavId: nav?.id,
      navDate: nav?.date,
      tna: nav?.tna,
      tnaCurrency: nav?.currency,
    })),
  )
}

/** The division that a draft's cost lines were taken from last. */
export interface AppliedAllocation {
  rule: DividingRule
  onDay: Day
  takenBy: string
  takenAt: Date
  parts: DividedPart[]
  /** Do its cost lines differ from it now? */
  changedByHand: boolean
}

/** Null for a draft that was never divided so. */
export async function allocationOf(read: Read, draftId: number): Promise<AppliedAllocation | null> {
  const [taken] = await read
    .select({
      id: allocation.id,
      rule: allocation.rule,
      onDay: allocation.onDay,
      takenAt: allocation.takenAt,
      takenBy: fullName,
    })
    .from(allocation)
    .innerJoin(appUser, eq(appUser.id, allocation.takenBy))
    .where(eq(allocation.draftId, draftId))
    .orderBy(desc(allocation.id))
    .limit(1)
  if (!taken) return null
  const rows = await read
    .select({ part: allocationPart, code: fund.code, name: fund.name })
    .from(allocationPart)
    .innerJoin(fund, eq(fund.id, allocationPart.fundId))
    .where(eq(allocationPart.allocationId, taken.id))
    .orderBy(asc(fund.code))
  const all = rows.reduce((sum, { part }) => sum.plus(part.weight), new Big(0))
  const parts = rows.map(({ part, code, name }): DividedPart => {
    const { fundId, fundNavId, navDate, tna, tnaCurrency, weight, grossAmount, taxes } = part
    return {
      fundId,
      code,
      name,
      weight,
      grossAmount,
      taxes,
      nav:
        fundNavId === null || navDate === null || tna === null || tnaCurrency === null
          ? null
          : { id: fundNavId, date: navDate, tna, currency: tnaCurrency },
      percent: new Big(weight).times(100).div(all).toFixed(4),
      netAmount: new Big(grossAmount).minus(taxes).toFixed(2),
    }
  })
  const lines = await read.select().from(costLine).where(eq(costLine.draftId, draftId))
  return {
    rule: taken.rule as DividingRule,
    onDay: taken.onDay,
    takenAt: taken.takenAt,
    parts,
    takenBy: taken.takenBy ?? '',
    changedByHand: !bearTheSame(lines, parts),
  }
}

/** What the page of a draft's allocations shows of divisions: the requested one, or why there is none. */
export async function requestedDivision(read: Read, draft: Draft, requested: string | null) {
  const [rules, taken] = await Promise.all([
    mappingList(read, 'FEE_ALLOCATION'),
    allocationOf(read, draft.id),
  ])
  const shown = {
    taken,
    rule: [requested, draft.allocationRule].find(isDividingRule) ?? 'TNA',
    rules: rules
      .filter(({ code }) => isDividingRule(code))
      .map(({ code, display }) => ({ value: code, label: display })),
  }
  if (!isDividingRule(requested)) return { ...shown, division: null, whyNot: null }
  try {
    return { ...shown, division: await divisionOf(read, draft.id, requested), whyNot: null }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'refused')
      return { ...shown, division: null, whyNot: error.message }
    throw error
  }
}

import type { Read } from 'db/database'
import { navError } from 'db/schema/nav-errors'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, gte, isNull, lte, ne, notInArray, or } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { STEP_REFUSED } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import type { EventData } from '~/platform/workflow/types'
import { type CaseResult, resultOf } from './case-figures.server'
import { judgeCase } from './judge-case.server'
import { ENDED, type Missing, type NavErrorCase } from './nav-error'
import { valuedAt } from './payment-day.server'
import { caseById } from './read-case.server'

/**
 * Works out the figures of a locked case and keeps them.
 * @returns what the event of it says
 * @throws DomainError conflict while a figure is missing, with the list of what is; invalid where a comment is needed
 */
export async function storeFigures(
  context: UserWriteContext,
  id: number,
  comment: string,
): Promise<EventData> {
  const { tx } = context
  const reading = { ...context, read: tx }
  const found = await caseById(tx, id)
  const judged = await judgeCase(reading, found)
  if (judged.missing.length > 0) throw missingFigures(judged.missing)
  await refuseOtherCase(tx, found)
  if (judged.differences.length > 0 && comment.trim() === '')
    throw new DomainError(
      'invalid',
      'The deals of the register are not those of the files. Explain the differences in the message.',
      { title: STEP_REFUSED, fields: { eventLog: 'Explain the differences of the deals' } },
    )
  if (judged.blocking.length > 0 && comment.trim() === '')
    throw new DomainError(
      'invalid',
      'Rules that block are not OK in corrected files. Explain in the message why their figures are right.',
      {
        title: STEP_REFUSED,
        fields: { eventLog: 'Explain the rules that are not OK' },
        list: judged.blocking.slice(0, 20).map(({ date, rule }) => `${rule}, ${showDay(date)}`),
      },
    )
  const worked = await resultOf(reading, found, judged)
  const result =
    found.compensatedOn === null ? worked : await valuedAt(tx, found, worked, found.compensatedOn)
  await tx.update(navError).set({ quantified: result }).where(eq(navError.id, id))
  return eventOf(result)
}

const eventOf = (result: CaseResult): EventData => ({
  figures: sha256(canonicalJson(result)),
  toHolders: result.totals.toHolders,
  toFund: result.totals.toFund,
  material: result.figures.filter(({ material }) => material).length,
})

function missingFigures(missing: readonly Missing[]): DomainError {
  const line = ({ what, date, classCode, act }: Missing) => {
    const of = [classCode, date && showDay(date)].filter(Boolean).join(' of ')
    return `${what}${of === '' ? '' : `, ${of}`}: ${act}`
  }
  const list = missing.slice(0, 20).map(line)
  return new DomainError('conflict', 'Figures are missing. Bring those that the list names, then quantify.', {
    title: STEP_REFUSED,
    list,
    details: { missing },
  })
}

/** @throws DomainError conflict where another open case of wrong NAVs has a date of this one */
async function refuseOtherCase(read: Read, found: NavErrorCase): Promise<void> {
  if (found.kind !== 'NAV' || found.lastDate === null) return
  const [other] = await read
    .select({ id: navError.id })
    .from(navError)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, navError.id))
    .where(
      and(
        eq(navError.fundId, found.fundId),
        eq(navError.kind, 'NAV'),
        ne(navError.id, found.id),
        notInArray(workflowInstance.status, [...ENDED]),
        lte(navError.firstDate, found.lastDate),
        or(isNull(navError.lastDate), gte(navError.lastDate, found.firstDate)),
      ),
    )
    .orderBy(asc(navError.id))
    .limit(1)
  if (other)
    throw new DomainError(
      'conflict',
      `NAV error ${other.id} has dates of this case too. End that one, or choose other dates.`,
      { title: STEP_REFUSED, details: { other: other.id } },
    )
}

import { navError } from 'db/schema/nav-errors'
import { eq, sql } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DomainError } from '~/platform/values/domain-error'
import { requireComment } from '~/platform/values/require-comment'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { EventData, Instance } from '~/platform/workflow/types'
import { renewReport } from './deadlines.server'
import { AFTER_NOTIFICATION, ENDED, NAV_ERROR, type NavErrorCase, OPENED, QUANTIFIED } from './nav-error'
import { caseById } from './read-case.server'
import { storeFigures } from './store-figures.server'

const NOT_CHANGED = 'The NAV error was not changed'

/** What the history of a case says of a change of its entries. */
export interface CaseChange {
  /** "enter corrections" */
  name: string
  log: string
  data?: EventData
}

/** Who entered figures counts as a maker: another person approves them. */
export const FIGURES_CHANGED = 'figures changed'

/**
 * Changes what is entered for a case. Changed figures void its approval: the case goes back to be quantified; after the
 * notification it is quantified anew, which needs a comment.
 * @param change stores the entries; returns what the history says
 * @throws DomainError forbidden, not-found, or refused for a case that has ended
 */
export async function changeCase(
  context: UserWriteContext,
  id: number,
  comment: string,
  change: (found: NavErrorCase) => Promise<CaseChange>,
): Promise<void> {
  const { tx, actor, now } = context
  refuseWithoutUpdate(context)
  const instance = await lockCase(context, id)
  const found = await caseById(tx, id)
  const { name, log, data } = await change(found)
  await tx
    .update(navError)
    .set({ revision: sql`${navError.revision} + 1`, updatedBy: actor.id, updateDate: now })
    .where(eq(navError.id, id))
  const said = [log, comment.trim()].filter((each) => each !== '').join('. ')
  const event = { who: actor, log: said, data, now }
  if (instance.status === OPENED.status) return recordAct(tx, instance, { ...event, name, to: instance })
  if (AFTER_NOTIFICATION.includes(instance.status)) {
    requireComment(comment, NOT_CHANGED)
    await storeFigures(context, id, comment)
    await renewReport(context, id)
    return moveInstance(tx, instance, {
      ...event,
      type: 'system',
      name: FIGURES_CHANGED,
      to: QUANTIFIED,
      opensRound: true,
    })
  }
  return moveInstance(tx, instance, {
    ...event,
    type: 'system',
    name: FIGURES_CHANGED,
    to: OPENED,
    opensRound: true,
  })
}

/**
 * Records something beside the figures of a case, which keeps its place: what was really paid.
 * @throws DomainError forbidden, not-found, or refused for a case that has ended
 */
export async function noteInCase(
  context: UserWriteContext,
  id: number,
  note: () => Promise<CaseChange>,
): Promise<void> {
  const { tx, actor, now } = context
  refuseWithoutUpdate(context)
  const instance = await lockCase(context, id)
  const { name, log, data } = await note()
  await tx
    .update(navError)
    .set({ revision: sql`${navError.revision} + 1`, updatedBy: actor.id, updateDate: now })
    .where(eq(navError.id, id))
  await recordAct(tx, instance, { who: actor, log, data, now, name, to: instance })
}

function refuseWithoutUpdate({ actor }: Pick<UserWriteContext, 'actor'>): void {
  if (!isAllowed(actor, 'errors', 'update'))
    throw new DomainError(
      'forbidden',
      'You need the update permission for NAV errors to change one. Ask an administrator.',
      { title: NOT_CHANGED },
    )
}

async function lockCase({ tx }: UserWriteContext, id: number): Promise<Instance> {
  const instance = await lockInstance(tx, id)
  if (instance.kind !== NAV_ERROR)
    throw new DomainError('not-found', `There is no NAV error ${id}. Choose one from the list NAV errors.`)
  if (ENDED.includes(instance.status))
    throw new DomainError(
      'refused',
      `This case is ${instance.status}: it stays as it is. Open another one.`,
      {
        title: NOT_CHANGED,
      },
    )
  return instance
}

import { navErrorRound } from 'db/schema/nav-errors'
import { and, eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { requireComment } from '~/platform/values/require-comment'
import { showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { changeCase } from './change-case.server'
import { publishedDates } from './published.server'

const TITLE = 'The round was not chosen'

/**
 * Says which round of a NAV counts as published in a case, in place of the one sent last before the day of discovery.
 * @param round null for that one again
 * @throws DomainError invalid for a round that was not sent, or without a reason
 */
export function chooseRound(
  context: UserWriteContext,
  id: number,
  { date, round, comment }: { date: Day; round: number | null; comment: string },
): Promise<void> {
  const { tx, actor, now } = context
  const choose = () =>
    changeCase(context, id, comment, async (found) => {
      const why = requireComment(comment, TITLE)
      const rounds = (await publishedDates({ ...context, read: tx }, found)).find(
        (each) => each.date === date,
      )?.rounds
      if (!rounds || (round !== null && !rounds.some((each) => each.round === round)))
        throw new DomainError(
          'invalid',
          `The NAV of ${showDay(date)} has no such round that was sent. Choose one from the list.`,
          { title: TITLE, fields: { round: 'Choose a round that was sent' } },
        )
      await tx
        .delete(navErrorRound)
        .where(and(eq(navErrorRound.navErrorId, id), eq(navErrorRound.date, date)))
      if (round !== null)
        await tx
          .insert(navErrorRound)
          .values({ navErrorId: id, date, round, comment: why, chosenBy: actor.id, chosenAt: now })
      return {
        name: 'choose round',
        log:
          round === null
            ? `Published on ${showDay(date)}: the round sent last before the day of discovery`
            : `Published on ${showDay(date)}: round ${round}`,
        data: { date, round },
      }
    })
  return withIdempotencyKey(context, `round of NAV error ${id} ${date} ${round ?? 'last'}`, choose)
}

import { navError } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { changeCase } from './change-case.server'

/** Says which NAV date was the last wrong one, once the error has ended. @throws DomainError invalid */
export function setLastDate(
  context: UserWriteContext,
  id: number,
  { lastDate, comment }: { lastDate: Day; comment: string },
): Promise<void> {
  const set = () =>
    changeCase(context, id, comment, async ({ firstDate, lastDate: before }) => {
      if (lastDate < firstDate) {
        const fault = `${showDay(lastDate)} is before the first wrong NAV date ${showDay(firstDate)}. Enter a later one.`
        throw new DomainError('invalid', fault, { fields: { lastDate: fault } })
      }
      await context.tx.update(navError).set({ lastDate }).where(eq(navError.id, id))
      return {
        name: 'set last date',
        log: `Last wrong NAV date: ${before === null ? '(blank)' : showDay(before)} → ${showDay(lastDate)}`,
        data: { lastDate },
      }
    })
  return withIdempotencyKey(context, `last date of NAV error ${id} ${lastDate}`, set)
}

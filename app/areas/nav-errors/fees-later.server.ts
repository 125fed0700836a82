import { navError } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { changeCase } from './change-case.server'

/**
 * Says whether fees that were too low are booked afterwards: the fund bears them then, and the deals of every date count.
 * @throws DomainError invalid for a case of another kind
 */
export function bookFeesLater(
  context: UserWriteContext,
  id: number,
  { bookedLater, comment }: { bookedLater: boolean; comment: string },
): Promise<void> {
  const { tx } = context
  const book = () =>
    changeCase(context, id, comment, async ({ kind }) => {
      if (kind !== 'FEES')
        throw new DomainError(
          'invalid',
          `This case is of kind ${kind}. Only fees can be booked afterwards.`,
          {
            title: 'The case was not changed',
          },
        )
      await tx.update(navError).set({ feesBookedLater: bookedLater }).where(eq(navError.id, id))
      return {
        name: 'book fees later',
        log: bookedLater
          ? 'Fees are booked afterwards: the deals of every date count'
          : 'Fees are borne by who caused the error: dates count as for a NAV',
        data: { bookedLater },
      }
    })
  return withIdempotencyKey(context, `fees of NAV error ${id} ${bookedLater}`, book)
}

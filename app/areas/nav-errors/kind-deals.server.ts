import type { Read } from 'db/database'
import { navErrorCountedDeal, navErrorDeal, navErrorDealFile } from 'db/schema/nav-errors'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { requireComment } from '~/platform/values/require-comment'
import { counted as countOf } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { changeCase } from './change-case.server'

/** A deal in kind, which counts only where a person says so. */
export interface KindDeal {
  fileId: number
  position: number
  date: Day
  classCode: string
  holder: string
  side: 'S' | 'R'
  shares: Decimal
  counted: boolean
}

/** The deals in kind of a case, from files that are not withdrawn. */
export async function kindDealsOf(read: Read, navErrorId: number): Promise<KindDeal[]> {
  const { fileId, position, date, classCode, holder, side, shares, kind } = navErrorDeal
  const rows = await read
    .select({
      deal: { fileId, position, date, classCode, holder, side, shares },
      countedAt: navErrorCountedDeal.countedAt,
    })
    .from(navErrorDeal)
    .innerJoin(navErrorDealFile, eq(navErrorDealFile.id, fileId))
    .leftJoin(
      navErrorCountedDeal,
      and(eq(navErrorCountedDeal.fileId, fileId), eq(navErrorCountedDeal.position, position)),
    )
    .where(
      and(
        eq(navErrorDealFile.navErrorId, navErrorId),
        isNull(navErrorDealFile.withdrawnAt),
        eq(kind, 'KIND'),
      ),
    )
    .orderBy(asc(date), asc(fileId), asc(position))
  return rows.map(({ deal, countedAt }) => ({
    ...deal,
    side: deal.side === 'R' ? 'R' : 'S',
    counted: countedAt !== null,
  }))
}

const TITLE = 'The deals were not changed'

/** Which deals in kind count. */
export interface CountedDeals {
  deals: readonly Pick<KindDeal, 'fileId' | 'position' | 'counted'>[]
  comment: string
}

/**
 * Says which deals in kind are compensated as others; those that are not named stay as they are.
 * @throws DomainError invalid for a deal that is none of the case in kind, or without a reason
 */
export function countKindDeals(
  context: UserWriteContext,
  id: number,
  { deals, comment }: CountedDeals,
): Promise<void> {
  const { tx, actor, now } = context
  const count = () =>
    changeCase(context, id, comment, async () => {
      const why = requireComment(comment, TITLE)
      const known = await kindDealsOf(tx, id)
      const changed = deals.flatMap(({ fileId, position, counted }) => {
        const deal = known.find((each) => each.fileId === fileId && each.position === position)
        if (!deal)
          throw new DomainError(
            'invalid',
            `Line ${position} of file ${fileId} is no deal in kind of this case. Reload the page.`,
            { title: TITLE },
          )
        return deal.counted === counted ? [] : [{ fileId, position, counted }]
      })
      if (changed.length === 0)
        throw new DomainError('invalid', 'Choose at least one deal that shall count, or count no longer.', {
          title: TITLE,
        })
      for (const { fileId, position, counted } of changed)
        if (counted)
          await tx
            .insert(navErrorCountedDeal)
            .values({ fileId, position, comment: why, countedBy: actor.id, countedAt: now })
        else
          await tx
            .delete(navErrorCountedDeal)
            .where(and(eq(navErrorCountedDeal.fileId, fileId), eq(navErrorCountedDeal.position, position)))
      const count = changed.filter(({ counted }) => counted).length
      return {
        name: 'count deals in kind',
        log: `Deals in kind: ${countOf(count, 'deal')} counted, ${changed.length - count} no longer`,
        data: { deals: canonicalJson(changed) },
      }
    })
  return withIdempotencyKey(
    context,
    `deals in kind of NAV error ${id} ${sha256(canonicalJson(deals))}`,
    count,
  )
}

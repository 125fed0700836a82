import type { Transaction } from 'db/database'
import { navErrorCause, navErrorCausePart } from 'db/schema/nav-errors'
import { and, eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { changeCase } from './change-case.server'
import type { Cause, CausePart } from './nav-error'

export interface ChangedCauses {
  /** That were found later. */
  causes: readonly Cause[]
  /** What each alone did to a NAV per share: in place of what was stated for the date, class and cause. */
  parts: readonly CausePart[]
  comment: string
}

/**
 * Adds causes to an open case, and states what single ones did. The papers name them, so that the case is approved again.
 * @throws DomainError invalid for a cause that the case has already, and for parts of one that it has not
 */
export function changeCauses(
  context: UserWriteContext,
  id: number,
  { causes, parts, comment }: ChangedCauses,
): Promise<void> {
  const { tx } = context
  const change = () =>
    changeCase(context, id, comment, async (found) => {
      refuseOdd(found.causes, causes, parts)
      const first = found.causes.length + 1
      if (causes.length > 0)
        await tx
          .insert(navErrorCause)
          .values(causes.map((cause, at) => ({ ...cause, navErrorId: id, position: first + at })))
      for (const part of parts) await storePart(tx, id, part)
      const log = [
        causes.length > 0 &&
          `Cause: ${causes.map(({ cause, causedBy }) => `${cause} (${causedBy})`).join(', ')}`,
        parts.length > 0 && `Parts of causes: ${parts.length}`,
      ]
      return {
        name: causes.length > 0 ? 'add cause' : 'state parts of causes',
        log: log.filter((each) => each !== false).join('. '),
        data: { causes: canonicalJson(causes), parts: canonicalJson(parts) },
      }
    })
  const action = `causes of NAV error ${id} ${sha256(canonicalJson({ causes, parts }))}`
  return withIdempotencyKey(context, action, change)
}

async function storePart(tx: Transaction, id: number, part: CausePart): Promise<void> {
  const { navErrorId, cause, date, classCode } = navErrorCausePart
  await tx
    .delete(navErrorCausePart)
    .where(and(eq(navErrorId, id), eq(cause, part.cause), eq(date, part.date), eq(classCode, part.classCode)))
  await tx.insert(navErrorCausePart).values({ ...part, navErrorId: id })
}

function refuseOdd(
  known: readonly Cause[],
  added: readonly Cause[],
  parts: readonly Pick<CausePart, 'cause'>[],
): void {
  const names = added.map(({ cause }) => cause)
  const again = names.find((name) => known.some(({ cause }) => cause === name))
  const foreign = parts.find(({ cause }) => ![...known, ...added].some((each) => each.cause === cause))
  const fault =
    names.length + parts.length === 0
      ? 'Choose a cause and who caused it, or state at least one part.'
      : again
        ? `${again} is a cause of this case already. Choose another one.`
        : new Set(names).size < names.length
          ? 'Name each cause once.'
          : foreign
            ? `${foreign.cause} is no cause of this case. Add it first.`
            : null
  if (fault !== null) throw new DomainError('invalid', fault, { title: 'The causes were not changed' })
}

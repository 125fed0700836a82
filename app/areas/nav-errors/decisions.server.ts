import { upsert } from 'db/bulk'
import { navErrorDecision } from 'db/schema/nav-errors'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { requireComment } from '~/platform/values/require-comment'
import { showDay } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { changeCase } from './change-case.server'
import type { ErrorFigure } from './figures'
import { judgeCase } from './judge-case.server'
import type { NavErrorCase } from './nav-error'

/** Whether the error of a class at a date is material, as a person decides it. */
interface Decision {
  date: Day
  classCode: string
  isMaterial: boolean
}

const TITLE = 'The decision was not stored'

/** The errors of a case that no threshold judges: of a closed-ended fund. */
export async function errorsToDecide(
  context: Pick<Context, 'read' | 'timeZone' | 'today'>,
  found: NavErrorCase,
): Promise<ErrorFigure[]> {
  const { figures } = (await judgeCase(context, found)).figures
  return figures.filter(({ isMaterial, isDecided }) => isMaterial === null || isDecided)
}

/**
 * Stores which errors are material where the fund has no threshold. A decision holds for the corrected figure that was
 * seen: once that changes, another one is due.
 * @throws DomainError invalid for figures that a threshold judges, or without a reason
 */
export function decideErrors(
  context: UserWriteContext,
  id: number,
  { decisions, comment }: { decisions: readonly Decision[]; comment: string },
): Promise<void> {
  const { tx, actor, now } = context
  const decide = () =>
    changeCase(context, id, comment, async (found) => {
      const why = requireComment(comment, TITLE)
      const open = await errorsToDecide({ ...context, read: tx }, found)
      const rows = decisions.flatMap(({ date, classCode, isMaterial }) => {
        const figure = open.find((each) => each.date === date && each.classCode === classCode)
        return figure ? [{ date, classCode, isMaterial, corrected: figure.corrected }] : []
      })
      refuseOthers(decisions, rows)
      await upsert(
        tx,
        navErrorDecision,
        [navErrorDecision.navErrorId, navErrorDecision.date, navErrorDecision.classCode],
        rows.map((row) => ({ ...row, navErrorId: id, comment: why, decidedBy: actor.id, decidedAt: now })),
      )
      const words = rows.map(
        ({ date, classCode, isMaterial }) =>
          `${classCode} ${showDay(date)} ${isMaterial ? 'material' : 'not material'}`,
      )
      return {
        name: 'decide errors',
        log: `Decided: ${words.slice(0, 10).join(', ')}${words.length > 10 ? ', …' : ''}`,
        data: { decisions: canonicalJson(rows) },
      }
    })
  return withIdempotencyKey(
    context,
    `decisions of NAV error ${id} ${sha256(canonicalJson(decisions))}`,
    decide,
  )
}

function refuseOthers(decisions: readonly Decision[], rows: readonly Decision[]): void {
  const other = decisions.find(
    ({ date, classCode }) => !rows.some((row) => row.date === date && row.classCode === classCode),
  )
  const fault =
    decisions.length === 0
      ? 'Choose for at least one error whether it is material.'
      : other
        ? `${other.classCode} of ${showDay(other.date)} is not one that people decide: it has no error, or the threshold judges it.`
        : new Set(rows.map(({ date, classCode }) => JSON.stringify([date, classCode]))).size < rows.length
          ? 'Decide each error once.'
          : null
  if (fault !== null) throw new DomainError('invalid', fault, { title: TITLE })
}

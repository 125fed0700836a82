import type { Transaction } from 'db/database'
import { draft as draftTable } from 'db/schema/drafts'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { isTooLarge } from '~/platform/values/amount'
import { DomainError } from '~/platform/values/domain-error'
import { historyOf } from '~/platform/workflow/history.server'
import { costLinesOf } from './cost-lines-of.server'
import { costLinesText, costTotals } from './cost-totals'
import type { Draft } from './draft'
import { netOf } from './draft-net'
import { draftConflict } from './draft-versions.server'
import { lockForEntry } from './lock-draft.server'
import { recordDraftAct } from './record-draft-act.server'
import { amountsBeforeLines } from './total-before-lines'

export interface LinesChange {
  draftId: number
  /** The revision that the form showed; null when the caller did not say: then nothing is compared. */
  revision: number | null
  now: Date
}

/**
 * Changes the cost lines of a draft under its lock: its totals become their sums (after the last line they are again what
 * was entered before the first, empty where nothing was), and the history tells what was and is. `write` answers false when
 * nothing is different.
 * @returns the revision that the draft has now
 * @throws DomainError conflict, with the versions as details, when somebody else changed the draft since
 */
export async function writeCostLines(
  tx: Transaction,
  actor: Actor,
  { draftId, revision, now }: LinesChange,
  write: () => Promise<boolean>,
): Promise<number> {
  const { instance, draft } = await lockForEntry(tx, actor, draftId)
  if (revision !== null && revision !== draft.revision) throw await draftConflict(tx, draft, revision, {})
  const before = await costLinesOf(tx, draftId)
  if (!(await write())) return draft.revision
  const after = await costLinesOf(tx, draftId)
  const { grossAmount, taxes } = after.length > 0 ? costTotals(after) : await withoutLines(tx, draft)
  const netAmount = netOf(grossAmount, taxes)
  if ([grossAmount, taxes, netAmount].some((amount) => amount !== null && isTooLarge(amount)))
    throw new DomainError('invalid', 'The lines add up to more than 18 digits. Check their amounts.', {
      fields: { grossAmount: 'The lines add up to more than 18 digits.' },
    })
  const next = draft.revision + 1
  await tx
    .update(draftTable)
    .set({ grossAmount, taxes, netAmount, revision: next, updatedBy: actor.id, updateDate: now })
    .where(eq(draftTable.id, draftId))
  const [was, is] = [costLinesText(before), costLinesText(after)]
  await recordDraftAct(tx, instance, actor, {
    name: 'allocate',
    log: `Cost lines: ${was} → ${is}`,
    was: { costLines: was, grossAmount: draft.grossAmount, taxes: draft.taxes },
    is: { costLines: is, grossAmount, taxes },
    revision: next,
    now,
  })
  return next
}

/** What the draft comes to once its last line is gone. */
async function withoutLines(tx: Transaction, draft: Draft): Promise<Pick<Draft, 'grossAmount' | 'taxes'>> {
  return amountsBeforeLines(await historyOf(tx, draft.id)) ?? draft
}

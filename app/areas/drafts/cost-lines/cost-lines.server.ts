import type { Transaction } from 'db/database'
import { costLine, draft as draftTable } from 'db/schema/drafts'
import { and, eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DRAFT_LABELS, type Draft } from '~/areas/expenses/expense'
import { decimalsFault } from '~/platform/values/currencies'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { isTooLarge, LARGEST_INTEGER } from '~/platform/values/numerals'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { historyOf } from '~/platform/workflow/history.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { draftConflict, lockForEntry, recordDraftAct } from '../draft-acts.server'
import { netOf } from '../draft-rules'
import { hasCode } from '../entry/choices.server'
import { costLinesOf } from '../read-draft.server'
import { amountsBeforeLines, costLinesText, costTotals } from './allocation-totals'

export interface LinesChange {
  draftId: number
  /** The revision that the form showed; null when the caller did not send it: then nothing is compared. */
  revision: number | null
  /** How the lines came about; recorded before the old and the new lines. */
  says?: string
}

/**
 * Changes the cost lines of a draft under its lock: its totals become their sums (after the last line they are again
 * the values entered before the first, empty where there were none), and the history records old and new values.
 * `write` returns false when nothing is different.
 * @returns the revision that the draft has now
 * @throws DomainError conflict, with the versions as details, when another user changed the draft since
 */
export async function writeCostLines(
  context: UserWriteContext,
  { draftId, revision, says }: LinesChange,
  write: (draft: Draft) => Promise<boolean>,
): Promise<number> {
  const { tx, actor, now } = context
  const { instance, draft } = await lockForEntry(context, draftId)
  if (revision !== null && revision !== draft.revision) throw await draftConflict(tx, draft, revision, {})
  const before = await costLinesOf(tx, draftId)
  if (!(await write(draft))) return draft.revision
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
  const [was, is] = [costLinesText(before, draft.currency), costLinesText(after, draft.currency)]
  await recordDraftAct(context, instance, {
    name: 'allocate',
    log: `${says === undefined ? '' : `${says}. `}Cost lines: ${was} → ${is}`,
    was: { costLines: was, grossAmount: draft.grossAmount, taxes: draft.taxes },
    is: { costLines: is, grossAmount, taxes },
    revision: next,
  })
  return next
}

/** The amounts of the draft once its last line is deleted. */
async function withoutLines(tx: Transaction, draft: Draft): Promise<Pick<Draft, 'grossAmount' | 'taxes'>> {
  return amountsBeforeLines(await historyOf(tx, draft.id)) ?? draft
}

/** The fields that people fill in on a cost line; amounts in the draft's currency, two decimals. */
export interface CostLineFields {
  /** Code of the mapping FEES_TYPE. */
  feesType: string
  grossAmount: Decimal
  taxes: Decimal
  comment: string
}

export interface CostLineChange {
  draftId: number
  /** The line to change; null for a new one. */
  id: number | null
  /** The draft's revision that the form showed; null when the caller did not send it. */
  revision: number | null
  fields: CostLineFields
}

/** The most lines of one draft: each becomes an invoice. */
const MAX_LINES = 200

/**
 * Adds a cost line to a draft, or changes one, once for its key; the draft's totals become the sums of its lines.
 * @throws DomainError invalid, with a sentence for each field; not-found; forbidden where the draft is; conflict when
 * another user changed the draft since
 */
export function saveCostLine(
  context: UserWriteContext,
  { draftId, id, revision, fields }: CostLineChange,
): Promise<{ id: number; revision: number }> {
  const { tx } = context
  const save = async () => {
    let saved = id
    const { feesType, comment } = fields
    const values = {
      feesType,
      comment,
      grossAmount: new Big(fields.grossAmount).toFixed(2),
      taxes: new Big(fields.taxes).toFixed(2),
      netAmount: netOf(fields.grossAmount, fields.taxes) ?? '0.00',
    }
    const next = await writeCostLines(context, { draftId, revision }, async ({ currency }) => {
      for (const field of ['grossAmount', 'taxes'] as const) {
        const fault = decimalsFault(values[field], currency)
        if (fault !== null) throw refusedLine(field, `${DRAFT_LABELS[field]}: ${fault}`)
      }
      const stored = await tx.select().from(costLine).where(eq(costLine.draftId, draftId))
      const before = stored.find((line) => line.id === id)
      if (id !== null && !before) throw noSuchLine()
      if (id === null && stored.length >= MAX_LINES)
        throw new DomainError('refused', `A draft has at most ${MAX_LINES} cost lines. Combine some of them.`)
      if (before?.feesType !== feesType && !(await hasCode(tx, 'FEES_TYPE', feesType)))
        throw refusedLine('feesType', 'Fees type: it is not in the list. Choose one from the list.')
      if (isTooLarge(values.netAmount))
        throw refusedLine('taxes', 'Gross less taxes has more than 18 digits. Check both amounts.')
      if (before && Object.entries(values).every(([name, value]) => before[name as 'comment'] === value))
        return false
      if (id === null) {
        const [row] = await tx
          .insert(costLine)
          .values({ draftId, ...values })
          .returning({ id: costLine.id })
        saved = row?.id ?? null
      } else
        await tx
          .update(costLine)
          .set(values)
          .where(and(eq(costLine.id, id), eq(costLine.draftId, draftId)))
      return true
    })
    if (saved === null) throw new Error('The cost line was not stored')
    return { id: saved, revision: next }
  }
  // Different values are a different change, even from a form restored by the browser.
  const action = `cost line ${id ?? 'new'} of ${draftId} ${sha256(canonicalJson(fields))}`
  return withIdempotencyKey(context, action, save)
}

const refusedLine = (field: string, sentence: string) =>
  new DomainError('invalid', sentence, { fields: { [field]: sentence } })

function noSuchLine(title?: string): DomainError {
  return new DomainError(
    'not-found',
    'This cost line was deleted. Open the allocations of the draft again.',
    title ? { title } : {},
  )
}

export interface CostLineDeletion {
  id: number
  /** The draft's revision that the form showed; null when the caller did not send it. */
  revision: number | null
}

/**
 * Deletes a cost line, once for its key; the draft's totals become the sums of the remaining lines. After the last one
 * they are again the values entered before the first, and can be edited.
 * @throws DomainError not-found; forbidden where the draft is; conflict when another user changed the draft since
 */
export function deleteCostLine(
  context: UserWriteContext,
  { id, revision }: CostLineDeletion,
): Promise<{ draftId: number; revision: number }> {
  const { tx } = context
  const drop = async () => {
    const [line] =
      id > LARGEST_INTEGER
        ? []
        : await tx.select({ draftId: costLine.draftId }).from(costLine).where(eq(costLine.id, id))
    if (!line) throw noSuchLine('Delete Error')
    const { draftId } = line
    const next = await writeCostLines(context, { draftId, revision }, async () => {
      const gone = await tx.delete(costLine).where(eq(costLine.id, id)).returning({ id: costLine.id })
      // Another user deleted it while this waited for the draft.
      if (gone.length === 0) throw noSuchLine('Delete Error')
      return true
    })
    return { draftId, revision: next }
  }
  return withIdempotencyKey(context, `delete cost line ${id}`, drop)
}

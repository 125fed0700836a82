import type { Transaction } from 'db/database'
import { costLine } from 'db/schema/drafts'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { isTooLarge } from '~/platform/values/amount'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { once } from '~/platform/workflow/once.server'
import { netOf } from './draft-net'
import { hasCode } from './draft-references.server'
import { writeCostLines } from './write-cost-lines.server'

/** What people fill in on a cost line; amounts in the draft's currency, two decimals. */
export interface CostLineFields {
  /** Code of the mapping FEES_TYPE. */
  feesType: string
  grossAmount: Decimal
  taxes: Decimal
  comment: string
}

export interface CostLineChange {
  draftId: number
  /** The line that is changed; null for a new one. */
  id: number | null
  /** The draft's revision that the form showed; null when the caller did not say. */
  revision: number | null
  fields: CostLineFields
  idempotencyKey: string | null
}

/** Most lines of one draft: each becomes an invoice. */
const MOST_LINES = 200

/**
 * Adds a cost line to a draft, or changes one, once for its key; the draft's totals become the sums of its lines.
 * @throws DomainError invalid, with a sentence for each field; not-found; forbidden where the draft is; conflict when
 * somebody else changed the draft since
 */
export function saveCostLine(
  tx: Transaction,
  actor: Actor,
  { draftId, id, revision, fields, idempotencyKey }: CostLineChange,
  now: Date,
): Promise<{ id: number; revision: number }> {
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
    const next = await writeCostLines(tx, actor, { draftId, revision, now }, async () => {
      const stored = await tx.select().from(costLine).where(eq(costLine.draftId, draftId))
      const before = stored.find((line) => line.id === id)
      if (id !== null && !before) throw noSuchLine()
      if (id === null && stored.length >= MOST_LINES)
        throw new DomainError('refused', `A draft has at most ${MOST_LINES} cost lines. Join some of them.`)
      if (before?.feesType !== feesType && !(await hasCode(tx, 'FEES_TYPE', feesType)))
        throw refusedLine('feesType', 'Fees type: it is not in the list. Choose one of the list.')
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
  if (idempotencyKey === null) return save()
  // Other values are another change, even out of a form that a browser kept.
  const action = `cost line ${id ?? 'new'} of ${draftId} ${sha256(canonicalJson(fields))}`
  return once(tx, { key: idempotencyKey, userId: actor.id, action, now }, save)
}

const refusedLine = (field: string, sentence: string) =>
  new DomainError('invalid', sentence, { fields: { [field]: sentence } })

export function noSuchLine(title?: string): DomainError {
  return new DomainError(
    'not-found',
    'There is no such cost line: it was deleted. Open the allocations of the draft again.',
    title ? { title } : {},
  )
}

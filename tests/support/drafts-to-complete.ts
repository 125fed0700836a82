import { connectDatabase } from 'db/database'
import { costLine, draft } from 'db/schema/drafts'
import { expenseType, legalEntity } from 'db/schema/lookups'
import { like, notLike } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { draftColumns } from '~/areas/drafts/draft-rules'
import { EMPTY_DRAFT } from '~/areas/drafts/entry/update-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { dayIn } from '~/platform/values/day'
import { startInstances } from '~/platform/workflow/start-instances.server'

interface Wanted {
  /** References of the drafts to make. */
  refs: readonly string[]
  /** Number of cost lines in each, of 117.00 EUR; with none, the draft becomes one invoice. */
  lines: number
  fields?: Partial<DraftFields>
  now: Date
}

/** Drafts validated by their client: the next step makes the invoices. */
export async function draftsToComplete(
  url: string,
  { refs, lines, fields: more, now }: Wanted,
): Promise<number[]> {
  const today = dayIn(now, 'UTC')
  const database = connectDatabase({ url })
  try {
    return await database.transaction(async (tx) => {
      const [supplier] = await tx
        .select()
        .from(legalEntity)
        .where(like(legalEntity.kind, 'SUPPLIER'))
        .limit(1)
      const [entity] = await tx
        .select()
        .from(legalEntity)
        .where(notLike(legalEntity.kind, 'SUPPLIER%'))
        .limit(1)
      const [type] = await tx.select().from(expenseType).limit(1)
      if (!supplier || !entity || !type) throw new Error('There are no entities and expense types')
      const fields = {
        ...EMPTY_DRAFT,
        invoicedLegalEntity: supplier.id,
        settlementLegalEntity: entity.id,
        settlingLegalEntity: entity.id,
        expenseType: type.id,
        invoiceDate: today,
        currency: 'EUR',
        grossAmount: `${lines * 117}.00`,
        taxes: `${lines * 17}.00`,
        ...more,
      }
      const made = await tx
        .insert(draft)
        .values(
          refs.map((invoiceRef) => ({
            ...draftColumns({ ...fields, invoiceRef }),
            creationDate: now,
            updateDate: now,
          })),
        )
        .returning({ id: draft.id })
      const line = { feesType: 'OTHER', grossAmount: '117.00', taxes: '17.00', netAmount: '100.00' }
      const ids = made.map(({ id }) => id)
      if (lines > 0)
        await tx
          .insert(costLine)
          .values(ids.flatMap((draftId) => Array.from({ length: lines }, () => ({ draftId, ...line }))))
      const state = { queue: 'CLIENT', status: 'VALIDATED', class: 'success' as const }
      await startInstances(contextOf({ tx, now, today }), {
        kind: 'draft',
        objectIds: ids,
        state,
        log: 'Validated by the client',
      })
      return ids
    })
  } finally {
    await database.close()
  }
}

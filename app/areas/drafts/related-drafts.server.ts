import type { Read } from 'db/database'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { sql } from 'drizzle-orm'

/**
 * The ids of all that one bill became: a draft, its invoices, the drafts made again of these, their invoices. They are
 * no duplicates of one another.
 */
export async function draftFamily(read: Read, draftId: number): Promise<number[]> {
  const rows: unknown = await read.execute(sql`
    with recursive family (id) as (
      select ${draftId}::bigint
      union
      select kin.id from family, lateral (
        select i.id from ${invoice} i where i.draft_transaction_id = family.id
        union all
        select i.draft_transaction_id from ${invoice} i
        where i.id = family.id and i.draft_transaction_id is not null
        union all
        select d.id from ${draft} d where d.recreated_from = family.id
        union all
        select d.recreated_from from ${draft} d where d.id = family.id and d.recreated_from is not null
      ) kin
    )
    select id from family`)
  return (rows as { id: string | number }[]).map(({ id }) => Number(id))
}

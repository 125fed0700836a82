import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { draft, duplicateConfirmation } from 'db/schema/drafts'
import { invoice, invoiceRow } from 'db/schema/invoices'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { fullNameOf } from '~/areas/access/users.server'
import { sameReferenceSql } from '~/areas/expenses/same-reference.server'
import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'

/** Another draft or invoice of the same supplier, amount and reference. */
interface SameBill {
  kind: 'draft' | 'invoice'
  id: number
  /** "invoice 1234, INV-7 of 02/10/2026, PAID" */
  text: string
  /** Who accepted the duplicate, and why; null if no one did. */
  accepted: { by: string; comment: string } | null
}

/**
 * The bills that these invoices may be duplicates of, by their ids: of the same supplier, amount and reference, but for
 * case, punctuation and zeros. Cancelled ones are no duplicates, and neither are the parts of one draft.
 */
export async function duplicatesOf(
  read: Read,
  invoiceIds: readonly number[],
): Promise<Map<number, SameBill[]>> {
  const found = new Map<number, SameBill[]>()
  if (invoiceIds.length === 0) return found
  const rows: unknown = await read.execute(sql`
    with wanted as (
      select x.* from ${invoice} x
      where ${isAmong(sql`x.id`, invoiceIds)}
    ),
    -- First the few of equal amount: without statistics each invoice may else be compared with all of its supplier.
    alike as materialized (
      select wanted.*, r.id as other_id
      from wanted join ${invoiceRow} r on r.gross_hundredths = (wanted.gross_amount * 100)::bigint and r.id <> wanted.id
    ),
    -- References are compared last: each comparison makes a pattern.
    pairs as materialized (
      select alike.id as of_id, alike.invoice_ref as wanted_ref, alike.draft_transaction_id as draft_id,
        'invoice' as kind, x.id, x.invoice_ref, x.invoice_date
      from alike
      join ${invoice} x on x.id = alike.other_id and x.supplier_id = alike.supplier_id and x.currency = alike.currency
        and (x.draft_transaction_id is null or x.draft_transaction_id is distinct from alike.draft_transaction_id)
      union all
      select wanted.id, wanted.invoice_ref, wanted.draft_transaction_id, 'draft', x.id, x.invoice_ref, x.invoice_date
      from wanted
      join ${draft} x on x.gross_amount = wanted.gross_amount and x.supplier_id = wanted.supplier_id
        and x.currency = wanted.currency
    ),
    same as (
      select pairs.*, at.status
      from pairs
      join ${workflowInstance} at on at.object_id = pairs.id
      where ${sameReferenceSql(sql`pairs.invoice_ref`, sql`pairs.wanted_ref`)}
        and case pairs.kind when 'draft' then at.queue <> 'SYSTEM'
          else at.status not in ('CANCELLED', 'CANCEL', 'RECREATED') end
    )
    select same.of_id, same.kind, same.id, same.invoice_ref, same.invoice_date::text as invoice_date, same.status,
      given.by, given.comment
    from same
    left join lateral (
      select ${fullNameOf(appUser)} as by, c.comment from ${duplicateConfirmation} c
      join ${appUser} on ${appUser.id} = c.confirmed_by
      where c.draft_id = same.draft_id order by c.id desc limit 1) given on true
    order by same.of_id, same.kind desc, same.id`)
  for (const row of rows as StoredSame[]) {
    const id = Number(row.of_id)
    const day = row.invoice_date === null ? '' : ` of ${showDay(row.invoice_date)}`
    const same: SameBill = {
      kind: row.kind,
      id: Number(row.id),
      text: `${row.kind} ${row.id}, ${row.invoice_ref}${day}, ${row.status}`,
      accepted: row.comment === null ? null : { by: row.by ?? '', comment: row.comment },
    }
    found.set(id, [...(found.get(id) ?? []), same])
  }
  return found
}

interface StoredSame {
  of_id: string
  kind: SameBill['kind']
  id: string
  invoice_ref: string | null
  invoice_date: Day | null
  status: string
  by: string | null
  comment: string | null
}

/** Duplicates in a sentence for those who pay: "Same supplier, amount and reference as invoice 12, …." */
export function describeDuplicates(same: readonly SameBill[]): string | null {
  const [first] = same
  if (!first) return null
  const accepted = first.accepted ? ` ${first.accepted.by} accepted it: ${first.accepted.comment}` : ''
  return `Same supplier, amount and reference as ${same.map(({ text }) => text).join('; ')}.${accepted}`
}

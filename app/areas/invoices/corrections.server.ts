import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { sameReferenceSql } from '~/areas/expenses/same-reference.server'

/** Invoices that a corrected invoice replaces (type 384): they are held until they are cancelled or credited. */

interface Correction {
  /** The corrected invoice, or its draft. */
  kind: 'draft' | 'invoice'
  id: number
  invoiceRef: string
}

/**
 * The corrected invoice that holds each of these invoices, by their ids. It does not hold them any more once the
 * supplier's credits for them reach their amount.
 */
async function correctionsOf(read: Read, invoiceIds: readonly number[]): Promise<Map<number, Correction>> {
  if (invoiceIds.length === 0) return new Map()
  const rows: unknown = await read.execute(sql`
    with wanted as (
      select x.id, x.supplier_id, x.invoice_ref, x.draft_transaction_id as draft_id, x.currency,
        coalesce(d.gross_amount, x.gross_amount) as gross_amount
      from ${invoice} x
      left join ${draft} d on d.id = x.draft_transaction_id
      where ${isAmong(sql`x.id`, invoiceIds)}
    ),
    naming as (
      select wanted.id as held, 'invoice' as kind, x.id, x.invoice_ref, x.gross_amount, wanted.gross_amount as whole
      from wanted
      join ${invoice} x on x.corrects_ref is not null and x.supplier_id = wanted.supplier_id
        and x.currency = wanted.currency and x.id <> wanted.id
        and (x.draft_transaction_id is null or x.draft_transaction_id is distinct from wanted.draft_id)
        and ${sameReferenceSql(sql`x.corrects_ref`, sql`wanted.invoice_ref`)}
      join ${workflowInstance} at on at.object_id = x.id and at.status not in ('CANCELLED', 'CANCEL', 'RECREATED')
      union all
      select wanted.id, 'draft', x.id, coalesce(x.invoice_ref, ''), x.gross_amount, wanted.gross_amount
      from wanted
      join ${draft} x on x.corrects_ref is not null and x.supplier_id = wanted.supplier_id
        and x.id is distinct from wanted.draft_id
        and ${sameReferenceSql(sql`x.corrects_ref`, sql`wanted.invoice_ref`)}
      join ${workflowInstance} at on at.object_id = x.id and at.queue <> 'SYSTEM'
    ),
    credited as (
      select held, -sum(gross_amount) as amount from naming
      where kind = 'invoice' and gross_amount < 0 group by held
    )
    select distinct on (naming.held) naming.held, naming.kind, naming.id, naming.invoice_ref
    from naming left join credited on credited.held = naming.held
    where naming.gross_amount > 0 and coalesce(credited.amount, 0) < naming.whole
    order by naming.held, naming.kind desc, naming.id`)
  return new Map(
    (rows as { held: string; kind: Correction['kind']; id: string; invoice_ref: string }[]).map((row) => [
      Number(row.held),
      { kind: row.kind, id: Number(row.id), invoiceRef: row.invoice_ref },
    ]),
  )
}

const words = ({ kind, id, invoiceRef }: Correction) =>
  `${kind === 'draft' ? 'Draft' : 'Invoice'} ${[id, invoiceRef && `(${invoiceRef})`].filter(Boolean).join(' ')} corrects it. Cancel this invoice, or enter the supplier’s credit note for it.`

/** Why each of these invoices is held because another corrects it, in a sentence; those that may be paid are missing. */
export async function heldByCorrection(
  read: Read,
  invoiceIds: readonly number[],
): Promise<Map<number, string>> {
  const found = await correctionsOf(read, invoiceIds)
  return new Map([...found].map(([id, correction]) => [id, words(correction)]))
}

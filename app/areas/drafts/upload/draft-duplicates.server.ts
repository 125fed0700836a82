import { refKeyOf } from 'db/columns'
import type { Read } from 'db/database'
import { document } from 'db/schema/documents'
import { draft } from 'db/schema/drafts'
import { invoice, invoiceRow } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { workflowInstance } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'
import type { DraftFields } from '~/areas/expenses/expense'
import { sameReferenceSql, similarReferenceSql } from '~/areas/expenses/same-reference.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { showDay, showMoney } from '~/platform/values/show'
import type { Duplicate } from '../draft'
import { relatedIds } from '../read-draft.server'

/** The most that are listed of each kind: a reference such as "1" may have thousands. */
const MAX_SHOWN = 20
const DAYS_APART = 10

type Compared = Pick<
  DraftFields,
  | 'isSupplierFund'
  | 'invoicedLegalEntity'
  | 'invoicedFundLegalEntity'
  | 'invoiceRef'
  | 'invoiceDate'
  | 'currency'
  | 'grossAmount'
>

interface Found {
  kind: Duplicate['kind']
  id: string | number
  why: string
  blocks: boolean
  supplier: string | null
  invoice_ref: string | null
  currency: string | null
  gross_amount: Decimal | null
  invoice_date: Day | null
  status: string
}

const SAME_BILL = 'same supplier, amount and reference'
const SAME_REFERENCE = 'same supplier and reference'
const SAME_AMOUNT = `same amount within ${DAYS_APART} days`
const ALMOST = `almost the same amount within ${DAYS_APART} days`
const SIMILAR = 'same supplier and amount, similar reference'

/**
 * Drafts and invoices of any year that may be the same bill as this draft with these fields: same file, same supplier
 * and reference, or same amount within 10 days; also nearly so: by a cent, or by a letter after the reference. A
 * completed draft is listed by its invoices. Those that hold the draft come first, then drafts, newest first.
 *
 * Those of the same supplier, amount and reference hold it unless they are cancelled, or are drafts in entry that came
 * later: of two equal drafts the later one is the duplicate.
 */
export async function draftDuplicates(read: Read, draftId: number, fields: Compared): Promise<Duplicate[]> {
  const family = await relatedIds(read, draftId)
  const alike = sql.join(
    [
      sameFile(draftId),
      ...sameReference(fields),
      ...sameAmount(fields),
      ...sameBill(fields),
      ...nearlySame(fields),
    ],
    sql` union all `,
  )
  const rows: unknown = await read.execute(sql`
    with alike (id, why) as (${alike}),
    matches as (
      -- An alike invoice, a draft under way, or the invoices of one that is completed.
      select coalesce(made.id, alike.id) as id, alike.why
      from alike
      left join ${workflowInstance} w
        on w.object_id = alike.id and w.kind = 'draft' and w.status = 'COMPLETED'
      left join ${invoice} made on made.draft_transaction_id = w.object_id
      where alike.id not in (${sql.join(
        family.map((id) => sql`${id}::bigint`),
        sql`, `,
      )})
    ),
    once as (
      select id, array_agg(distinct why order by why) as whys from matches group by id
    )
    select w.kind, once.id, array_to_string(case when ${SAME_BILL} = any(once.whys) then
        array(select why from unnest(once.whys) why
          where why not in (${SAME_REFERENCE}, ${SAME_AMOUNT}, ${SIMILAR}))
        else once.whys end, ', ') as why,
      ${SAME_BILL} = any(once.whys) and w.status not in ('CANCELLED', 'CANCEL', 'RECREATED')
        and (once.id < ${draftId}::bigint or w.kind = 'invoice' or w.status not in ('IN ENTRY', 'RETURNED')) as blocks,
      s.name as supplier, w.status,
      coalesce(d.invoice_ref, i.invoice_ref) as invoice_ref,
      coalesce(d.currency, i.currency) as currency,
      coalesce(d.gross_amount, i.gross_amount) as gross_amount,
      coalesce(d.invoice_date, i.invoice_date)::text as invoice_date
    from once
    join ${workflowInstance} w on w.object_id = once.id and w.kind in ('draft', 'invoice')
    left join ${draft} d on d.id = once.id
    left join ${invoice} i on i.id = once.id
    left join ${legalEntity} s on s.id = coalesce(d.supplier_id, i.supplier_id)
    order by blocks desc, w.kind, once.id desc
    limit ${MAX_SHOWN}`)
  return (rows as Found[]).map(duplicateOf)
}

/** @returns ids of the objects with the same file as the draft's own */
function sameFile(draftId: number): SQL {
  return sql`(select other.object_id, 'same file'
    from ${document} mine
    join ${document} other on other.sha256 = mine.sha256
    where mine.object_kind = 'draft' and mine.object_id = ${draftId}::bigint
      and mine.file_type = ${FILE_TYPES.invoice} and mine.deleted_at is null
      and other.object_kind in ('draft', 'invoice')
      and other.file_type = ${FILE_TYPES.invoice} and other.deleted_at is null
    order by other.object_id desc limit ${MAX_SHOWN})`
}

const supplierOf = ({ isSupplierFund, invoicedFundLegalEntity, invoicedLegalEntity }: Compared) =>
  isSupplierFund ? invoicedFundLegalEntity : invoicedLegalEntity

function sameReference(fields: Compared): SQL[] {
  const supplierId = supplierOf(fields)
  const { invoiceRef } = fields
  // A reference without any letter or digit identifies nothing.
  if (supplierId === null || invoiceRef === null || !/[\p{L}\p{N}]/u.test(invoiceRef)) return []
  const key = refKeyOf(sql`${invoiceRef}::text`)
  return [draft, invoice].map(
    (table) => sql`(select x.id, ${SAME_REFERENCE} from ${table} x
      where x.ref_key = ${key} and x.ref_key <> '' and x.supplier_id = ${supplierId}::int
      order by x.id desc limit ${MAX_SHOWN})`,
  )
}

function sameAmount(fields: Compared): SQL[] {
  const supplierId = supplierOf(fields)
  const { grossAmount, currency, invoiceDate } = fields
  if (grossAmount === null || currency === null || invoiceDate === null) return []
  const why = sql`${SAME_AMOUNT}`
  const near = sql`x.invoice_date between ${addDays(invoiceDate, -DAYS_APART)}::date
    and ${addDays(invoiceDate, DAYS_APART)}::date and x.currency = ${currency}`
  // Where both suppliers are known they are the same.
  const supplier =
    supplierId === null ? sql`` : sql` and (of.supplier_id is null or of.supplier_id = ${supplierId}::int)`
  return [
    sql`(select x.id, ${why} from ${draft} x join ${draft} of on of.id = x.id
      where x.gross_amount = ${grossAmount}::numeric and ${near}${supplier}
      order by x.id desc limit ${MAX_SHOWN})`,
    sql`(select x.id, ${why} from ${invoiceRow} x join ${invoice} of on of.id = x.id
      where x.gross_hundredths = (${grossAmount}::numeric * 100)::bigint and ${near}${supplier}
      order by x.id desc limit ${MAX_SHOWN})`,
  ]
}

/** The drafts and invoices of the same supplier and currency with an amount within so many cents. */
function ofAmount(fields: Compared, cents: number, why: string, where: SQL): SQL[] {
  const supplierId = supplierOf(fields)
  const { grossAmount, currency } = fields
  if (supplierId === null || grossAmount === null || currency === null) return []
  const least = new Big(grossAmount).minus(new Big(cents).div(100)).toFixed(2)
  const most = new Big(grossAmount).plus(new Big(cents).div(100)).toFixed(2)
  const same = sql`x.supplier_id = ${supplierId}::int and x.currency = ${currency} and ${where}`
  return [
    sql`(select x.id, ${why} from ${draft} x
      where x.gross_amount between ${least}::numeric and ${most}::numeric and ${same}
      order by x.id desc limit ${MAX_SHOWN})`,
    sql`(select x.id, ${why} from ${invoiceRow} listed join ${invoice} x on x.id = listed.id
      where listed.gross_hundredths between (${least}::numeric * 100)::bigint and (${most}::numeric * 100)::bigint
        and ${same}
      order by x.id desc limit ${MAX_SHOWN})`,
  ]
}

function sameBill(fields: Compared): SQL[] {
  const { invoiceRef } = fields
  if (invoiceRef === null) return []
  return ofAmount(fields, 0, SAME_BILL, sameReferenceSql(sql`x.invoice_ref`, sql`${invoiceRef}::text`))
}

/** A cent more or less, or a letter after the same reference. */
function nearlySame(fields: Compared): SQL[] {
  const { invoiceRef, invoiceDate, grossAmount } = fields
  const another = sql`x.gross_amount <> ${grossAmount}::numeric`
  return [
    ...(invoiceDate === null
      ? []
      : ofAmount(
          fields,
          1,
          ALMOST,
          sql`${another} and x.invoice_date between ${addDays(invoiceDate, -DAYS_APART)}::date
            and ${addDays(invoiceDate, DAYS_APART)}::date`,
        )),
    ...(invoiceRef === null
      ? []
      : ofAmount(fields, 1, SIMILAR, similarReferenceSql(sql`x.invoice_ref`, sql`${invoiceRef}::text`))),
  ]
}

function duplicateOf({
  kind,
  id,
  why,
  blocks,
  supplier,
  invoice_ref,
  currency,
  gross_amount,
  ...at
}: Found): Duplicate {
  const amount = gross_amount === null ? null : showMoney(gross_amount, currency)
  const day = at.invoice_date === null ? null : `of ${showDay(at.invoice_date)}`
  const parts = [supplier, invoice_ref, [amount, day].filter(Boolean).join(' '), at.status]
  return { kind, id: Number(id), why, blocks, text: [`${kind} ${id}`, ...parts.filter(Boolean)].join(', ') }
}

import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { draft } from 'db/schema/drafts'
import { clientValidator, expenseType, legalEntity, mapping, routineType } from 'db/schema/lookups'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/users.server'
import { invoiced, posting, rule, settling, supplier, userA, userB } from '~/areas/expenses/references.server'
import type { List } from '~/platform/lists/list'
import { expressionsOf, sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import type { EventClass } from '~/platform/workflow/types'
import { fieldsOf } from '~/ui/grid/columns'
import type { DraftRow, ListedDraft } from './draft'
import { DRAFT_COLUMNS } from './list'

/** The creator of a draft when no person is known. */
const SYSTEM_NAME = sql`'SYSTEM'`

/** The log of a draft's last event. */
const lastLog = sql<string>`(select e.log from ${workflowEvent} e
  where e.object_id = ${draft.id} order by e.seq desc limit 1)`

/**
 * The drafts that have a text in one of the columns of their list. The names that contain it are looked up first, and
 * the drafts are found by their ids; the drafts' own texts are read as one text. Name by name, the query would put each
 * of 20 columns into lower case for each draft. The last event comes last: it is a look-up for each remaining draft.
 * @param like in lower case, as LIKE takes it
 */
function draftsWith(like: SQL): SQL {
  const has = (...texts: SQLWrapper[]) =>
    sql.join(
      texts.map((text) => sql`lower(${text}) like ${like}`),
      sql` or `,
    )
  const ids = (table: PgTable & { id: PgColumn }, ...texts: SQLWrapper[]) =>
    sql`(select ${table.id} from ${table} where ${has(...texts)})`
  const entities = ids(legalEntity, legalEntity.name)
  const validators = ids(clientValidator, fullNameOf(clientValidator))
  const own = [draft.invoiceRef, draft.currency, draft.transactionComment]
  const state = [workflowInstance.status, workflowInstance.queue]
  const found = [
    sql`${draft.supplierId} in ${ids(legalEntity, legalEntity.name, legalEntity.jurisdiction)}`,
    sql`${draft.invoicedEntityId} in ${entities}`,
    sql`${draft.settlingEntityId} in ${entities}`,
    sql`${draft.expenseTypeId} in ${ids(expenseType, expenseType.name, expenseType.category)}`,
    sql`${draft.routineTypeId} in ${ids(routineType, routineType.name)}`,
    shownAs(draft.allocationRule, 'FEE_ALLOCATION', has),
    shownAs(draft.postingFilter, 'POSTING_FILTER', has),
    sql`${draft.validatingUserA} in ${validators}`,
    sql`${draft.validatingUserB} in ${validators}`,
    sql`${draft.createdBy} in ${ids(appUser, sql`coalesce(${fullNameOf(appUser)}, ${SYSTEM_NAME})`)}`,
    sql`${draft.createdBy} is null and ${has(SYSTEM_NAME)}`,
    has(sql`concat_ws(chr(31), ${sql.join([...own, ...state], sql`, `)})`),
    has(lastLog),
  ]
  return sql`(${sql.join(found, sql` or `)})`
}

/** The name of a code; the code itself where it has none. */
function shownAs(code: PgColumn, key: string, has: (text: SQLWrapper) => SQL): SQL {
  const called = sql`select ${mapping.code} from ${mapping} where ${mapping.key} = ${key}`
  return sql`${code} in (${called} and ${has(mapping.display)}) or (${has(code)} and ${code} not in (${called}))`
}

// Look-ups for the displayed rows only: most queries sort and filter by other columns.
const createdBy = sql<string>`coalesce((select nullif(trim(concat(u.first_name, ' ', u.last_name)), '')
  from app_user u where u.id = ${draft.createdBy}), ${SYSTEM_NAME})`
const lastUser = sql<string>`(select e.who_name from ${workflowEvent} e
  where e.object_id = ${draft.id} order by e.seq desc limit 1)`

const company = sql<string | null>`case when not ${draft.isSupplierFund} then ${supplier.name} end`
const fund = sql<string | null>`case when ${draft.isSupplierFund} then ${supplier.name} end`
const updateDate = sql<Date>`greatest(${draft.updateDate}, ${workflowInstance.lastEventAt})`.mapWith(
  draft.updateDate,
)
const ruleName = sql<string | null>`coalesce(${rule.display}, ${draft.allocationRule})`
const postingName = sql<string | null>`coalesce(${posting.display}, ${draft.postingFilter})`

/** The columns of a draft, to show, sort, filter and group by. */
const SHOWN = {
  id: draft.id,
  legal_entity_name: company,
  invoice_fund_legal_entity_name: fund,
  supplier_jurisdiction: supplier.jurisdiction,
  invoice_entity: supplier.name,
  invoiced_legal_entity_name: invoiced.name,
  settling_entity: settling.name,
  category: expenseType.category,
  expense_type: expenseType.name,
  routine_type_name: routineType.name,
  allocation_rule: ruleName,
  pre_paid: draft.prePaid,
  received_date: draft.receivedDate,
  gl_date: draft.glDate,
  invoice_ref: draft.invoiceRef,
  currency: draft.currency,
  gross_amount: draft.grossAmount,
  due_date: draft.dueDate,
  taxes: draft.taxes,
  net_amount: draft.netAmount,
  validating_user_a: fullNameOf(userA),
  validating_user_b: fullNameOf(userB),
  exclude_from_cash: draft.excludeFromCash,
  posting_filter: postingName,
  transaction_comment: draft.transactionComment,
  username: createdBy,
  last_user: lastUser,
  creation_date: draft.creationDate,
  update_date: updateDate,
  invoice_date: draft.invoiceDate,
  event_log: lastLog,
  event_status: workflowInstance.status,
  event_queue: workflowInstance.queue,
}

/** Columns of Drafted Expenses, and those that only its call has. */
export const DRAFT_FIELDS = [...DRAFT_COLUMNS, ...fieldsOf({ event_queue: 'text' })]

const REQUIRED = new Set<string>([
  'id',
  'transaction_comment',
  'username',
  'event_status',
  'event_queue',
  'creation_date',
  'update_date',
  'pre_paid',
  'exclude_from_cash',
])

const columns = sqlColumns(
  DRAFT_FIELDS,
  expressionsOf(SHOWN, (id) => ({ required: REQUIRED.has(id) })),
)

const from = sql`${draft}
  join ${workflowInstance} on ${workflowInstance.objectId} = ${draft.id}
  left join ${legalEntity} ${sql.identifier('supplier')} on ${supplier.id} = ${draft.supplierId}
  left join ${legalEntity} ${sql.identifier('invoiced')} on ${invoiced.id} = ${draft.invoicedEntityId}
  left join ${legalEntity} ${sql.identifier('settling')} on ${settling.id} = ${draft.settlingEntityId}
  left join ${expenseType} on ${expenseType.id} = ${draft.expenseTypeId}
  left join ${routineType} on ${routineType.id} = ${draft.routineTypeId}
  left join ${mapping} ${sql.identifier('allocation_mapping')}
    on ${rule.key} = 'FEE_ALLOCATION' and ${rule.code} = ${draft.allocationRule}
  left join ${mapping} ${sql.identifier('posting_mapping')}
    on ${posting.key} = 'POSTING_FILTER' and ${posting.code} = ${draft.postingFilter}
  left join ${clientValidator} ${sql.identifier('user_a')} on ${userA.id} = ${draft.validatingUserA}
  left join ${clientValidator} ${sql.identifier('user_b')} on ${userB.id} = ${draft.validatingUserB}`

/** Under way, still to be paid, and past the due date of its invoice. */
const overdueSql = (
  today: Day,
) => sql`(${workflowInstance.kind} = 'draft' and ${workflowInstance.queue} <> 'SYSTEM'
  and not ${draft.alreadyPaid} and ${draft.dueDate} < ${today}::date)`

/** How many drafts under way are past their due date. */
export function countOverdueDrafts({ read, today }: Context): Promise<number> {
  return read.$count(
    sql`${workflowInstance} join ${draft} on ${draft.id} = ${workflowInstance.objectId}`,
    overdueSql(today),
  )
}

/** All drafts, as Drafted Expenses shows them: with how late each is. Amounts add up by currency. */
export function listedDrafts(context: Context): List<ListedDraft> {
  const { read, today } = context
  const overdue = overdueSql(today)
  const late = sql<number | null>`(case when ${overdue} then ${today}::date - ${draft.dueDate} end)`
  return sqlList<ListedDraft>(context, {
    ...DEFINITION,
    columns: { ...columns, days_late: { kind: 'number', sql: late, filled: overdue } },
    rows: (ids) => rowsOf(read, ids, late),
  })
}

const DEFINITION = {
  columns,
  from,
  key: draft.id,
  unit: draft.currency,
  found: draftsWith,
  keyOf: ({ id }: DraftRow) => id,
}

/** All drafts, as the call has them. */
export function draftList(context: Context): List<DraftRow> {
  return sqlList(context, {
    ...DEFINITION,
    rows: async (ids) => (await rowsOf(context.read, ids, NOT_ASKED)).map(({ days_late: _, ...row }) => row),
  })
}

const NOT_ASKED = sql<number | null>`null::int`

async function rowsOf(
  read: Read,
  ids: readonly number[],
  days_late: SQL<number | null>,
): Promise<ListedDraft[]> {
  const rows = await read
    .select({ ...SHOWN, days_late, event_class: workflowInstance.class })
    .from(draft)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, draft.id))
    .leftJoin(supplier, eq(supplier.id, draft.supplierId))
    .leftJoin(invoiced, eq(invoiced.id, draft.invoicedEntityId))
    .leftJoin(settling, eq(settling.id, draft.settlingEntityId))
    .leftJoin(expenseType, eq(expenseType.id, draft.expenseTypeId))
    .leftJoin(routineType, eq(routineType.id, draft.routineTypeId))
    .leftJoin(rule, and(eq(rule.key, 'FEE_ALLOCATION'), eq(rule.code, draft.allocationRule)))
    .leftJoin(posting, and(eq(posting.key, 'POSTING_FILTER'), eq(posting.code, draft.postingFilter)))
    .leftJoin(userA, eq(userA.id, draft.validatingUserA))
    .leftJoin(userB, eq(userB.id, draft.validatingUserB))
    .where(inArray(draft.id, [...ids]))
  return rows.map(({ event_class, ...row }) => ({ ...row, event_class: event_class as EventClass }))
}

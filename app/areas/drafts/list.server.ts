import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { draft } from 'db/schema/drafts'
import { clientValidator, expenseType, legalEntity, mapping, routineType } from 'db/schema/lookups'
import { workflowInstance } from 'db/schema/workflow'
import { eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/users.server'
import { invoiced, posting, rule, settling, supplier, userA, userB } from '~/areas/expenses/references.server'
import type { List } from '~/platform/lists/list'
import {
  fieldsOfRows,
  fromSql,
  inner,
  type ListFields,
  type ListTables,
  left,
  listedColumns,
} from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import type { Context } from '~/platform/values/context.server'
import {
  DRAFT_DECLARED,
  DRAFT_ROW,
  type DraftRow,
  type ListedDraft,
  lastLog,
  listedRow,
  overdueSql,
  SYSTEM_NAME,
} from './fields.server'

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

/** Columns of Drafted Expenses, and those that only its call has. */
export const DRAFT_FIELDS = listedColumns(columnsOfFields<DraftRow>(DRAFT_DECLARED), DRAFT_ROW)

const columns = sqlColumns(DRAFT_FIELDS, DRAFT_ROW)

const TABLES: ListTables = {
  table: draft,
  joins: [
    inner(workflowInstance, eq(workflowInstance.objectId, draft.id)),
    left(supplier, eq(supplier.id, draft.supplierId)),
    left(invoiced, eq(invoiced.id, draft.invoicedEntityId)),
    left(settling, eq(settling.id, draft.settlingEntityId)),
    left(expenseType, eq(expenseType.id, draft.expenseTypeId)),
    left(routineType, eq(routineType.id, draft.routineTypeId)),
    left(rule, sql`${rule.key} = 'FEE_ALLOCATION' and ${rule.code} = ${draft.allocationRule}`),
    left(posting, sql`${posting.key} = 'POSTING_FILTER' and ${posting.code} = ${draft.postingFilter}`),
    left(userA, eq(userA.id, draft.validatingUserA)),
    left(userB, eq(userB.id, draft.validatingUserB)),
  ],
}

const DEFINITION = {
  from: fromSql(TABLES),
  key: draft.id,
  unit: draft.currency,
  found: draftsWith,
  keyOf: ({ id }: DraftRow) => id,
}

/** How many drafts under way are past their due date. */
export function countOverdueDrafts({ read, today }: Context): Promise<number> {
  return read.$count(
    sql`${workflowInstance} join ${draft} on ${draft.id} = ${workflowInstance.objectId}`,
    overdueSql(today),
  )
}

/** All drafts, as Drafted Expenses shows them: with how late each is. Amounts add up by currency. */
export function listedDrafts(context: Context): List<ListedDraft> {
  const fields = listedRow(context.today)
  return sqlList<ListedDraft>(context, {
    ...DEFINITION,
    columns: { ...columns, days_late: { ...fields.days_late, kind: 'number' } },
    rows: (ids) => rowsOf(context.read, fields, ids),
  })
}

/** All drafts, as the call has them. */
export function draftList(context: Context): List<DraftRow> {
  return sqlList(context, {
    ...DEFINITION,
    columns,
    rows: (ids) => rowsOf(context.read, DRAFT_ROW, ids),
  })
}

const rowsOf = <Fields extends ListFields>(read: Read, fields: Fields, ids: readonly number[]) =>
  fieldsOfRows(read, TABLES, fields, inArray(draft.id, [...ids]))

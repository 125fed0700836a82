import { appUser } from 'db/schema/access'
import { draft } from 'db/schema/drafts'
import { clientValidator, expenseType, legalEntity, mapping, routineType } from 'db/schema/lookups'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/full-name.server'

/** Who made a draft of which no person is known. */
export const NOBODY = sql`'SYSTEM'`

/** The log of a draft's last event. */
export const lastLog = sql<string>`(select e.log from ${workflowEvent} e
  where e.object_id = ${draft.id} order by e.seq desc limit 1)`

/**
 * The drafts that have a text in one of the columns of their list. The names that have it are looked up first, and the
 * drafts found by their ids; what drafts say themselves is read as one text. Asked name by name, each of 20 columns would
 * be put into lower case for each draft. The last event comes last: it is a look-up for each draft that is left.
 * @param like in lower case, as LIKE takes it
 */
export function draftsWith(like: SQL): SQL {
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
    sql`${draft.createdBy} in ${ids(appUser, sql`coalesce(${fullNameOf(appUser)}, ${NOBODY})`)}`,
    sql`${draft.createdBy} is null and ${has(NOBODY)}`,
    has(sql`concat_ws(chr(31), ${sql.join([...own, ...state], sql`, `)})`),
    has(lastLog),
  ]
  return sql`(${sql.join(found, sql` or `)})`
}

/** A code by what it is called, and one that is called nothing by itself. */
function shownAs(code: PgColumn, key: string, has: (text: SQLWrapper) => SQL): SQL {
  const called = sql`select ${mapping.code} from ${mapping} where ${mapping.key} = ${key}`
  return sql`${code} in (${called} and ${has(mapping.display)}) or (${has(code)} and ${code} not in (${called}))`
}

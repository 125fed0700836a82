import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { inArray, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { sqlList } from '~/platform/lists/sql-list.server'
import { rowKey } from '~/platform/tables/row-key'
import type { TableRow } from '~/platform/tables/table-column'

/** The whole NAV calendar, paged by the database: years of it are tens of thousands of dates. */
export function navCalendarList(read: Read, timeZone: string): List<TableRow> {
  const { id, fundId, navDate, maxPrebalanceDate, maxSendingDate } = fundNav
  return sqlList<TableRow>(
    read,
    {
      columns: {
        // As it is chosen and shown.
        fundId: { kind: 'text', sql: sql`(${fund.code} || ' ' || ${fund.name})`, required: true },
        navDate: { kind: 'day', sql: navDate, required: true },
        maxPrebalanceDate: { kind: 'day', sql: maxPrebalanceDate },
        maxSendingDate: { kind: 'day', sql: maxSendingDate },
        key: { kind: 'text', sql: sql`${id}::text`, required: true, unsearched: true },
      },
      from: sql`${fundNav} join ${fund} on ${fund.id} = ${fundId}`,
      key: id,
      async rows(keys) {
        const rows = await read
          .select({ id, fundId, navDate, maxPrebalanceDate, maxSendingDate })
          .from(fundNav)
          .where(inArray(id, [...keys]))
        return rows.map((row) => ({ ...row, key: rowKey(['id'], row) }))
      },
      keyOf: (row) => Number(row.id),
    },
    timeZone,
  )
}

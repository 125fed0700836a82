import type { Read } from 'db/database'
import { shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav } from 'db/schema/navs'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import type { SqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Decimal } from '~/platform/values/decimal'

/** A figure of the NAV (specification: NAV element). */
export interface NavElementRow {
  row: number
  /** Fund share: the name in the workbook, else the class's, else the code. */
  object_name: string
  /** Type, such as "NAV PER SHARE". */
  style: string
  iso3currency: string
  point_value: Decimal
}

const name = sql<string>`coalesce(nullif(${navLine.name}, ''), ${shareClass.name}, ${navLine.code})`

const columns: SqlColumns = {
  object_name: { kind: 'text', sql: name, required: true },
  style: { kind: 'text', sql: navLine.type, required: true },
  iso3currency: { kind: 'text', sql: navLine.currency, required: true },
  point_value: { kind: 'number', sql: navLine.value, required: true },
}

const from = sql`${fundNav}
  join ${navLine} on ${navLine.controlId} = ${fundNav.currentControlId}
  left join ${shareClass} on ${shareClass.code} = ${navLine.code}`

/** The NAV elements of a NAV's current control. */
export function navElements(read: Read, fundNavId: number): List<NavElementRow> {
  const where = sql`${fundNav.id} = ${fundNavId}`
  const rows = (numbers: readonly number[]) =>
    read
      .select({
        row: navLine.row,
        object_name: name,
        style: navLine.type,
        iso3currency: navLine.currency,
        point_value: navLine.value,
      })
      .from(fundNav)
      .innerJoin(navLine, eq(navLine.controlId, fundNav.currentControlId))
      .leftJoin(shareClass, eq(shareClass.code, navLine.code))
      .where(and(eq(fundNav.id, fundNavId), inArray(navLine.row, [...numbers])))
  return sqlList(read, { columns, from, where, key: navLine.row, keyOf: ({ row }) => row, rows }, 'UTC')
}

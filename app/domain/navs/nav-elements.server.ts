import type { Read } from 'db/doors'
import { shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav } from 'db/schema/navs'
import { count, eq, sql } from 'drizzle-orm'
import type { ListPage, ListQuery } from '~/domain/lists/list-query'
import { orderOf, type SqlColumns, whereOf } from '~/domain/lists/list-sql.server'
import type { Decimal } from '~/domain/values/decimal'

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
  object_name: { kind: 'text', sql: name },
  style: { kind: 'text', sql: navLine.type },
  iso3currency: { kind: 'text', sql: navLine.currency },
  point_value: { kind: 'number', sql: navLine.value },
}

/** One page of the NAV elements of a NAV's current control. */
export async function listNavElements(
  read: Read,
  fundNavId: number,
  query: ListQuery,
): Promise<ListPage<NavElementRow>> {
  const conditions = whereOf(query, columns, 'UTC')
  const ofNav = eq(fundNav.id, fundNavId)
  const where = conditions ? sql`${ofNav} and ${conditions}` : ofNav
  const [rows, totals] = await Promise.all([
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
      .where(where)
      .orderBy(...orderOf(query, columns, navLine.row))
      .limit(query.size)
      .offset((query.page - 1) * query.size),
    read
      .select({ total: count() })
      .from(fundNav)
      .innerJoin(navLine, eq(navLine.controlId, fundNav.currentControlId))
      .leftJoin(shareClass, eq(shareClass.code, navLine.code))
      .where(where),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

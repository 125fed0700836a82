import type { Read } from 'db/database'
import { benchmarkLevel } from 'db/schema/lookups'
import { sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { sqlList } from '~/platform/lists/sql-list.server'
import { rowKey } from '~/platform/tables/row-key'
import type { TableRow } from '~/platform/tables/table-column'
import type { Day } from '~/platform/values/day'
import { Big, plain } from '~/platform/values/decimal'

/** More benchmarks than any site has. */
const BENCHMARKS = 100_000
const FIRST_DAY = '1900-01-01'

/** All levels of all benchmarks, paged by the database: years of them are tens of thousands. */
export function benchmarkLevelList(read: Read, timeZone: string): List<TableRow> {
  const { benchmark, date, level } = benchmarkLevel
  // Each benchmark has its place among the names: with the day it is one number.
  const from = sql`${benchmarkLevel} join (
    select name, row_number() over (order by name) as place
    from (select distinct ${benchmark} as name from ${benchmarkLevel}) as names
  ) as placed on placed.name = ${benchmark}`
  const key = sql`((${date} - ${FIRST_DAY}::date)::bigint * ${BENCHMARKS}::bigint + placed.place)`
  type Stored = { benchmark: string; date: Day; level: string; number: string }
  // Beside the rows: those are answered as they are.
  const numbers = new Map<string, number>()
  return sqlList<TableRow>(
    read,
    {
      columns: {
        benchmark: { kind: 'text', sql: benchmark, required: true },
        date: { kind: 'day', sql: date, required: true },
        level: { kind: 'number', sql: level, required: true },
        key: { kind: 'text', sql: sql`${benchmark} || '~' || ${date}`, required: true, unsearched: true },
      },
      from,
      key,
      async rows(keys) {
        const found: unknown = await read.execute(sql`
          select ${benchmark}, ${date}::text as date, ${level}::text as level, ${key} as number
          from ${from} where ${key} in (${sql.join(
            keys.map((each) => sql`${each}::bigint`),
            sql`, `,
          )})`)
        return (found as Stored[]).map(({ number, ...row }) => {
          const values = { ...row, level: plain(new Big(row.level)) }
          const key = rowKey(['benchmark', 'date'], values)
          numbers.set(key, Number(number))
          return { ...values, key }
        })
      },
      keyOf: (row) => numbers.get(row.key) ?? Number.NaN,
    },
    timeZone,
  )
}

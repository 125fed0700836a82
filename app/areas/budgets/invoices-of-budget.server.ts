import type { Read } from 'db/database'
import { invoiceRow } from 'db/schema/invoices'
import { inArray, sql } from 'drizzle-orm'
import type { InvoiceRow } from '~/areas/invoices/fields.server'
import { joinedInvoiceList } from '~/areas/invoices/list.server'
import type { List, Sums } from '~/platform/lists/list'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import type { Budget } from './budget'
import type { AllocatedInvoice } from './budget-figures'
import { enteredTerms, partsOf, rateDaySql, rateSql } from './budget-parts.server'
import { countedColumns } from './list'

const allocated = sql.identifier('allocated')

/** The invoices that a budget has consumed, with the fields that `rowsOf` reads and the amount that counts of each. */
export function invoicesOfBudget<Row extends InvoiceRow>(
  context: Context,
  { id, currency }: Pick<Budget, 'id' | 'currency'>,
  rowsOf: (read: Read, ids: readonly number[]) => Promise<Row[]>,
): List<Row & AllocatedInvoice> {
  const { read } = context
  const [own, into, day] = [sql`p.currency`, sql`${currency}::text`, sql`p.invoice_date`]
  const rate = sql`round(${rateSql(own, day)}::numeric / ${rateSql(into, day)}, 10)`
  const days = sql`least(${rateDaySql(own, day)}, ${rateDaySql(into, day)})`
  const parts = sql`
    select rated.id, rated.amount, rated.rate, case when rated.rate is not null then rated.days end as rate_date
    from (select p.id, p.amount, case when ${own} <> ${into} then ${rate} end as rate, ${days} as days
      from (${partsOf(enteredTerms(sql`entered.id = ${id}::bigint`))}) p where p.kind = 'invoice') rated`

  async function rows(ids: readonly number[]): Promise<(Row & AllocatedInvoice)[]> {
    if (ids.length === 0) return []
    const [invoices, found] = await Promise.all([
      rowsOf(read, ids),
      read.execute(sql`
        select ${allocated}.id, ${allocated}.amount, trim_scale(${allocated}.rate) as rate,
          ${allocated}.rate_date::text as rate_date
        from (${parts}) ${allocated} where ${inArray(sql`${allocated}.id`, [...ids])}`),
    ])
    const counted = new Map((found as unknown as Counted[]).map((each) => [Number(each.id), each]))
    return invoices.flatMap((row) => {
      const its = counted.get(row.id)
      if (!its) return []
      const { amount, rate, rate_date } = its
      return [{ ...row, counted_amount: amount, counted_currency: currency, rate, rate_date }]
    })
  }

  const list = joinedInvoiceList(context, {
    join: sql`join (${parts}) ${allocated} on ${allocated}.id = ${invoiceRow.id}`,
    columns: sqlColumns(countedColumns(currency, 'gross'), {
      counted_amount: { sql: sql`${allocated}.amount` },
      rate: { sql: sql`${allocated}.rate` },
      rate_date: { sql: sql`${allocated}.rate_date` },
    }),
    rows,
  })
  const converted = <Group extends { sums: Sums }>(group: Group): Group => ({
    ...group,
    sums: inOneCurrency(group.sums, currency),
  })
  return {
    ...list,
    page: async (query) => {
      const page = await list.page(query)
      return { ...converted(page), groups: page.groups.map(converted) }
    },
    groups: async (query, keys) => (await list.groups(query, keys)).map(converted),
  }
}

interface Counted {
  id: string
  amount: Decimal | null
  rate: Decimal | null
  rate_date: Day | null
}

/** Invoices of several currencies add up to one amount, in the budget's currency. */
function inOneCurrency({ counted_amount: parts = [], ...sums }: Sums, currency: string): Sums {
  if (parts.length === 0) return sums
  const sum = parts.reduce((all, part) => all.plus(part.sum), new Big(0))
  return { ...sums, counted_amount: [{ unit: currency, sum: plain(sum) }] }
}

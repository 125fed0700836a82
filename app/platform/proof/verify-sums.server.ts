import type { Read } from 'db/database'
import { type SQL, sql } from 'drizzle-orm'

/**
 * Sums that triggers write are not recorded; they are computed again from the rows that they add up, which are. Returns
 * a sentence for each that differs.
 * @param read sees one moment
 */
export async function verifySums(read: Read, most: number): Promise<string[]> {
  const tables = [
    { table: 'invoice_tally', differing: INVOICE_SUMS },
    { table: 'price_row', differing: PRICE_SUMS },
  ]
  const findings: string[] = []
  for (const { table, differing } of tables) {
    const rows = (await read.execute(sql`${differing} limit ${most}`)) as unknown as Differing[]
    for (const { key, held, due } of rows)
      findings.push(
        `${table} ${key}: it adds up to ${held ?? 'nothing'}, and its rows to ${due ?? 'nothing'}`,
      )
  }
  return findings
}

interface Differing {
  key: string
  held: string | null
  due: string | null
}

const INVOICE_SUMS: SQL = sql`
  with due as (
    select v.tallied, v.value, r.currency, r.event_status, concat_ws(', ', count(*) || ' invoices',
      trim_scale(sum(r.gross_hundredths)) || ' gross', trim_scale(sum(r.taxes_hundredths)) || ' taxes', trim_scale(sum(r.net_hundredths)) || ' net') as sums
    from invoice_row r cross join lateral (values
      ('provider', r.provider),
      ('settling_entity', r.settling_entity),
      ('expense_type', r.expense_type),
      ('routine_type', coalesce(r.routine_type, '')),
      ('invoice_date', r.invoice_date::text),
      ('due_date', coalesce(r.due_date::text, '')),
      ('event_status', r.event_status)) v (tallied, value)
    group by 1, 2, 3, 4
  ), held as (
    select tallied, value, currency, event_status, concat_ws(', ', sum(invoices) || ' invoices',
      trim_scale(sum(gross_hundredths)) || ' gross', trim_scale(sum(taxes_hundredths)) || ' taxes', trim_scale(sum(net_hundredths)) || ' net') as sums
    from invoice_tally group by 1, 2, 3, 4
    having (sum(invoices), sum(gross_hundredths), sum(taxes_hundredths), sum(net_hundredths)) <> (0, 0, 0, 0)
  )
  select concat_ws(' ', tallied, value, currency, event_status) as key, held.sums as held, due.sums as due
  from due full join held using (tallied, value, currency, event_status)
  where due.sums is distinct from held.sums order by 1`

/** As move_prices of the database adds them up: each fund counts once for its first price of an instrument. */
const PRICE_SUMS: SQL = sql`
  with line as (
    select nav.nav_date, l.isin, l.quotation_currency as currency, l.price_date, l.price,
      row_number() over (partition by l.control_id, l.isin, l.quotation_currency, l.price_date order by l.row) = 1 as first
    from inventory_line l join fund_nav nav on nav.current_control_id = l.control_id
    where l.isin <> '' and l.price is not null and l.price_date is not null and l.type in ('Equity', 'Bond', 'Fund')
      and not exists (select from workflow_instance at where at.object_id = nav.id and at.status = 'CANCELLED')
  ), due as (
    select nav_date, isin, currency, price_date, price,
      count(*) || ' lines of ' || count(*) filter (where first) || ' funds' as sums
    from line group by 1, 2, 3, 4, 5
  ), held as (
    select nav_date, isin, currency, price_date, price, sum(lines) || ' lines of ' || sum(funds) || ' funds' as sums
    from price_row group by 1, 2, 3, 4, 5
  )
  select concat_ws(' ', nav_date, isin, currency, price_date, price) as key, held.sums as held, due.sums as due
  from due full join held using (nav_date, isin, currency, price_date, price)
  where due.sums is distinct from held.sums order by 1`

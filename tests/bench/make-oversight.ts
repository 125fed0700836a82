import type { Database } from 'db/database'
import { sql } from 'drizzle-orm'
import { RULES } from '~/areas/navs/rules/catalogue'

export interface OversightSize {
  funds: number
  /** Each with a NAV on every weekday. */
  months: readonly string[]
}

const INVENTORY_LINES = 40
/** One in ten results is not OK. */
const ONE_NOK_IN = 10

/**
 * Funds with a daily NAV that was controlled, submitted and sent.
 * @returns what was made, in words
 */
export async function overseen({ transaction }: Database, { funds, months }: OversightSize): Promise<string> {
  const rules = sql`jsonb_array_elements_text(${JSON.stringify(RULES.map(({ id }) => id))}::jsonb) with ordinality as rule (id, place)`
  return transaction(async (tx) => {
    await tx.execute(sql`insert into fund (code, name, currency, type, regime, provider, client_validation)
      select 'OVB' || lpad(n::text, 3, '0'), 'Benchmark ' || n, 'EUR', 'EQUITY', 'UCITS',
        (array['FIA', 'MFFA'])[1 + n % 2], false
      from generate_series(1, ${funds}::int) n`)
    await tx.execute(sql`create temp table made on commit drop as
      select nextval('object_id') as nav_id, nextval('object_id') as control_id, fund.id as fund_id, day::date as day
      from fund, jsonb_array_elements_text(${JSON.stringify(months)}::jsonb) month,
        generate_series((month || '-01')::date, (month || '-01')::date + interval '1 month' - interval '1 day', '1 day') day
      where fund.code like 'OVB%' and extract(isodow from day) < 6`)
    await tx.execute(sql`insert into fund_nav (id, fund_id, nav_date, max_sending_date)
      select nav_id, fund_id, day, day + 2 from made`)
    await tx.execute(sql`insert into nav_control (id, fund_nav_id, round, upload_type, definition, reason_code, comment,
        user_id, submitted_at, ok_count, nok_count)
      select control_id, nav_id, 1, 'FIA', 'FIA 2 files', 'FIRST', '', 1, day + interval '34 hours', 45, 5 from made`)
    await tx.execute(
      sql`update fund_nav set current_control_id = made.control_id from made where id = made.nav_id`,
    )
    // Their hashes form no chain; nothing verifies them here.
    await tx.execute(sql`insert into workflow_event (object_kind, object_id, seq, round, type, name, at, user_id, who_name,
        queue, status, class, log, data, previous_hash, hash)
      select 'nav', nav_id, seq, 1, 'step', name, day + hours * interval '1 hour', 1, 'Benchmark', 'COMPLETED', 'SENT',
        'validated', '', '{}', md5(nav_id::text) || md5(seq::text), md5(seq::text) || md5(nav_id::text)
      from made, (values (1, 'submit', 36), (2, 'send', 42)) as step (seq, name, hours)`)
    await tx.execute(sql`insert into workflow_instance (object_id, kind, definition_id, queue, status, class, last_event_id,
        last_event_at)
      select nav_id, 'nav', (select max(id) from workflow_definition where kind = 'nav'), 'COMPLETED', 'SENT', 'validated',
        0, day + interval '42 hours' from made`)
    await tx.execute(sql`insert into rule_result (control_id, rule_id, sorting_order, name, severity, result, comment,
        evidence, breach_count)
      select control_id, rule.id, rule.place, rule.id, 'W',
        case when (control_id + rule.place) % ${ONE_NOK_IN} = 0 then 'NOK' else 'OK' end, '', '{}',
        case when (control_id + rule.place) % ${ONE_NOK_IN} = 0 then 2 else 0 end
      from made, ${rules}`)
    await tx.execute(sql`insert into inventory_line (control_id, row, instrument_code, instrument_name, type,
        quotation_currency, market_value)
      select control_id, n, 'I' || n, 'Instrument ' || n, 'Equity', 'EUR', 1
      from made, generate_series(1, ${INVENTORY_LINES}::int) n`)
    const [row] = await tx.execute<{ navs: number }>(sql`select count(*)::int as navs from made`)
    return `${row?.navs} NAVs, each with ${RULES.length} results and ${INVENTORY_LINES} inventory lines`
  })
}

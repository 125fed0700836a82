import type { Read } from 'db/database'
import { sql } from 'drizzle-orm'
import { fullNameOf } from '~/areas/access/users.server'
import { type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/numerals'
import type { ExplainableRule } from '../rules/contract'
import type { ExplanationRow, ExplanationState } from './explained'

/**
 * The last NAV of each fund that was controlled and not cancelled, with its control: a common table expression
 * "newest".
 */
export const newestSql = sql`newest as (
  select distinct on (nav.fund_id) nav.fund_id, nav.id as nav_id, nav.nav_date, nav.current_control_id as control_id
  from fund_nav nav join workflow_instance place on place.object_id = nav.id
  where nav.current_control_id is not null and place.status <> 'CANCELLED'
  order by nav.fund_id, nav.nav_date desc)`

const BP_PLACES = 4

/** The name of a joined user, by the alias of the join. */
export const nameOf = (alias: string) => {
  const column = (name: string) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`
  const name = fullNameOf({ firstName: column('first_name'), lastName: column('last_name') })
  return sql`coalesce(${name}, ${column('user_name')})`
}

/** An amount in basis points of FUND TNA. */
export const bpOf = (amount: Decimal | null, tna: Decimal | null): Decimal | null =>
  amount === null || tna === null || !new Big(tna).gt(0)
    ? null
    : plain(new Big(amount).times(10_000).div(tna).round(BP_PLACES))

/** The fields that are shown as they are stored. */
type StoredField =
  | 'id'
  | 'fund_code'
  | 'fund_currency'
  | 'nav_date'
  | 'currency'
  | 'instrument_code'
  | 'isin'
  | 'ex_date'
  | 'amount'
  | 'reason'
  | 'comment'
  | 'until'
  | 'given_by'

/** All explanations, the newest first, or those that the filter selects. */
export async function explanationRows(
  read: Read,
  only: { id?: number; fund?: string } = {},
): Promise<ExplanationRow[]> {
  const rows = await read.execute<
    Pick<ExplanationRow, StoredField> & {
      nav_id: string
      last_date: Day | null
      last_nav_id: string | null
      rule_id: ExplainableRule
      given_at: string
      value: Decimal | null
      tna: Decimal | null
      ended_from: Day | null
      ended_by: string | null
      ended_at: string | null
      end_comment: string | null
    }
  >(sql`
    with ${newestSql}
    select e.id, fund.code as fund_code, fund.currency as fund_currency, nav.id as nav_id,
      nav.nav_date::text as nav_date, newest.nav_date::text as last_date,
      newest.nav_id as last_nav_id, e.rule_id, e.currency, e.instrument_code,
      e.isin, e.ex_date::text as ex_date, trim_scale(e.amount)::text as amount, e.reason, e.comment,
      e.until::text as until, ${nameOf('giver')} as given_by,
      e.given_at, counted.value, tna.value::text as tna, ending.ended_from::text as ended_from,
      ${nameOf('ender')} as ended_by, ending.ended_at,
      ending.comment as end_comment
    from source_explanation e
      join fund on fund.id = e.fund_id
      join fund_nav nav on nav.id = e.fund_nav_id
      join app_user giver on giver.id = e.given_by
      left join newest on newest.fund_id = e.fund_id
      left join nav_line tna on tna.control_id = newest.control_id and tna.type = 'FUND TNA'
      left join source_explanation_end ending on ending.explanation_id = e.id
      left join app_user ender on ender.id = ending.ended_by
      left join lateral (
        select each ->> 'value' as value
        from rule_result result, jsonb_array_elements(coalesce(result.evidence -> 'explained', '[]')) each
        where result.control_id = newest.control_id and result.rule_id = e.rule_id and (each ->> 'id')::int = e.id
        limit 1) counted on true
    where ${only.id === undefined ? sql`true` : sql`e.id = ${only.id}`}
      and ${only.fund === undefined ? sql`true` : sql`fund.code = ${only.fund}`}
    order by e.id desc`)
  return rows.map(({ last_date, last_nav_id, rule_id, tna, nav_id, given_at, ended_at, ...row }) => {
    const last = last_date === null || last_date < row.nav_date ? row.nav_date : last_date
    return {
      ...row,
      rule: rule_id,
      nav_id: Number(nav_id),
      last_nav_id: Number(last_nav_id ?? nav_id),
      given_at: new Date(given_at),
      ended_at: ended_at === null ? null : new Date(ended_at),
      state: stateOf(row, last),
      age: daysBetween(row.nav_date, last),
      bp: bpOf(row.value, tna),
    }
  })
}

/** @param last the fund's last NAV date that was controlled */
function stateOf(
  { until, ended_from }: Pick<ExplanationRow, 'until' | 'ended_from'>,
  last: Day,
): ExplanationState {
  if (ended_from !== null) return 'ENDED'
  return until !== null && until < last ? 'RUN OUT' : 'IN FORCE'
}

/** One explanation; a refusal "not-found" when there is none. */
export async function explanationById(read: Read, id: number): Promise<ExplanationRow> {
  const [row] = id <= LARGEST_INTEGER ? await explanationRows(read, { id }) : []
  if (row) return row
  throw new DomainError('not-found', `There is no explanation ${id}. Open it from Open breaks.`)
}

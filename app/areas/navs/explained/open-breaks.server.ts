import type { Read } from 'db/database'
import { sql } from 'drizzle-orm'
import { addDays, type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { AFTER_SENDING_REASON } from '../nav'
import { type Breach, EXPLAINABLE_RULES, type ExplainableRule } from '../rules/contract'
import { subjectOf, unitOf } from './explained'
import { bpOf, explanationRows, nameOf, newestSql } from './explanations.server'
import type { OpenBreakRow } from './open-breaks'

/** So long, in days, a difference is followed back, and one after sending is listed. */
const LOOKED_BACK = 60

const RULES = sql`(select jsonb_array_elements_text(${JSON.stringify(EXPLAINABLE_RULES)}::jsonb))`

/**
 * What is open across funds: breaks of the last matchings, differences with second sources in the last controls,
 * explanations in force, and what was found after a NAV was sent.
 */
export async function openBreakRows(read: Read, today: Day): Promise<OpenBreakRow[]> {
  const [matched, differing, explained, after] = await Promise.all([
    matchingRows(read),
    differenceRows(read),
    explainedRows(read),
    afterSendingRows(read, today),
  ])
  return [...after, ...differing, ...explained, ...matched]
}

/** Breaks that the newest matching of a fund's last NAV with one still has. */
async function matchingRows(read: Read): Promise<OpenBreakRow[]> {
  const rows = await read.execute<{
    id: string
    fund_code: string
    nav_id: string
    nav_date: Day
    kind: string
    subject: string
    quantity: Decimal
    value: Decimal
    bp: Decimal | null
    first_seen: Day
    state: 'OPEN' | 'EXPLAINED'
    who: string | null
    comment: string
  }>(sql`
    with matched as (
      select distinct on (nav.fund_id) nav.fund_id, nav.id as nav_id, nav.nav_date, matching.id as matching_id
      from nav_matching matching join fund_nav nav on nav.id = matching.fund_nav_id
        join workflow_instance place on place.object_id = nav.id
      where place.status <> 'CANCELLED'
      order by nav.fund_id, nav.nav_date desc, matching.at desc, matching.id desc)
    select found.id, fund.code as fund_code, matched.nav_id, matched.nav_date::text as nav_date, found.kind,
      coalesce(found.isin, nullif(found.instrument_code, ''), found.instrument_name) as subject,
      trim_scale(found.quantity_difference)::text as quantity, trim_scale(found.value_difference)::text as value,
      trim_scale(abs(found.basis_points))::text as bp, found.first_seen::text as first_seen, found.state,
      ${nameOf('owner')} as who, found.comment
    from matched join fund on fund.id = matched.fund_id
      join nav_break found on found.matching_id = matched.matching_id
      left join app_user owner on owner.id = found.owner_id
    where found.state <> 'CLOSED'
    order by fund.code, found.id`)
  return rows.map(({ id, nav_id, kind, quantity, ...row }) => ({
    ...row,
    key: `matching ${id}`,
    nav_id: Number(nav_id),
    found_by: 'Matching',
    difference: quantity,
    unit: 'units',
    age: daysBetween(row.first_seen, row.nav_date),
    until: null,
    reason: kind,
    rule: null,
    explanation_id: null,
  }))
}

/** Differences of the last controls that may be explained, and are not. */
async function differenceRows(read: Read): Promise<OpenBreakRow[]> {
  const rows = await read.execute<{
    fund_code: string
    fund_currency: string
    nav_id: string
    nav_date: Day
    rule_id: ExplainableRule
    name: string
    breach: Breach
    tna: Decimal | null
    first_seen: Day
    who: string | null
    comment: string
  }>(sql`
    with ${newestSql}
    select fund.code as fund_code, fund.currency as fund_currency, newest.nav_id, newest.nav_date::text as nav_date,
      result.rule_id, result.name, breach, tna.value::text as tna,
      (select min(nav.nav_date)::text from fund_nav nav
        where nav.fund_id = newest.fund_id and nav.current_control_id is not null
          and nav.nav_date between newest.nav_date - ${LOOKED_BACK}::int and newest.nav_date
          and nav.nav_date > all (
            select clear.nav_date from fund_nav clear
              left join rule_result other on other.control_id = clear.current_control_id
                and other.rule_id = result.rule_id
            where clear.fund_id = newest.fund_id and clear.current_control_id is not null
              and clear.nav_date between newest.nav_date - ${LOOKED_BACK}::int and newest.nav_date - 1
              and coalesce(other.evidence -> 'breaches', '[]')
                @> jsonb_build_array(jsonb_build_object('subject', breach ->> 'subject')) is not true)) as first_seen,
      case when result.explained then ${nameOf('person')} end as who,
      case when result.explained then result.comment else '' end as comment
    from newest join fund on fund.id = newest.fund_id
      join rule_result result on result.control_id = newest.control_id and result.rule_id in ${RULES}
      cross join lateral jsonb_array_elements(result.evidence -> 'breaches') breach
      left join nav_line tna on tna.control_id = newest.control_id and tna.type = 'FUND TNA'
      left join app_user person on person.id = result.changed_by
    where result.result = 'NOK' and breach ? 'toExplain'
    order by fund.code, result.rule_id`)
  return rows.map(({ nav_id, rule_id, name, breach, tna, fund_currency, fund_code, ...row }) => {
    const { subject, impact = null, toExplain } = breach
    return {
      ...row,
      key: `${rule_id} ${fund_code} ${subject}`,
      fund_code,
      nav_id: Number(nav_id),
      found_by: name,
      subject,
      difference: toExplain?.amount ?? null,
      unit: rule_id === 'S03' ? subject : rule_id === 'S04' ? 'units' : fund_currency,
      value: impact,
      bp: bpOf(impact && plain(new Big(impact).abs()), tna),
      age: daysBetween(row.first_seen, row.nav_date),
      state: 'OPEN',
      until: null,
      reason: null,
      rule: rule_id,
      explanation_id: null,
    }
  })
}

/** Explanations that are in force on the last NAV date of their fund. */
async function explainedRows(read: Read): Promise<OpenBreakRow[]> {
  const rows = (await explanationRows(read)).filter(({ state }) => state === 'IN FORCE')
  return rows.map((row) => ({
    key: `explanation ${row.id}`,
    fund_code: row.fund_code,
    nav_id: row.last_nav_id,
    nav_date: addDays(row.nav_date, row.age),
    found_by: NAMES[row.rule],
    subject: subjectOf(row),
    difference: row.amount,
    unit: unitOf(row),
    value: row.value,
    bp: row.bp && plain(new Big(row.bp).abs()),
    first_seen: row.nav_date,
    age: row.age,
    state: 'EXPLAINED',
    who: row.given_by,
    until: row.until,
    reason: row.reason,
    comment: row.comment,
    rule: row.rule,
    explanation_id: row.id,
  }))
}

const NAMES: Readonly<Record<ExplainableRule, string>> = {
  S03: 'S03 Depositary cash',
  S04: 'S04 Depositary positions',
  S06: 'S06 Announced income',
}

/** Rules that were OK when a NAV was sent and are not with what arrived later, until a case of an NAV error has the date. */
export async function afterSendingRows(read: Read, today: Day): Promise<OpenBreakRow[]> {
  const rows = await read.execute<{
    fund_code: string
    nav_id: string
    nav_date: Day
    rule_id: string
    name: string
    breach: Breach | null
    bp: Decimal | null
    comment: string
    words: string
  }>(sql`
    with beside as (
      select distinct on (control.fund_nav_id) control.id, control.fund_nav_id, control.comment,
        nav.current_control_id as sent_id, nav.fund_id, nav.nav_date
      from nav_control control join fund_nav nav on nav.id = control.fund_nav_id
        join workflow_instance place on place.object_id = nav.id
      where control.reason_code = ${AFTER_SENDING_REASON} and control.id > nav.current_control_id
        and place.status = 'SENT' and nav.nav_date >= ${today}::date - ${LOOKED_BACK}::int
      order by control.fund_nav_id, control.id desc)
    select fund.code as fund_code, beside.fund_nav_id as nav_id, beside.nav_date::text as nav_date, result.rule_id,
      result.name, result.evidence -> 'breaches' -> 0 as breach, trim_scale(result.impact)::text as bp,
      result.comment, beside.comment as words
    from beside join fund on fund.id = beside.fund_id
      join rule_result result on result.control_id = beside.id and result.result = 'NOK'
      join rule_result sent on sent.control_id = beside.sent_id and sent.rule_id = result.rule_id
        and sent.evidence ->> 'computedResult' <> 'NOK'
    where not exists (
      select from nav_error error where error.fund_id = beside.fund_id
        and beside.nav_date between error.first_date and coalesce(error.last_date, 'infinity'))
    order by fund.code, beside.nav_date, result.sorting_order`)
  return rows.map(({ nav_id, rule_id, name, breach, words, ...row }) => ({
    ...row,
    key: `after ${nav_id} ${rule_id}`,
    nav_id: Number(nav_id),
    found_by: name,
    subject: breach?.subject ?? '',
    difference: null,
    unit: null,
    value: breach?.impact ?? null,
    first_seen: row.nav_date,
    age: daysBetween(row.nav_date, today),
    state: 'AFTER SENDING',
    who: null,
    until: null,
    reason: words,
    rule: null,
    explanation_id: null,
  }))
}

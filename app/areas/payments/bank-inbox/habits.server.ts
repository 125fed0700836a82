import type { Read } from 'db/database'
import { bankEntry } from 'db/schema/bank-inbox'
import { legalEntity } from 'db/schema/lookups'
import { sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import type { BankHabit } from './habit'

/** What people explained in the same way before: it is proposed again. */

/** An entry as a row called "e" that nothing explains. */
export const IS_OPEN = sql`e.outcome = 'inbox' and e.explained_at is null and e.direction is not null`

/** The same, which nothing explains and for which nothing is proposed. */
export const IS_UNKNOWN = sql`e.topic in ('unknown debit', 'unknown credit') and e.proposal is null`

/** The first word of what the bank says: "CHARGES OCT 2026 REF 88120" is like "CHARGES SEP 2026 REF 87201". */
export const FIRST_WORD = sql`(regexp_match(upper(e.text), '[[:alpha:]]{3,}'))[1]`

/** What people booked as charges or income, by account, direction, counterparty and first word. */
export const HABITS = sql`select e.account, e.direction, e.counterparty, ${FIRST_WORD} as word,
    max(e.entity_id) as entity_id, count(*)::int as times, max(coalesce(e.booking_date, e.value_date)) as last
  from ${bankEntry} e
  where e.explained_by is not null and e.payment_id is null
    and (e.direction, e.explained_as) in (('debit', 'charges'), ('credit', 'income'))
  group by 1, 2, 3, 4`

interface StoredHabit {
  entity: string | null
  account: string
  direction: 'debit' | 'credit'
  counterparty: string
  word: string
  times: number
  last: Day | null
  waiting: number
}

/** All habits by which entries get proposals, the newest first, with the entries that wait with such a proposal. */
export async function bankHabits(read: Read): Promise<BankHabit[]> {
  const rows: unknown = await read.execute(sql`
    with habits as (${HABITS}),
    proposed as (
      select e.account, e.direction, e.counterparty, ${FIRST_WORD} as word, count(*)::int as waiting
      from ${bankEntry} e where ${IS_OPEN} and e.proposal ? 'before' group by 1, 2, 3, 4
    )
    select entity.name as entity, habits.account, habits.direction, habits.counterparty, habits.word, habits.times,
      habits.last::text as last, coalesce(proposed.waiting, 0) as waiting
    from habits
    left join ${legalEntity} entity on entity.id = habits.entity_id
    left join proposed using (account, direction, counterparty, word)
    where habits.word is not null
    order by habits.last desc nulls last, habits.account, habits.direction, habits.counterparty, habits.word`)
  return (rows as StoredHabit[]).map(({ direction, entity, ...habit }) => ({
    id: [habit.account, direction, habit.counterparty, habit.word].join('~'),
    ...habit,
    entity: entity ?? '',
    booked_as: direction === 'debit' ? 'charges' : 'income',
  }))
}

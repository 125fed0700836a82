import type { Transaction } from 'db/database'
import { bankEntry } from 'db/schema/bank-inbox'
import { sql } from 'drizzle-orm'
import { FIRST_WORD, HABITS, IS_OPEN, IS_UNKNOWN } from './habits.server'
import { proposeSums } from './propose-sums.server'
import { MAX_TRANSFER_DAYS } from './settling-rules'

/** Proposals that need more than the file itself: other entries, several payments or invoices, what people did before. */

/** Charges by the text of the bank. */
const ARE_CHARGES = sql`e.topic = 'charges' and e.payment_id is null and e.proposal->>'kind' = 'charges'
  and not e.proposal ? 'before'`

/**
 * After a file was recorded: entries that nothing explains get proposals. Nothing is settled by them: a treasurer
 * accepts each.
 */
export async function proposeMore(tx: Transaction): Promise<void> {
  await proposeTransfers(tx)
  await proposeSums(tx)
  await proposeHabits(tx)
}

/**
 * A debit of one own account and the credit of another of the same entity, of the same amount, are a transfer. Where a
 * side fits several, or the bank names another party, nothing is proposed. Only amounts of both sides are compared: a
 * month of an account has tens of thousands of others.
 */
async function proposeTransfers(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with open_entries as (
      select e.id, e.entity_id, e.account, e.direction, e.amount, e.currency, e.counterparty_account as theirs,
        coalesce(e.booking_date, e.value_date) as day,
        min(e.account) over same_amount <> max(e.account) over same_amount
          and bool_or(e.direction = 'debit') over same_amount
          and bool_or(e.direction = 'credit') over same_amount as may_pair
      from ${bankEntry} e where ${IS_OPEN} and ${IS_UNKNOWN} and e.entity_id is not null
      window same_amount as (partition by e.entity_id, e.currency, e.amount)
    ),
    pairs as (
      select debit.id as debit, credit.id as credit,
        count(*) over (partition by debit.id) + count(*) over (partition by credit.id) as fitting
      from open_entries debit
      join open_entries credit on credit.entity_id = debit.entity_id and credit.currency = debit.currency
        and credit.amount = debit.amount and credit.account <> debit.account
        and abs(credit.day - debit.day) <= ${MAX_TRANSFER_DAYS}::int
        and debit.theirs in ('', credit.account) and credit.theirs in ('', debit.account)
      where debit.may_pair and debit.direction = 'debit' and credit.may_pair and credit.direction = 'credit'
    ),
    sides as (
      select debit as id, credit as other from pairs where fitting = 2
      union all select credit, debit from pairs where fitting = 2
    )
    update ${bankEntry} entry set proposal = jsonb_build_object('kind', 'transfer', 'entryId', sides.other)
    from sides where entry.id = sides.id`)
}

/**
 * What people booked as charges or income is proposed again for the same account, counterparty and first word of the
 * text.
 */
async function proposeHabits(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with open_entries as (
      select e.id, e.account, e.direction, e.counterparty, e.amount, ${FIRST_WORD} as word
      from ${bankEntry} e where ${IS_OPEN} and (${IS_UNKNOWN} or ${ARE_CHARGES})
    ),
    habits as (${HABITS})
    update ${bankEntry} entry set proposal = jsonb_build_object(
      'kind', case open_entries.direction when 'debit' then 'charges' else 'income' end,
      'amount', open_entries.amount::text, 'before', jsonb_build_object('times', habits.times, 'last', habits.last))
    from open_entries
    join habits on habits.account = open_entries.account and habits.direction = open_entries.direction
      and habits.counterparty = open_entries.counterparty and habits.word = open_entries.word
    where entry.id = open_entries.id`)
}

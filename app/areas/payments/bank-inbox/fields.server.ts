import { appUser } from 'db/schema/access'
import { bankEntry } from 'db/schema/bank-inbox'
import { legalEntity } from 'db/schema/lookups'
import { bankAnswer, payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName, fullNameOf } from '~/areas/access/users.server'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import { EVENT_CLASS, EVENT_QUEUE } from '~/platform/objects/event-fields.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { EXPLANATIONS, TOPICS } from './bank-entry'

/** The user who explained an entry; its owner is the joined user. */
export const explainer = alias(appUser, 'explainer')

/** ", as 9 times before, last on 02/10/2026", where people explained entries like it. */
const BEFORE = sql`(case when ${bankEntry.proposal} ? 'before' then concat(', as ',
  case ${bankEntry.proposal}->'before'->>'times' when '1' then 'once'
    else concat(${bankEntry.proposal}->'before'->>'times', ' times') end,
  ' before, last on ', to_char((${bankEntry.proposal}->'before'->>'last')::date, 'DD/MM/YYYY')) end)`

/** "15362 and 15370": the invoices of a proposal of several. */
const INVOICES = sql`(select regexp_replace(string_agg(one.id, ', ' order by one.at), ', ([^,]*)$', ' and \\1')
  from jsonb_array_elements_text(${bankEntry.proposal}->'invoiceIds') with ordinality as one (id, at))`

const COUNT = sql`jsonb_array_length(${bankEntry.proposal}->'invoiceIds')`

/** What is proposed, in a few words. */
const PROPOSAL = sql<string>`(case ${bankEntry.proposal}->>'kind'
  when 'payment' then concat('Payment of invoice ', ${bankEntry.proposal}->>'invoiceId')
  when 'payment and charges' then concat('Payment of invoice ', ${bankEntry.proposal}->>'invoiceId', ' and ',
    ${bankEntry.proposal}->>'charges', ' of charges')
  when 'invoice' then concat('Invoice ', ${bankEntry.proposal}->>'invoiceId')
  when 'payments' then concat(${COUNT}, ' payments, of invoices ', ${INVOICES}, ', together the same amount')
  when 'invoices' then concat(${COUNT}, ' invoices, ', ${INVOICES}, ', together the same amount')
  when 'return' then concat('Returned payment of invoice ', ${bankEntry.proposal}->>'invoiceId')
  when 'charges' then concat('Bank charges', ${BEFORE})
  when 'income' then concat('Income', ${BEFORE})
  when 'transfer' then concat('Internal transfer ', case ${bankEntry.direction} when 'debit' then 'to ' else 'from ' end,
    (select regexp_replace(other.account, '(.{4})(?=.)', '\\1 ', 'g') from ${bankEntry} other
      where other.id = (${bankEntry.proposal}->>'entryId')::bigint))
  when 'ask back' then concat_ws(' of invoice ', 'Ask back: second payment', ${bankEntry.proposal}->>'invoiceId')
  when 'note' then 'Take note'
  else '' end)`

/** What is left to do; lists are grouped by it. */
const DECISION = sql<string>`(case when ${bankEntry.explainedAt} is not null then 'Explained'
  when ${bankEntry.proposal} is null then 'No proposal'
  when ${bankEntry.differences} = '[]'::jsonb and ${bankEntry.proposal}->>'kind' in
    ('payment', 'invoice', 'charges', 'income', 'transfer')
    then 'All details agree'
  else 'To decide' end)`

/** The same as a number, in the order in which people decide entries. */
const CONFIDENCE = sql<string>`(case ${DECISION} when 'All details agree' then '1' when 'To decide' then '2'
  when 'No proposal' then '3' else '4' end)`

/** The fields of a row of the Bank inbox. */
const ENTRY_ROW = {
  id: { kind: 'id', sql: bankEntry.id, required: true },
  event_status: { kind: 'text', sql: workflowInstance.status, required: true },
  booking_date: { kind: 'day', sql: bankEntry.bookingDate },
  entity: {
    kind: 'text',
    sql: legalEntity.name,
    about: 'The entity of ours that has the account; null where none has.',
  },
  account: { kind: 'text', sql: bankEntry.account, required: true, about: 'IBAN, without spaces.' },
  counterparty: { kind: 'text', sql: bankEntry.counterparty, required: true },
  text: { kind: 'text', sql: bankEntry.text, required: true },
  amount: {
    kind: 'amount',
    sql: sql<Decimal>`(case ${bankEntry.direction} when 'debit' then -${bankEntry.amount} else ${bankEntry.amount} end)`,
    about: 'Less than zero where the account pays; null for a status of a payment.',
  },
  currency: { kind: 'text', sql: bankEntry.currency },
  topic: { kind: 'text', sql: bankEntry.topic, required: true, oneOf: TOPICS },
  proposal: {
    kind: 'text',
    sql: PROPOSAL,
    required: true,
    about: 'In words; empty where nothing is proposed.',
  },
  decision: {
    kind: 'text',
    sql: DECISION,
    required: true,
    about: '"All details agree", "To decide", "No proposal" or "Explained".',
  },
  confidence: {
    kind: 'text',
    sql: CONFIDENCE,
    required: true,
    oneOf: ['1', '2', '3', '4'],
    about: 'The same as a number: what can be accepted at once is "1", what is explained "4".',
  },
  owner: { kind: 'text', sql: fullName, about: 'Who takes care of it.' },
  words: { kind: 'text', sql: bankEntry.words, required: true, about: 'What it is about, in a sentence.' },
  value_date: { kind: 'day', sql: bankEntry.valueDate },
  counterparty_account: { kind: 'text', sql: bankEntry.counterpartyAccount, required: true },
  invoice_id: { kind: 'id', sql: bankEntry.invoiceId },
  run_id: { kind: 'id', sql: payment.runId },
  received_at: { kind: 'instant', sql: bankAnswer.receivedAt, required: true },
  file_name: { kind: 'text', sql: bankAnswer.fileName, required: true },
  kind: { kind: 'text', sql: bankEntry.kind, required: true, about: 'Of its document: "camt.053".' },
  explained_as: { kind: 'text', sql: bankEntry.explainedAs, oneOf: EXPLANATIONS },
  explained_by: { kind: 'text', sql: fullNameOf(explainer) },
  explained_at: { kind: 'instant', sql: bankEntry.explainedAt },
  comment: { kind: 'text', sql: bankEntry.comment, required: true },
  event_queue: EVENT_QUEUE,
  event_class: EVENT_CLASS,
} satisfies ListFields

/** The same on a day: with how long each entry waits. */
export const entryRow = (today: Day) =>
  ({
    ...ENTRY_ROW,
    age: {
      kind: 'count',
      sql: sql<number>`(case when ${bankEntry.explainedAt} is null
        then ${today}::date - coalesce(${bankEntry.bookingDate}, ${bankAnswer.receivedAt}::date) end)`,
      about: 'Calendar days since it was booked; null once it is explained.',
    },
  }) satisfies ListFields

export type BankEntryRow = RowOf<ReturnType<typeof entryRow>>

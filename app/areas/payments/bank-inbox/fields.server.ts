import { appUser } from 'db/schema/access'
import { bankEntry } from 'db/schema/bank-inbox'
import { legalEntity } from 'db/schema/lookups'
import { bankAnswer, payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName, fullNameOf } from '~/areas/access/users.server'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
import { EVENT_CLASS, EVENT_QUEUE } from '~/platform/objects/event-fields.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DECISIONS, EXPLANATIONS, TOPICS } from './bank-entry'

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

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The fields of a row of the Bank inbox, on a day. */
export const entryRow = (today: Day) =>
  ({
    id: {
      kind: 'id',
      sql: bankEntry.id,
      required: true,
      column: { header: 'Entry', look: 'count', size: 80, enableGrouping: false },
    },
    event_status: {
      kind: 'text',
      sql: workflowInstance.status,
      required: true,
      column: { header: 'State', look: 'status', size: 190, meta: { phone: 'status' } },
    },
    booking_date: {
      kind: 'day',
      sql: bankEntry.bookingDate,
      column: { header: 'Booked', size: 110, meta: { phone: 'due' } },
    },
    entity: {
      kind: 'text',
      sql: legalEntity.name,
      about: 'The entity of ours that has the account; null where none has.',
      column: { header: 'Account', look: 'slim', size: 225, meta: { besideDrawer: 'hidden' } },
    },
    account: {
      kind: 'text',
      sql: bankEntry.account,
      required: true,
      about: 'IBAN, without spaces.',
      column: { header: 'IBAN', look: 'slim', size: 210, meta: { unspaced: true, hiddenByDefault: true } },
    },
    counterparty: {
      kind: 'text',
      sql: bankEntry.counterparty,
      required: true,
      column: { header: 'Counterparty, text', look: 'slim', size: 250, meta: { phone: 'object' } },
    },
    text: {
      kind: 'text',
      sql: bankEntry.text,
      required: true,
      column: {
        header: 'Text',
        look: 'slim',
        size: 170,
        enableGrouping: false,
        meta: { values: false, hiddenByDefault: true },
      },
    },
    amount: {
      kind: 'amount',
      sql: sql<Decimal>`(case ${bankEntry.direction} when 'debit' then -${bankEntry.amount} else ${bankEntry.amount} end)`,
      about: 'Less than zero where the account pays; null for a status of a payment.',
      column: { header: 'Amount', size: 124, meta: { phone: 'amount' } },
    },
    currency: {
      kind: 'text',
      sql: bankEntry.currency,
      column: { header: 'Ccy', look: 'slim', size: 60, meta: { phone: 'currency' } },
    },
    topic: {
      kind: 'text',
      sql: bankEntry.topic,
      required: true,
      oneOf: TOPICS,
      column: { header: 'Topic', size: 125, meta: { filter: 'select', options: options(TOPICS) } },
    },
    proposal: {
      kind: 'text',
      sql: PROPOSAL,
      required: true,
      about: 'In words; empty where nothing is proposed.',
      column: { header: 'Proposal', size: 245, meta: { wrap: true } },
    },
    decision: {
      kind: 'text',
      sql: DECISION,
      required: true,
      about: '"All details agree", "To decide", "No proposal" or "Explained".',
      column: {
        header: 'Decision',
        size: 115,
        meta: {
          filter: 'select',
          options: options(DECISIONS),
          title: 'Whether a proposal can be accepted',
        },
      },
    },
    confidence: {
      kind: 'text',
      sql: CONFIDENCE,
      required: true,
      oneOf: ['1', '2', '3', '4'],
      about: 'The same as a number: what can be accepted at once is "1", what is explained "4".',
      column: {
        header: 'Confidence',
        size: 130,
        meta: {
          filter: 'select',
          options: DECISIONS.map((label, at) => ({ value: String(at + 1), label })),
          hiddenByDefault: true,
          bareGroups: true,
        },
      },
    },
    owner: {
      kind: 'text',
      sql: fullName,
      about: 'Who takes care of it.',
      column: { header: 'Owner', look: 'slim', size: 120 },
    },
    words: {
      kind: 'text',
      sql: bankEntry.words,
      required: true,
      about: 'What it is about, in a sentence.',
      column: { header: 'About', look: 'slim', size: 260, enableGrouping: false, meta: { values: false } },
    },
    value_date: {
      kind: 'day',
      sql: bankEntry.valueDate,
      column: { header: 'Value date', size: 100, meta: { hiddenByDefault: true } },
    },
    counterparty_account: {
      kind: 'text',
      sql: bankEntry.counterpartyAccount,
      required: true,
      column: {
        header: 'Their account',
        look: 'slim',
        size: 210,
        meta: { unspaced: true, hiddenByDefault: true },
      },
    },
    invoice_id: {
      kind: 'id',
      sql: bankEntry.invoiceId,
      column: { header: 'Invoice', look: 'count', enableGrouping: false },
    },
    run_id: { kind: 'id', sql: payment.runId, column: { header: 'Run', look: 'count', size: 75 } },
    received_at: {
      kind: 'instant',
      sql: bankAnswer.receivedAt,
      required: true,
      column: { header: 'Received' },
    },
    file_name: {
      kind: 'text',
      sql: bankAnswer.fileName,
      required: true,
      column: { header: 'File', look: 'slim', meta: { hiddenByDefault: true } },
    },
    kind: {
      kind: 'text',
      sql: bankEntry.kind,
      required: true,
      about: 'Of its document: "camt.053".',
      column: { header: 'Kind', look: 'slim', size: 90, meta: { hiddenByDefault: true } },
    },
    explained_as: {
      kind: 'text',
      sql: bankEntry.explainedAs,
      oneOf: EXPLANATIONS,
      column: { header: 'Explained as', look: 'slim', size: 110 },
    },
    explained_by: {
      kind: 'text',
      sql: fullNameOf(explainer),
      column: { header: 'Explained by', look: 'slim', size: 120 },
    },
    explained_at: { kind: 'instant', sql: bankEntry.explainedAt, column: { header: 'Explained at' } },
    comment: {
      kind: 'text',
      sql: bankEntry.comment,
      required: true,
      column: { header: 'Comment', look: 'slim', enableGrouping: false, meta: { values: false } },
    },
    event_queue: EVENT_QUEUE,
    event_class: EVENT_CLASS,
    age: {
      kind: 'count',
      sql: sql<number>`(case when ${bankEntry.explainedAt} is null
        then ${today}::date - coalesce(${bankEntry.bookingDate}, ${bankAnswer.receivedAt}::date) end)`,
      about: 'Calendar days since it was booked; null once it is explained.',
      column: { header: 'Age', size: 65, meta: { title: 'Calendar days since it was booked' } },
    },
  }) satisfies ListFields

/** The same on any day, for all that does not depend on it: columns and documentation. */
export const ENTRY_ROW = entryRow('2000-01-01')

export type BankEntryRow = RowOf<typeof ENTRY_ROW>

/** The columns of the Bank inbox: what was booked, what is proposed, who has it; then what explained it. */
export const ENTRY_DECLARED = declaredColumns(ENTRY_ROW, [
  'booking_date',
  'entity',
  'counterparty',
  'text',
  'amount',
  'currency',
  'proposal',
  'decision',
  'confidence',
  'account',
  'topic',
  'age',
  'owner',
  'event_status',
  'words',
  'value_date',
  'counterparty_account',
  'invoice_id',
  'run_id',
  'file_name',
  'kind',
  'received_at',
  'explained_as',
  'explained_by',
  'explained_at',
  'comment',
  'id',
])

import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { bankEntry } from 'db/schema/bank-inbox'
import { invoice } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'
import { readyToPay } from '~/areas/invoices/paid-in-runs.server'
import { payableSql } from '~/areas/invoices/payable-amount.server'
import type { Decimal } from '~/platform/values/decimal'
import { noRunPays } from '../payable.server'
import type { Proposal } from './bank-entry'
import { lettersOf } from './fit'
import { IS_OPEN, IS_UNKNOWN } from './habits.server'
import { MIN_REFERENCE } from './settling-rules'
import { MAX_PARTS, onlySet, type Part, setsWithSums } from './sums'

/** A debit that is the sum of several open payments, or invoices, of one payee is proposed as these. */

interface OpenPart extends Part {
  invoiceId: number
}

/** What is open of a payee, and the unknown debits that name that payee. */
interface PayeeDebits {
  parts: OpenPart[]
  entries: { id: number; amount: Decimal; text: string }[]
}

/** By the account that was paid; by the name where the bank gives no account. */
const payeeOf = (account: SQL, name: SQL) =>
  sql`(case when ${account} <> '' then ${account} when ${name} <> '' then concat('name ', upper(${name})) end)`

/** Payments that wait for their booking: the account that pays is that of the entry. */
const PAYMENTS = sql`select ${payment.debtorIban} as debtor, ${payment.currency} as currency, key.payee,
    ${payment.id} as id, ${payment.invoiceId} as invoice_id, ${payment.amount} as amount, ${invoice.refKey} as ref
  from ${payment} join ${invoice} on ${invoice.id} = ${payment.invoiceId}
  cross join lateral (values (${payment.creditorIban}), (concat('name ', upper(${payment.creditorName})))) as key (payee)
  where ${payment.state} in ('sent', 'accepted')`

/** Invoices that no run pays, and no entry paid: their entity has the account of the entry. */
const INVOICES = sql`select ${invoice.settlingEntityId}::text as debtor, ${invoice.currency} as currency, key.payee,
    ${invoice.id} as id, ${invoice.id} as invoice_id, ${payableSql} as amount, ${invoice.refKey} as ref
  from ${invoice} join ${workflowInstance} on ${workflowInstance.objectId} = ${invoice.id}
  join ${legalEntity} supplier on supplier.id = ${invoice.supplierId}
  cross join lateral (
    select concat('name ', upper(supplier.name)) as payee
    union select ${bankAccount.iban} from ${bankAccount} where ${bankAccount.legalEntityId} = ${invoice.supplierId}
  ) as key
  where ${workflowInstance.queue} = 'PAYMENT' and (${workflowInstance.status} = 'SENT' or ${readyToPay})
    and ${payableSql} > 0 and ${noRunPays}`

/**
 * The payees with two open parts or more, and few enough to try their sums, whom entries name that nothing explains. Each
 * entry names one payee, so the work grows with the number of entries.
 */
async function debitsByPayee(tx: Transaction, parts: SQL, debtor: SQL): Promise<PayeeDebits[]> {
  const rows: unknown = await tx.execute(sql`
    with unknown as (
      select e.id, e.amount, e.text, e.currency, ${debtor} as debtor,
        ${payeeOf(sql`e.counterparty_account`, sql`e.counterparty`)} as payee
      from ${bankEntry} e where ${IS_OPEN} and ${IS_UNKNOWN} and e.direction = 'debit'
    ),
    payees as (
      select part.debtor, part.currency, part.payee, sum(part.amount) as total,
        jsonb_agg(jsonb_build_object('id', part.id, 'invoiceId', part.invoice_id, 'amount', part.amount::text,
          'ref', coalesce(part.ref, '')) order by part.id) as parts
      from (${parts}) part group by 1, 2, 3 having count(*) between 2 and ${MAX_PARTS}::int
    )
    select payees.parts, jsonb_agg(jsonb_build_object('id', unknown.id, 'amount', unknown.amount::text,
      'text', unknown.text) order by unknown.id) as entries
    from payees join unknown on unknown.debtor = payees.debtor and unknown.currency = payees.currency
      and unknown.payee = payees.payee and unknown.amount <= payees.total
    group by payees.debtor, payees.currency, payees.payee, payees.parts`)
  return rows as PayeeDebits[]
}

/** Two entries never get the same payment or invoice: the first one does. */
function proposalsFor<Kind extends Proposal>(
  { parts, entries }: PayeeDebits,
  proposalOf: (set: readonly OpenPart[]) => Kind,
): { id: number; proposal: Kind }[] {
  const sets = setsWithSums(
    parts,
    entries.map(({ amount }) => amount),
  )
  const taken = new Set<number>()
  return entries.flatMap(({ id, amount, text }) => {
    const letters = lettersOf(text)
    const set = onlySet(sets(amount), (ref) => ref.length >= MIN_REFERENCE && letters.includes(ref))
    if (set === null || set.some((part) => taken.has(part.id))) return []
    for (const part of set) taken.add(part.id)
    return [{ id, proposal: proposalOf(set) }]
  })
}

async function propose(
  tx: Transaction,
  payees: readonly PayeeDebits[],
  proposalOf: (set: readonly OpenPart[]) => Proposal,
): Promise<void> {
  const made: { id: number; proposal: Proposal }[] = []
  for (const payee of payees) {
    made.push(...proposalsFor(payee, proposalOf))
    // Others are answered in between.
    await setImmediate()
  }
  if (made.length === 0) return
  await tx.execute(sql`update ${bankEntry} entry set proposal = made.proposal
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id bigint, proposal jsonb)
    where entry.id = made.id`)
}

/** Proposes payments before invoices: what is on its way to the bank is what the bank books. */
export async function proposeSums(tx: Transaction): Promise<void> {
  await propose(tx, await debitsByPayee(tx, PAYMENTS, sql`e.account`), (set) => ({
    kind: 'payments',
    paymentIds: set.map(({ id }) => id),
    invoiceIds: set.map(({ invoiceId }) => invoiceId),
  }))
  await propose(tx, await debitsByPayee(tx, INVOICES, sql`e.entity_id::text`), (set) => ({
    kind: 'invoices',
    invoiceIds: set.map(({ id }) => id),
  }))
}

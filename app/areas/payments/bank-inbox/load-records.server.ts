import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { bankEntry, bankPosting } from 'db/schema/bank-inbox'
import { invoice } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { payment, paymentFile, paymentRun } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, inArray, notLike, or, type SQL, sql } from 'drizzle-orm'
import { readyToPay } from '~/areas/invoices/paid-in-runs.server'
import { payableSql } from '~/areas/invoices/payable-amount.server'
import { approvedAccounts } from '~/areas/invoices/payment-approvals.server'
import { latestRates } from '~/areas/reference-data/fund-reference.server'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { Context } from '~/platform/values/context.server'
import { type Day, dayIn } from '~/platform/values/day'
import { inSteps } from '~/platform/values/in-steps'
import type { BankDocument, BankDocumentKind } from '../bank-files/bank-document'
import { noRunPays } from '../payable.server'
import type { PaymentState } from '../payment'
import type { Explanation, Topic } from './bank-entry'
import { allReasons } from './bank-reasons'
import { NO_REASON, OUR_ID } from './decision'
import type {
  OpenInvoice,
  OurRecords,
  OwnAccount,
  RecordedEntry,
  RecordedFile,
  RecordedPayment,
} from './our-records'

/** Reads our records of all that a file of a bank names. */

/** Everything that a file may mean, by which payments and files are found. */
export interface Named {
  endToEndIds: string[]
  groupIds: string[]
  messageIds: string[]
  accounts: string[]
  /** Account and amount of each booked entry. */
  amounts: { account: string; amount: string }[]
}

/** What the documents of a file name. It makes pauses, in which the thread answers others. */
export async function namedIn(documents: readonly BankDocument[]): Promise<Named> {
  const ids = new Set<string>()
  const groups = new Set<string>()
  const messages = new Set<string>()
  const accounts = new Set<string>()
  const amounts = new Map<string, { account: string; amount: string }>()
  const add = (set: Set<string>, value: string | null) => {
    if (value !== null && value !== '') set.add(value)
  }
  for (const { statements, statuses } of documents) {
    for (const { endToEndId, groupId, messageId } of statuses) {
      add(ids, endToEndId)
      add(groups, groupId)
      add(messages, messageId)
    }
    for (const { account, entries } of statements) {
      add(accounts, account)
      await inSteps(entries, ({ references, text, booked }) => {
        add(ids, references.endToEndId)
        add(ids, references.instructionId)
        add(groups, references.groupId)
        add(messages, references.messageId)
        for (const [id] of text.toUpperCase().matchAll(OUR_ID)) ids.add(id)
        amounts.set(`${account} ${booked.amount}`, { account, amount: booked.amount })
      })
    }
  }
  return {
    endToEndIds: [...ids],
    groupIds: [...groups],
    messageIds: [...messages],
    accounts: [...accounts],
    amounts: [...amounts.values()],
  }
}

/** Texts of a list as rows, however many. */
const isOneOf = (column: SQL | Parameters<typeof sql>[1], values: readonly string[]) =>
  sql`${column} in (select * from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

/** The invoices whose payments a file may be about, their runs and their payees: to be locked before they are judged. */
export async function namedPayments(read: Read, named: Named) {
  const own = await read.select({ invoiceId: payment.invoiceId }).from(payment).where(isNamed(named))
  const waiting = await read
    .select({ runId: paymentFile.runId })
    .from(paymentFile)
    .where(isOneOf(paymentFile.messageId, named.messageIds))
  const invoices = [...new Set(own.map(({ invoiceId }) => invoiceId))]
  const rows = await read
    .select({ runId: payment.runId, supplierId: invoice.supplierId })
    .from(payment)
    .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
    .where(isAmong(payment.invoiceId, invoices))
  const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
  return {
    invoices,
    runs: sorted([...rows.map(({ runId }) => runId), ...waiting.map(({ runId }) => runId)]),
    suppliers: sorted(rows.map(({ supplierId }) => supplierId)),
  }
}

const isNamed = ({ endToEndIds, groupIds, messageIds }: Named) =>
  or(
    isOneOf(payment.endToEndId, endToEndIds),
    isOneOf(payment.groupId, groupIds),
    sql`exists (select from ${paymentFile} f where f.run_id = ${payment.runId}
      and ${isOneOf(sql`f.message_id`, messageIds)} and starts_with(${payment.groupId}, f.message_id || '-'))`,
  )

interface OfFile {
  named: Named
  /** Those of which the file may name payments; their runs are locked. */
  invoices: readonly number[]
  recorderId: number
}

/** Our records of all that a file names, for the user who records it. */
export async function loadRecords(
  context: Context,
  { named, invoices, recorderId }: OfFile,
): Promise<OurRecords> {
  const { read, today } = context
  // Of all payments of the same invoices.
  const payments = await recordedPayments(context, isAmong(payment.invoiceId, invoices), recorderId)
  const accounts = await ownAccounts(read, named.accounts)
  return {
    today,
    accounts,
    payments,
    entries: await entriesLike(read, named, payments),
    files: await filesNamed(read, named),
    openInvoices: await openInvoices(read, named, accounts),
    rates: await siteRates(read, today),
  }
}

async function siteRates(read: Read, today: Day): Promise<OurRecords['rates']> {
  const stored = await latestRates(read, today)
  return new Map([...[...stored].map(([code, { rate }]) => [code, rate] as const), [SITE_CURRENCY, '1']])
}

/** Payments as they are judged, for the user who records an answer or explains an entry. */
export async function recordedPayments(
  { read, timeZone }: Context,
  where: SQL,
  recorderId: number,
): Promise<RecordedPayment[]> {
  const booked = sql`(select jsonb_build_object('entryId', e.id, 'kind', e.kind, 'isBatch', e.payment_id is null)
    from ${bankPosting} p join ${bankEntry} e on e.id = p.entry_id
    where p.payment_id = ${payment.id} and p.kind = 'supplier' and p.amount < 0 order by e.id limit 1)`
  const rows = await read
    .select({
      payment,
      messageId: paymentFile.messageId,
      madeAt: paymentFile.createdAt,
      createdBy: paymentRun.createdBy,
      bookedBy: sql<RecordedPayment['bookedBy']>`${booked}`,
      supplierId: invoice.supplierId,
      round: workflowInstance.round,
    })
    .from(payment)
    .innerJoin(paymentRun, eq(paymentRun.id, payment.runId))
    .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, payment.invoiceId))
    .leftJoin(
      paymentFile,
      and(
        eq(paymentFile.runId, payment.runId),
        sql`${paymentFile.withdrawnAt} is null`,
        sql`starts_with(${payment.groupId}, ${paymentFile.messageId} || '-')`,
      ),
    )
    .where(where)
    .orderBy(asc(payment.id))
  const awaited = rows.filter(({ payment: { state } }) => state === 'sent' || state === 'accepted')
  const approved = await approvedAccounts(
    read,
    awaited.map(({ payment: { invoiceId: objectId, currency }, round, supplierId }) => ({
      objectId,
      round,
      supplierId,
      currency,
    })),
  )
  return rows.map(({ payment: stored, messageId, madeAt, createdBy, bookedBy }): RecordedPayment => {
    const account = approved.get(stored.invoiceId)
    const { bookedAmount: amount, bookedCurrency: currency } = stored
    return {
      id: stored.id,
      runId: stored.runId,
      invoiceId: stored.invoiceId,
      endToEndId: stored.endToEndId,
      messageId,
      groupId: stored.groupId,
      amount: stored.amount,
      currency: stored.currency,
      account: stored.debtorIban,
      state: stored.state as PaymentState,
      valueDate: stored.valueDate,
      fileMadeOn: madeAt === null ? null : dayIn(madeAt, timeZone),
      booked: amount !== null && currency !== null ? { amount, currency } : null,
      bookedBy,
      bankNote: stored.bankNote,
      keepsApprovals:
        createdBy === recorderId && account?.holds === true && account.paid.hash === stored.accountHash,
    }
  })
}

async function filesNamed(read: Read, { messageIds }: Named): Promise<RecordedFile[]> {
  const groups = sql<string[]>`(select coalesce(jsonb_agg(distinct p.group_id), '[]') from ${payment} p
    where p.run_id = ${paymentFile.runId} and starts_with(p.group_id, ${paymentFile.messageId} || '-'))`
  return read
    .select({
      messageId: paymentFile.messageId,
      runId: paymentFile.runId,
      isSent: sql<boolean>`${paymentFile.withdrawnAt} is null and ${workflowInstance.status} in ('SENT', 'SETTLED')`,
      groupIds: groups,
    })
    .from(paymentFile)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, paymentFile.runId))
    .where(isOneOf(paymentFile.messageId, messageIds))
}

/** Bookings of the same accounts and amounts, and those of the same payments, that were recorded before. */
async function entriesLike(
  read: Read,
  { amounts }: Named,
  payments: readonly RecordedPayment[],
): Promise<RecordedEntry[]> {
  if (amounts.length === 0) return []
  const of = bankEntry
  const isLike = sql`(${of.account}, ${of.amount}) in (select account, amount
    from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as given (account text, amount numeric))`
  const isSamePayment = isAmong(
    of.paymentId,
    payments.map(({ id }) => id),
  )
  const rows = await read
    .select()
    .from(bankEntry)
    .where(and(eq(of.status, 'booked'), sql`${of.kind} <> 'camt.052'`, or(isLike, isSamePayment)))
    .orderBy(asc(of.id))
  return rows.flatMap((row): RecordedEntry[] => {
    const { direction, amount, currency } = row
    if (amount === null || currency === null) return []
    return [
      {
        id: row.id,
        kind: row.kind as BankDocumentKind,
        account: row.account,
        direction: direction === 'credit' ? 'credit' : 'debit',
        amount,
        currency,
        bookingDate: row.bookingDate,
        valueDate: row.valueDate,
        bankReference: row.bankReference,
        paymentId: row.paymentId,
        counterparty: row.counterparty,
        text: row.text,
        reason: allReasons([{ code: row.reasonCode ?? '', text: row.reasonText }]) || NO_REASON,
        repeats: row.repeats,
        topic: row.topic as Topic | null,
        isOpen: row.outcome === 'inbox' && row.explainedAt === null,
        explainedAs: row.explainedAs as Explanation | null,
        pairedWith: row.pairedWith,
      },
    ]
  })
}

/** Which of these accounts are ours: of entities that are no suppliers, and those that paid. */
export async function ownAccounts(read: Read, accounts: readonly string[]): Promise<Map<string, OwnAccount>> {
  if (accounts.length === 0) return new Map()
  const [stored, paying] = await Promise.all([
    read
      .select({ account: bankAccount.iban, entityId: legalEntity.id, entity: legalEntity.name })
      .from(bankAccount)
      .innerJoin(legalEntity, eq(legalEntity.id, bankAccount.legalEntityId))
      .where(and(inArray(bankAccount.iban, [...accounts]), notLike(legalEntity.kind, 'SUPPLIER%')))
      .orderBy(asc(bankAccount.id)),
    read
      .selectDistinctOn([payment.debtorIban], {
        account: payment.debtorIban,
        entityId: legalEntity.id,
        entity: legalEntity.name,
      })
      .from(payment)
      .innerJoin(invoice, eq(invoice.id, payment.invoiceId))
      .innerJoin(legalEntity, eq(legalEntity.id, invoice.settlingEntityId))
      .where(inArray(payment.debtorIban, [...accounts])),
  ])
  // Of an account that several entities share, the first that was entered counts.
  return new Map(
    [...paying, ...stored.reverse()].map(({ account, ...owner }): [string, OwnAccount] => [account, owner]),
  )
}

/** Invoices of which these amounts are payable, that were sent by hand, or wait for their payment, and that no run pays. */
async function openInvoices(
  read: Read,
  { amounts }: Named,
  accounts: ReadonlyMap<string, OwnAccount>,
): Promise<OpenInvoice[]> {
  const entities = [...new Set([...accounts.values()].map(({ entityId }) => entityId))]
  if (entities.length === 0 || amounts.length === 0) return []
  const given = JSON.stringify(amounts.map(({ amount }) => amount))
  return read
    .select({
      id: invoice.id,
      entityId: invoice.settlingEntityId,
      amount: payableSql,
      currency: invoice.currency,
      refKey: sql<string>`coalesce(${invoice.refKey}, '')`,
      payeeAccounts: sql<string[]>`(select coalesce(jsonb_agg(a.iban), '[]') from ${bankAccount} a
        where a.legal_entity_id = ${invoice.supplierId})`,
    })
    .from(invoice)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, invoice.id))
    .where(
      and(
        inArray(invoice.settlingEntityId, entities),
        eq(workflowInstance.queue, 'PAYMENT'),
        or(eq(workflowInstance.status, 'SENT'), readyToPay),
        sql`${payableSql} in (select amount::numeric from jsonb_array_elements_text(${given}::jsonb) given(amount))`,
        noRunPays,
      ),
    )
}

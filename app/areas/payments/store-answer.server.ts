import { inBatches, insertRows, upsert } from 'db/bulk'
import type { Transaction } from 'db/database'
import { bankDocument, bankEntry, bankStatement } from 'db/schema/bank-inbox'
import { accountBalance, bankAnswer } from 'db/schema/payments'
import { nextObjectId } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { NewFile } from '~/areas/documents/add-documents.server'
import { inSteps } from '~/platform/values/in-steps'
import { startInstances } from '~/platform/workflow/start-instances.server'
import { type AnswerLine, linesOf, type RecordedAnswer } from './answer-lines'
import type { BankDocument } from './bank-files/bank-document'
import {
  addPostings,
  BANK_ENTRY,
  type ExplainedEntry,
  explainEntries,
  UNEXPLAINED,
} from './bank-inbox/apply-effects.server'
import type { Outcome, OutcomeCounts, Posting } from './bank-inbox/bank-entry'
import type { Decision, EntryRef } from './bank-inbox/decision'
import { ownAccounts } from './bank-inbox/load-records.server'
import type { JudgedStatement } from './bank-inbox/statements'
import { refuseClosedMonths } from './bank-months/closed-months.server'

interface Storing {
  file: NewFile
  hash: string
  documents: readonly BankDocument[]
  decisions: readonly Decision[]
  statements: readonly JudgedStatement[]
  notes: string[]
}

/** Stores what a file says, what was decided of it, and what is left for the Bank inbox. */
export async function storeAnswer(
  context: UserWriteContext,
  { file, hash, documents, decisions, statements, notes }: Storing,
): Promise<RecordedAnswer> {
  const { tx, actor, now } = context
  const kinds = [...new Set(documents.map(({ kind }) => kind))]
  const kind = kinds.length === 1 ? (kinds[0] ?? 'several') : 'several'
  const ids = await nextIds(tx, nextObjectId, decisions.length)
  const { lines, counts, ...gathered } = await gather(decisions, ids)
  const [row] = await tx
    .insert(bankAnswer)
    .values({
      kind,
      messageId: documents[0]?.messageId ?? '',
      fileName: file.fileName,
      sha256: hash,
      receivedBy: actor.id,
      receivedAt: now,
      lines: lines.filter(({ runId }) => runId !== null),
      counts,
      notes,
    })
    .returning({ id: bankAnswer.id })
  if (!row) throw new Error('The answer was not stored')
  const answerId = row.id
  await insertRows(
    tx,
    bankDocument,
    documents.map(({ sha256, name, kind: of, messageId, createdOn }) => ({
      sha256,
      answerId,
      name,
      kind: of,
      messageId,
      createdOn,
    })),
  )
  const statementIds = await storeStatements(tx, answerId, statements)
  await storeEntries(context, { answerId, decisions, ids, statementIds, gathered })
  if (gathered.inbox.length > 0)
    await startInstances(context, {
      kind: BANK_ENTRY,
      objectIds: gathered.inbox,
      state: UNEXPLAINED,
      log: '',
    })
  const balances = await storeBalances(tx, answerId, statements)
  return { answerId, kind, counts, lines, notes, balances }
}

/** What decisions say, looked through once: a statement may have tens of thousands. */
interface Gathered {
  lines: AnswerLine[]
  counts: OutcomeCounts
  accounts: Set<string>
  /** Ids of what is in the inbox, and of the entries among them. */
  inbox: number[]
  inboxEntries: number[]
  postings: { entryId: number; postings: readonly Posting[] }[]
  explained: ExplainedEntry[]
}

async function gather(decisions: readonly Decision[], ids: readonly number[]): Promise<Gathered> {
  const counts: Partial<Record<Outcome, number>> = {}
  const gathered: Gathered = {
    lines: [],
    counts,
    accounts: new Set(),
    inbox: [],
    inboxEntries: [],
    postings: [],
    explained: [],
  }
  await inSteps(decisions, (decision, at) => {
    const entryId = ids[at] ?? 0
    const { outcome, entry, postings, effects } = decision
    gathered.lines.push(...linesOf(decision, entryId))
    counts[outcome] = (counts[outcome] ?? 0) + 1
    gathered.accounts.add(accountOf(decision))
    if (outcome === 'inbox') {
      gathered.inbox.push(entryId)
      if (entry !== null) gathered.inboxEntries.push(entryId)
    }
    if (postings.length > 0) gathered.postings.push({ entryId, postings })
    for (const effect of effects)
      if (effect.do === 'explain')
        gathered.explained.push({ ...effect, pairedWith: effect.as === 'return' ? entryId : null })
  })
  return gathered
}

/** The account that an entry is on; of a status, that of its payment; '' for none. */
const accountOf = ({ statement, payments }: Decision) => statement?.account ?? payments[0]?.account ?? ''

const NEXT_STATEMENT = sql`nextval(pg_get_serial_sequence('bank_statement', 'id'))`

async function nextIds(tx: Transaction, next: SQL, count: number): Promise<number[]> {
  if (count === 0) return []
  // In one row: tens of thousands of them take the thread long to read.
  const rows: unknown = await tx.execute(sql`select jsonb_agg(made.id order by made.id) as ids
    from (select ${next} as id from generate_series(1, ${count}::int)) made`)
  return (rows as { ids: number[] }[])[0]?.ids ?? []
}

async function storeStatements(
  tx: Transaction,
  answerId: number,
  statements: readonly JudgedStatement[],
): Promise<Map<JudgedStatement['statement'], number>> {
  const ids = await nextIds(tx, NEXT_STATEMENT, statements.length)
  await insertRows(
    tx,
    bankStatement,
    statements.map(({ document, statement, entityId, currency, ...judged }, at) => ({
      id: ids[at] ?? 0,
      answerId,
      documentSha256: document.sha256,
      kind: document.kind,
      account: statement.account,
      currency,
      entityId,
      number: statement.number,
      openingDay: statement.opening?.day ?? null,
      opening: statement.opening?.amount ?? null,
      // A balance in the future is not one.
      closingDay: judged.keepsClosing ? (statement.closing?.day ?? null) : null,
      closing: judged.keepsClosing ? (statement.closing?.amount ?? null) : null,
      fromDay: judged.fromDay,
      toDay: judged.toDay,
      entries: statement.entries.length,
      total: judged.total,
      difference: judged.difference,
      gap: judged.gap,
    })),
  )
  return new Map(statements.map(({ statement }, at) => [statement, ids[at] ?? 0]))
}

/** Rows of entries are long: so many take a few milliseconds to write, and others are answered in between. */
const BATCH = 250

interface StoringEntries {
  answerId: number
  decisions: readonly Decision[]
  ids: readonly number[]
  statementIds: ReadonlyMap<JudgedStatement['statement'], number>
  gathered: Omit<Gathered, 'lines' | 'counts'>
}

async function storeEntries(
  context: UserWriteContext,
  { answerId, decisions, ids, statementIds, gathered }: StoringEntries,
): Promise<void> {
  const { tx } = context
  const idOf = (ref: EntryRef | null): number | null =>
    ref === null ? null : 'id' in ref ? ref.id : (ids[ref.item] ?? null)
  const owners = await ownAccounts(tx, [...gathered.accounts])
  let stored = 0
  await inBatches(decisions, BATCH, (batch) => {
    const from = stored
    stored += batch.length
    return insertRows(
      tx,
      bankEntry,
      batch.map((decision, at) => ({
        id: ids[from + at] ?? 0,
        answerId,
        documentSha256: decision.document.sha256,
        statementId: (decision.statement && statementIds.get(decision.statement)) ?? null,
        kind: decision.document.kind,
        account: accountOf(decision),
        entityId: owners.get(accountOf(decision))?.entityId ?? null,
        ...factsOf(decision),
        outcome: decision.outcome,
        words: decision.words,
        paymentId: decision.payments.length === 1 ? (decision.payments[0]?.id ?? null) : null,
        invoiceId: decision.invoiceId,
        repeats: idOf(decision.repeats),
        pairedWith: idOf(decision.pairedWith),
        topic: decision.topic,
        differences: decision.differences,
        proposal: decision.proposal,
      })),
    )
  })
  await refuseClosedMonths(tx, gathered.inboxEntries)
  await addPostings(tx, gathered.postings)
  await explainEntries(context, gathered.explained)
}

const NO_FACTS = {
  code: null,
  direction: null,
  amount: null,
  currency: null,
  instructedAmount: null,
  instructedCurrency: null,
  exchangeRate: null,
  charges: null,
  chargesCurrency: null,
  bookingDate: null,
  valueDate: null,
  counterparty: '',
  counterpartyAccount: '',
  text: '',
  endToEndId: null,
  instructionId: null,
  messageId: null,
  groupId: null,
  bankReference: null,
  reasonCode: null,
  reasonText: '',
}

/** What the bank says, as columns. */
function factsOf({ entry, status }: Decision) {
  if (entry !== null) {
    const { booked, instructed, charges, references, returned } = entry
    return {
      ...NO_FACTS,
      position: entry.position,
      status: entry.status,
      direction: entry.direction,
      amount: booked.amount,
      currency: booked.currency,
      instructedAmount: instructed?.amount ?? null,
      instructedCurrency: instructed?.currency ?? null,
      exchangeRate: entry.exchangeRate,
      charges: charges?.amount ?? null,
      chargesCurrency: charges?.currency ?? null,
      bookingDate: entry.bookingDate,
      valueDate: entry.valueDate,
      counterparty: entry.counterparty.name,
      counterpartyAccount: entry.counterparty.account,
      text: entry.text,
      endToEndId: references.endToEndId,
      instructionId: references.instructionId,
      messageId: references.messageId,
      groupId: references.groupId,
      bankReference: references.bank,
      reasonCode: returned?.code ?? null,
      reasonText: returned?.text ?? '',
    }
  }
  if (status === null) throw new Error('A decision is about an entry or a status')
  const [reason] = status.reasons
  return {
    ...NO_FACTS,
    position: status.position,
    status: 'status',
    code: status.code,
    amount: status.amount?.amount ?? null,
    currency: status.amount?.currency ?? null,
    endToEndId: status.endToEndId,
    messageId: status.messageId,
    groupId: status.groupId,
    bankReference: status.bankReference,
    reasonCode: reason?.code ?? null,
    reasonText: reason?.text ?? '',
  }
}

async function storeBalances(
  tx: Transaction,
  answerId: number,
  statements: readonly JudgedStatement[],
): Promise<number> {
  const rows = statements.flatMap(({ statement: { account: iban, closing }, givesBalance }) =>
    givesBalance && closing
      ? [{ iban, currency: closing.currency, day: closing.day, balance: closing.amount, answerId }]
      : [],
  )
  const last = new Map(rows.map((row) => [`${row.iban} ${row.currency} ${row.day}`, row]))
  const { iban, currency, day } = accountBalance
  if (last.size > 0) await upsert(tx, accountBalance, [iban, currency, day], [...last.values()])
  return last.size
}

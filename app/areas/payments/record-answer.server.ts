import { createHash } from 'node:crypto'
import { insertRows, upsert } from 'db/bulk'
import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { bankDocument, bankEntry, bankStatement } from 'db/schema/bank-inbox'
import { accountBalance, bankAnswer } from 'db/schema/payments'
import { nextObjectId } from 'db/schema/workflow'
import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { holdBankDetails } from '~/areas/bank-accounts/bank-details.server'
import type { NewFile } from '~/areas/documents/add-documents.server'
import { displayName, FILE_TYPES } from '~/platform/files/file-types'
import { storeDocument } from '~/platform/files/read-content.server'
import type { WriteContext } from '~/platform/values/context.server'
import { type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { listWords, showDay, showIban } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { BankDocument } from './bank-files/bank-document'
import { BANK_FILE_LIMITS } from './bank-files/bank-file-limits'
import { readInThread } from './bank-files/read-in-thread'
import {
  addPostings,
  applyEffects,
  BANK_ENTRY,
  explainEntries,
  UNEXPLAINED,
} from './bank-inbox/apply-effects.server'
import type { Outcome, OutcomeCounts, Topic } from './bank-inbox/bank-entry'
import { type Decision, type EntryRef, effectsOf } from './bank-inbox/decision'
import { judge } from './bank-inbox/judge'
import { NOT_RECORDED } from './bank-inbox/judge-statuses'
import type { Known, KnownPayment } from './bank-inbox/known'
import { loadKnown, namedPayments, ownAccounts } from './bank-inbox/load-known.server'
import { type JudgedStatement, judgeStatements } from './bank-inbox/statements'
import type { BankFileReaders } from './worker/jobs'
import { settleIfAnswered } from './workflow.server'

/** One file that a bank sent. */
export const ANSWER_UPLOAD = { files: 1, fileBytes: BANK_FILE_LIMITS.bytes, title: NOT_RECORDED }

/** The file of an upload. @throws DomainError without one */
export function answerFile(files: readonly NewFile[]): NewFile {
  const [file] = files
  if (file) return file
  const why = 'Choose the file that the bank sent.'
  throw new DomainError('invalid', why, { title: NOT_RECORDED, fields: { files: why } })
}

/** What became of a payment, or of an entry that is about none. */
export const LINE_OUTCOMES = [
  'accepted',
  'rejected',
  'paid',
  'returned',
  'already answered',
  'information',
  'unknown',
  'differs',
  'charges',
  'paid twice',
  'contradiction',
  'verification of payee',
] as const
export type LineOutcome = (typeof LINE_OUTCOMES)[number]

/** What a file said of one payment, and what was done with it. */
export interface AnswerLine {
  /** Of the entry or status; several lines of a batch have the same. */
  entryId: number
  endToEndId: string
  /** Null for payments that no run of this site made. */
  invoiceId: number | null
  runId: number | null
  outcome: LineOutcome
  /** A sentence for the treasurer. */
  words: string
}

export interface RecordedAnswer {
  answerId: number
  /** "camt.053"; "several" for a file of several kinds. */
  kind: string
  /** How many entries and statuses ended how: their sum is the file's. */
  counts: OutcomeCounts
  lines: AnswerLine[]
  /** Sentences about the file as a whole. */
  notes: string[]
  /** How many closing balances were stored. */
  balances: number
}

export interface SentAnswer {
  file: NewFile
  /** What the file says, as it was read before the transaction. */
  documents: readonly BankDocument[]
}

/** Reads the file of an upload in a thread, before the transaction that records it. @throws DomainError invalid */
export async function readAnswer(readers: Pick<BankFileReaders, 'run'>, file: NewFile): Promise<SentAnswer> {
  return { file, documents: await readInThread(readers, { name: file.fileName, bytes: file.bytes }) }
}

/**
 * Records what a bank sent, all of it or nothing: each entry settles, returns or confirms a payment, is information, or
 * is in the Bank inbox. A document counts once, even if several users upload it.
 * @throws DomainError invalid: nothing of this site in it, or of a message that is not ours; conflict: uploaded before
 */
export function recordAnswer(
  context: UserWriteContext,
  { file, documents }: SentAnswer,
): Promise<RecordedAnswer> {
  const { tx, actor } = context
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  const record = async () => {
    if (!actor.queues.includes('PAYMENT'))
      throw new DomainError('forbidden', 'Only members of the queue PAYMENT upload what banks send.', {
        title: NOT_RECORDED,
      })
    await lockBankAnswers(tx)
    const fresh = await refuseRepeated(context, hash, documents)
    const runs = await lockNamed(tx, fresh.documents)
    const known = await loadKnown(context, fresh.documents, actor.id)
    refuseForeign(displayName(file.fileName), fresh.documents, known)
    const decisions = judge(fresh.documents, known)
    const statements = judgeStatements(fresh.documents, {
      accounts: known.accounts,
      today: known.today,
      before: await balancesBefore(tx, fresh.documents),
    })
    await applyEffects(context, effectsOf(decisions))
    const recorded = await store(context, {
      file,
      hash,
      documents: fresh.documents,
      decisions,
      statements: statements.statements,
      notes: [...fresh.notes, ...statements.notes],
    })
    await recordInRuns(context, { file, hash, recorded, runs })
    return recorded
  }
  const action = `record bank answer ${hash}`
  return withIdempotencyKey(context, action, record)
}

/** What banks booked is judged by what was booked before: one file, and one act in the inbox, at a time. */
export async function lockBankAnswers(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bank answers'))`)
}

/** Leaves out documents that were recorded before. @throws DomainError conflict where all of them were */
async function refuseRepeated(
  { tx, timeZone }: WriteContext,
  hash: string,
  documents: readonly BankDocument[],
): Promise<{ documents: BankDocument[]; notes: string[] }> {
  const hashes = [...new Set([hash, ...documents.map(({ sha256 }) => sha256)])]
  const who = { at: bankAnswer.receivedAt, firstName: appUser.firstName, lastName: appUser.lastName }
  const [files, recorded] = await Promise.all([
    tx
      .select({ sha256: bankAnswer.sha256, ...who })
      .from(bankAnswer)
      .innerJoin(appUser, eq(appUser.id, bankAnswer.receivedBy))
      .where(inArray(bankAnswer.sha256, hashes)),
    tx
      .select({ sha256: bankDocument.sha256, ...who })
      .from(bankDocument)
      .innerJoin(bankAnswer, eq(bankAnswer.id, bankDocument.answerId))
      .innerJoin(appUser, eq(appUser.id, bankAnswer.receivedBy))
      .where(inArray(bankDocument.sha256, hashes)),
  ])
  const before = new Map([...files, ...recorded].map((each) => [each.sha256, each]))
  const words = ({ at, firstName, lastName }: (typeof files)[number]) =>
    `was uploaded on ${showDay(dayIn(at, timeZone))} by ${firstName} ${lastName}`
  const fresh = documents.filter(({ sha256 }) => !before.has(sha256))
  const [first] = documents
  const repeated = before.get(hash) ?? (fresh.length === 0 && first ? before.get(first.sha256) : undefined)
  if (repeated)
    throw new DomainError('conflict', `This file ${words(repeated)}. Nothing was changed.`, {
      title: NOT_RECORDED,
    })
  return {
    documents: fresh,
    notes: documents.flatMap(({ sha256, name }) => {
      const one = before.get(sha256)
      return one ? [`${name} ${words(one)}: it was left out.`] : []
    }),
  }
}

/** Locks in the order of all code that pays: bank details, runs, and then invoices. */
async function lockNamed(tx: Transaction, documents: readonly BankDocument[]): Promise<number[]> {
  const { suppliers, runs } = await namedPayments(tx, documents)
  for (const id of suppliers) await holdBankDetails(tx, id)
  for (const runId of runs) await lockInstance(tx, runId)
  return runs
}

/** A file without anything of ours was chosen by mistake, or its account is missing: it can be uploaded again later. */
function refuseForeign(fileName: string, documents: readonly BankDocument[], known: Known): void {
  const statements = documents.flatMap((document) => document.statements)
  const isOurs =
    known.payments.length > 0 ||
    known.files.length > 0 ||
    statements.some(({ account }) => known.accounts.has(account))
  if (isOurs || documents.some(({ statuses }) => statuses.length > 0)) return
  const accounts = [...new Set(statements.map(({ account }) => showIban(account)))]
  throw new DomainError(
    'invalid',
    accounts.length === 0
      ? `“${fileName}” names no payment of these runs, and no balance. Check that the right file was chosen.`
      : `“${fileName}” is of ${listWords(accounts.slice(0, 5))}, which ${accounts.length === 1 ? 'is no account' : 'are no accounts'} of our entities. Add the account under Bank Accounts, or choose another file.`,
    { title: NOT_RECORDED },
  )
}

/** The newest balances of the accounts of these documents. */
async function balancesBefore(tx: Transaction, documents: readonly BankDocument[]) {
  const accounts = [
    ...new Set(documents.flatMap(({ statements }) => statements.map(({ account }) => account))),
  ]
  const rows =
    accounts.length === 0
      ? []
      : await tx
          .select()
          .from(accountBalance)
          .where(inArray(accountBalance.iban, accounts))
          .orderBy(desc(accountBalance.day))
  return (account: string, currency: string, day: Day) =>
    rows.find((row) => row.iban === account && row.currency === currency && row.day < day)?.balance ?? null
}

interface Storing {
  file: NewFile
  hash: string
  documents: readonly BankDocument[]
  decisions: readonly Decision[]
  statements: readonly JudgedStatement[]
  notes: string[]
}

async function store(
  context: UserWriteContext,
  { file, hash, documents, decisions, statements, notes }: Storing,
): Promise<RecordedAnswer> {
  const { tx, actor, now, today } = context
  const kinds = [...new Set(documents.map(({ kind }) => kind))]
  const kind = kinds.length === 1 ? (kinds[0] ?? 'several') : 'several'
  const counts = countsOf(decisions)
  const ids = await nextIds(tx, nextObjectId, decisions.length)
  const lines = decisions.flatMap((decision, at) => linesOf(decision, ids[at] ?? 0))
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
  await storeEntries(context, { answerId, decisions, ids, statementIds })
  const inbox = ids.filter((_, at) => decisions[at]?.outcome === 'inbox')
  await startInstances(tx, { kind: BANK_ENTRY, objectIds: inbox, state: UNEXPLAINED, log: '', now, today })
  const balances = await storeBalances(tx, answerId, statements)
  return { answerId, kind, counts, lines, notes, balances }
}

function countsOf(decisions: readonly Decision[]): OutcomeCounts {
  const counts: Partial<Record<Outcome, number>> = {}
  for (const { outcome } of decisions) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

const NEXT_STATEMENT = sql`nextval(pg_get_serial_sequence('bank_statement', 'id'))`

async function nextIds(tx: Transaction, next: SQL, count: number): Promise<number[]> {
  if (count === 0) return []
  const rows: unknown = await tx.execute(sql`select ${next} as id from generate_series(1, ${count}::int)`)
  return (rows as { id: string }[]).map(({ id }) => Number(id)).sort((a, b) => a - b)
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

interface StoringEntries {
  answerId: number
  decisions: readonly Decision[]
  ids: readonly number[]
  statementIds: ReadonlyMap<JudgedStatement['statement'], number>
}

async function storeEntries(
  context: UserWriteContext,
  { answerId, decisions, ids, statementIds }: StoringEntries,
): Promise<void> {
  const { tx } = context
  const idOf = (ref: EntryRef | null): number | null =>
    ref === null ? null : 'id' in ref ? ref.id : (ids[ref.item] ?? null)
  const entities = await ownersOf(tx, decisions)
  await insertRows(
    tx,
    bankEntry,
    decisions.map((decision, at) => ({
      id: ids[at] ?? 0,
      answerId,
      documentSha256: decision.document.sha256,
      statementId: (decision.statement && statementIds.get(decision.statement)) ?? null,
      kind: decision.document.kind,
      account: decision.statement?.account ?? decision.payments[0]?.account ?? '',
      entityId: entities.get(decision.statement?.account ?? decision.payments[0]?.account ?? '') ?? null,
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
  await addPostings(
    tx,
    decisions.map(({ postings }, at) => ({ entryId: ids[at] ?? 0, postings })),
  )
  await explainEntries(
    context,
    decisions.flatMap(({ effects }, at) =>
      effects.flatMap((effect) =>
        effect.do === 'explain'
          ? [{ ...effect, pairedWith: effect.as === 'return' ? (ids[at] ?? null) : null }]
          : [],
      ),
    ),
  )
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

async function ownersOf(tx: Transaction, decisions: readonly Decision[]): Promise<Map<string, number>> {
  const accounts = decisions.flatMap(
    ({ statement, payments }) => statement?.account ?? payments[0]?.account ?? [],
  )
  const own = await ownAccounts(tx, [...new Set(accounts)])
  return new Map([...own].map(([account, { entityId }]) => [account, entityId]))
}

async function storeBalances(
  tx: Transaction,
  answerId: number,
  statements: readonly JudgedStatement[],
): Promise<number> {
  const rows = statements.flatMap(({ statement: { account: iban, closing }, keepsClosing }) =>
    keepsClosing && closing
      ? [{ iban, currency: closing.currency, day: closing.day, balance: closing.amount, answerId }]
      : [],
  )
  const last = new Map(rows.map((row) => [`${row.iban} ${row.currency} ${row.day}`, row]))
  const { iban, currency, day } = accountBalance
  if (last.size > 0) await upsert(tx, accountBalance, [iban, currency, day], [...last.values()])
  return last.size
}

const LINE_OF: Readonly<Record<Exclude<Outcome, 'inbox'>, LineOutcome>> = {
  settled: 'paid',
  returned: 'returned',
  matched: 'already answered',
  information: 'information',
  accepted: 'accepted',
  rejected: 'rejected',
}

const LINE_OF_TOPIC: Readonly<Record<Topic, LineOutcome>> = {
  'unknown debit': 'unknown',
  'unknown credit': 'unknown',
  charges: 'charges',
  difference: 'differs',
  'paid twice': 'paid twice',
  contradiction: 'contradiction',
  return: 'returned',
  'verification of payee': 'verification of payee',
}

/** One line for each payment that a decision is about; one for an entry that names none. */
function linesOf(decision: Decision, entryId: number): AnswerLine[] {
  const { outcome: ended, topic, words, payments, entry, invoiceId, runId } = decision
  const outcome = ended === 'inbox' ? LINE_OF_TOPIC[topic ?? 'difference'] : LINE_OF[ended]
  if (payments.length === 0)
    return [
      {
        entryId,
        endToEndId: entry?.references.endToEndId ?? decision.status?.endToEndId ?? '',
        invoiceId,
        runId,
        outcome,
        words,
      },
    ]
  return payments.map(({ endToEndId, ...payment }: KnownPayment) => ({
    entryId,
    endToEndId,
    invoiceId: payment.invoiceId,
    runId: payment.runId,
    outcome,
    words,
  }))
}

interface RecordingInRuns {
  file: NewFile
  hash: string
  recorded: RecordedAnswer
  runs: readonly number[]
}

/** Each run that the file names keeps it, and its history says what it said. */
async function recordInRuns(
  { tx, actor, now }: UserWriteContext,
  { file, hash, recorded: { kind, lines }, runs }: RecordingInRuns,
): Promise<void> {
  const named = runs.filter((runId) => lines.some((line) => line.runId === runId))
  for (const runId of named) {
    await storeDocument(tx, {
      objectKind: 'payment run',
      objectId: runId,
      fileType: FILE_TYPES.bankAnswer,
      fileName: file.fileName,
      bytes: file.bytes,
      scannedBy: file.scannedBy,
      createdBy: actor.id,
      now,
    })
    const own = lines.filter((line) => line.runId === runId)
    const instance = await lockInstance(tx, runId)
    await recordAct(tx, instance, {
      name: 'bank answer',
      to: instance,
      who: actor,
      now,
      log: `${kind} ${displayName(file.fileName)}: ${outcomeWords(own)}`,
      data: { kind, sha256: hash, ...lineCounts(own) },
    })
    await settleIfAnswered({ tx, now }, runId)
  }
}

function lineCounts(lines: readonly Pick<AnswerLine, 'outcome'>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of lines) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** "3 paid, 1 rejected" */
export function outcomeWords(lines: readonly Pick<AnswerLine, 'outcome'>[]): string {
  const words = Object.entries(lineCounts(lines)).map(([outcome, count]) => `${count} ${outcome}`)
  return words.join(', ') || 'no payments'
}

import { createHash } from 'node:crypto'
import { upsert } from 'db/bulk'
import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { accountBalance, bankAnswer, payment } from 'db/schema/payments'
import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { NewFile } from '~/areas/documents/add-documents.server'
import { returnInvoices, settleInvoices } from '~/areas/invoices/paid-in-runs.server'
import { displayName, FILE_TYPES } from '~/platform/files/file-types'
import { storeDocument } from '~/platform/files/read-content.server'
import type { TransactionAt, WriteContext } from '~/platform/values/context.server'
import { type Day, dayIn } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showAmount, showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { type BankAnswer, readBankAnswer, type Said } from './bank-files/bank-answer'
import { groupIdsOf } from './bank-files/payment-file'
import { isAwaited, type PaymentState } from './payment'
import { settleIfAnswered } from './workflow.server'

const TITLE = 'File cannot be integrated, see error.'

/** One file that a bank sent. */
export const ANSWER_UPLOAD = { files: 1, fileBytes: 10 * 1024 * 1024, title: TITLE }

/** The file of an upload. @throws DomainError without one */
export function answerFile(files: readonly NewFile[]): NewFile {
  const [file] = files
  if (file) return file
  const why = 'Choose the file that the bank sent.'
  throw new DomainError('invalid', why, { title: TITLE, fields: { files: why } })
}

/** What a file said of one payment, and what was done with it. */
export interface AnswerLine {
  endToEndId: string
  /** Null for payments that no run of this site made. */
  invoiceId: number | null
  runId: number | null
  outcome: 'accepted' | 'rejected' | 'paid' | 'already answered' | 'unknown' | 'differs' | 'returned'
  /** A sentence for the treasurer. */
  words: string
}

export interface RecordedAnswer {
  answerId: number
  kind: BankAnswer['kind']
  lines: AnswerLine[]
  /** How many closing balances were stored. */
  balances: number
}

interface NamedPayment {
  id: number
  runId: number
  invoiceId: number
  endToEndId: string
  groupId: string | null
  amount: Decimal
  currency: string
  state: PaymentState
  valueDate: Day | null
}

/**
 * Records what a bank sent: each payment that it names becomes accepted, rejected or paid, once; the rest is reported
 * line by line. A file counts once, even if several users upload it.
 * @throws DomainError invalid: no such file, or nothing of this site in it; conflict: uploaded before
 */
export function recordAnswer(
  context: UserWriteContext,
  { file, idempotencyKey }: { file: NewFile; idempotencyKey: string | null },
): Promise<RecordedAnswer> {
  const { tx, actor, now, today } = context
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  const record = async () => {
    if (!actor.queues.includes('PAYMENT'))
      throw new DomainError('forbidden', 'Only members of the queue PAYMENT upload what banks send.', {
        title: TITLE,
      })
    const answer = readBankAnswer(displayName(file.fileName), file.bytes)
    await refuseRepeated(context, hash)
    const named = await paymentsNamed(tx, answer.said)
    const runs = [...new Set(named.map(({ runId }) => runId))].sort((a, b) => a - b)
    for (const runId of runs) await lockInstance(tx, runId)
    // Read again under the lock.
    const lines = linesOf(answer, await paymentsNamed(tx, answer.said), today)
    if (named.length === 0 && answer.balances.length === 0)
      throw new DomainError(
        'invalid',
        `“${displayName(file.fileName)}” names no payment of these runs, and no balance. Check that the right file was chosen.`,
        { title: TITLE },
      )
    await apply(context, lines)
    const answerId = await store(context, { answer, file, hash, lines, runs })
    for (const runId of runs) await settleIfAnswered(context, runId)
    const reported = lines.map(({ settled: _, ...line }) => line)
    return { answerId, kind: answer.kind, lines: reported, balances: answer.balances.length }
  }
  const action = `record bank answer ${hash}`
  return withIdempotencyKey(tx, { key: idempotencyKey, userId: actor.id, action, now }, record)
}

async function refuseRepeated({ tx, timeZone }: WriteContext, hash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`bank answer ${hash}`}))`)
  const [before] = await tx
    .select({ at: bankAnswer.receivedAt, firstName: appUser.firstName, lastName: appUser.lastName })
    .from(bankAnswer)
    .innerJoin(appUser, eq(appUser.id, bankAnswer.receivedBy))
    .where(eq(bankAnswer.sha256, hash))
  if (before)
    throw new DomainError(
      'conflict',
      `This file was uploaded on ${showDay(dayIn(before.at, timeZone))} by ${before.firstName} ${before.lastName}. Nothing was changed.`,
      { title: TITLE },
    )
}

/** The payments that a file may be about: by our ids, or by the groups and files that it names. */
async function paymentsNamed(tx: Transaction, statuses: readonly Said[]): Promise<NamedPayment[]> {
  const ids = statuses.flatMap(({ of }) => ('endToEndId' in of ? [of.endToEndId] : []))
  const groups = statuses.flatMap(({ of }) => ('groupId' in of ? [of.groupId] : []))
  const messages = statuses.flatMap(({ of }) => ('messageId' in of ? [of.messageId] : []))
  const own = sql`${payment.endToEndId} in (select * from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  const whole: SQL[] = []
  if (groups.length > 0) whole.push(inArray(payment.groupId, groups))
  if (messages.length > 0) whole.push(inArray(payment.groupId, messages.flatMap(groupIdsOf)))
  const { id, runId, invoiceId, endToEndId, groupId, amount, currency, state, valueDate } = payment
  const rows = await tx
    .select({ id, runId, invoiceId, endToEndId, groupId, amount, currency, state, valueDate })
    .from(payment)
    .where(or(own, ...whole))
    .orderBy(payment.id)
  return rows.map((row) => ({ ...row, state: row.state as PaymentState }))
}

interface Line extends AnswerLine {
  settled: { payment: NamedPayment; said: Said; valueDate: Day } | null
}

/** What each line of a file means for our payments; of a payment that is named twice the first line counts. */
function linesOf({ said }: BankAnswer, named: readonly NamedPayment[], today: Day): Line[] {
  const answered = new Set<number>()
  const byId = new Map(named.map((each) => [each.endToEndId, each]))
  return said.flatMap((each): Line[] => {
    const { of } = each
    if ('endToEndId' in of) {
      const found = byId.get(of.endToEndId)
      return [found ? lineOf(each, found, answered, today) : unknownLine(of.endToEndId)]
    }
    const group = named.filter(
      (one) =>
        !answered.has(one.id) &&
        ('groupId' in of ? one.groupId === of.groupId : groupIdsOf(of.messageId).includes(one.groupId ?? '')),
    )
    const total = sum(group.map(({ amount }) => amount))
    // A group that was booked as one is paid only where its sum is.
    if (each.amount !== null && !total.eq(each.amount))
      return group.map((one) => differs(one, `the bank booked ${showAmount(each.amount)} for its group`))
    return group.map((one) => lineOf({ ...each, amount: null, currency: null }, one, answered, today))
  })
}

const unknownLine = (endToEndId: string): Line => ({
  endToEndId,
  invoiceId: null,
  runId: null,
  outcome: 'unknown',
  settled: null,
  words: `“${endToEndId.slice(0, 35)}” is no payment of these runs.`,
})

const differs = (payment: NamedPayment, why: string): Line => ({
  ...namesOf(payment),
  outcome: 'differs',
  settled: null,
  words: `Invoice ${payment.invoiceId} was sent with ${showAmount(payment.amount)} ${payment.currency}, but ${why}. Ask the bank.`,
})

const namesOf = ({ endToEndId, invoiceId, runId }: NamedPayment) => ({ endToEndId, invoiceId, runId })

function lineOf(said: Said, payment: NamedPayment, answered: Set<number>, today: Day): Line {
  const { amount, currency, reason } = said
  const { state, invoiceId } = payment
  const isOther = amount !== null && currency === payment.currency && !new Big(amount).eq(payment.amount)
  if (isOther && said.outcome !== 'rejected')
    return differs(payment, `the bank names ${showAmount(amount)} ${currency}`)
  const line = (outcome: AnswerLine['outcome'], words: string): Line => ({
    ...namesOf(payment),
    outcome,
    words,
    settled: null,
  })
  if (said.outcome === 'returned' && state === 'paid')
    return line(
      'returned',
      `Invoice ${invoiceId} was paid on ${showDay(payment.valueDate)}, and the bank returned the money${because(reason)} Decide on the invoice what follows.`,
    )
  const isRepeated = said.outcome === 'accepted' && state === 'accepted'
  if (!isAwaited(state) || answered.has(payment.id) || isRepeated)
    return line('already answered', `Invoice ${invoiceId} is ${state} already. Nothing changed.`)
  const valueDate = said.valueDate ?? today
  const settled = { payment, said, valueDate }
  answered.add(payment.id)
  if (said.outcome === 'paid')
    return { ...line('paid', `Invoice ${invoiceId} was paid, value date ${showDay(valueDate)}.`), settled }
  if (said.outcome === 'accepted')
    return { ...line('accepted', `Invoice ${invoiceId} was accepted by the bank.`), settled }
  return {
    ...line('rejected', `Invoice ${invoiceId} was rejected${because(reason)} It waits to be paid again.`),
    settled,
  }
}

const because = (reason: string) => (reason === '' ? '.' : `: ${reason}.`)

async function apply({ tx, now }: TransactionAt, lines: readonly Line[]): Promise<void> {
  const settled = lines.flatMap((line) => (line.settled ? [{ ...line.settled, outcome: line.outcome }] : []))
  const rows = settled.map(({ payment, said, valueDate, outcome }) => ({
    id: payment.id,
    state: outcome,
    reason: said.reason,
    bank_reference: said.bankReference,
    value_date: outcome === 'paid' ? valueDate : null,
  }))
  await tx.execute(sql`update ${payment} set state = told.state, reason = told.reason, value_date = told.value_date,
      bank_reference = coalesce(told.bank_reference, ${payment.bankReference}), update_date = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as told (id int, state text, reason text, value_date date, bank_reference text)
    where ${payment.id} = told.id`)
  for (const runId of [...new Set(settled.map((each) => each.payment.runId))].sort((a, b) => a - b)) {
    const own = settled.filter((each) => each.payment.runId === runId)
    const of = (outcome: string) => own.filter((each) => each.outcome === outcome)
    await settleInvoices(
      tx,
      of('paid').map(({ payment, valueDate }) => ({ invoiceId: payment.invoiceId, valueDate })),
      { runId, now },
    )
    await returnInvoices(
      tx,
      of('rejected').map(({ payment, said }) => ({
        invoiceId: payment.invoiceId,
        reason: said.reason || 'no reason given',
      })),
      { runId, now },
    )
  }
}

interface Recording {
  answer: BankAnswer
  file: NewFile
  hash: string
  lines: readonly Line[]
  runs: readonly number[]
}

async function store(
  { tx, actor, now }: UserWriteContext,
  { answer, file, hash, lines, runs }: Recording,
): Promise<number> {
  const { kind, messageId, balances } = answer
  const [row] = await tx
    .insert(bankAnswer)
    .values({
      kind,
      messageId,
      fileName: file.fileName,
      sha256: hash,
      receivedBy: actor.id,
      receivedAt: now,
      lines: lines.map(({ settled: _, ...line }) => line),
    })
    .returning({ id: bankAnswer.id })
  if (!row) throw new Error('The answer was not stored')
  if (balances.length > 0) {
    const last = new Map(balances.map((each) => [`${each.iban} ${each.currency} ${each.day}`, each]))
    const { iban, currency, day } = accountBalance
    await upsert(
      tx,
      accountBalance,
      [iban, currency, day],
      [...last.values()].map((each) => ({ ...each, answerId: row.id })),
    )
  }
  for (const runId of runs) {
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
    const count = (outcome: AnswerLine['outcome']) => own.filter((line) => line.outcome === outcome).length
    const instance = await lockInstance(tx, runId)
    await recordAct(tx, instance, {
      name: 'bank answer',
      to: instance,
      who: actor,
      now,
      log: `${kind} ${displayName(file.fileName)}: ${outcomeWords(own)}`,
      data: {
        kind,
        messageId,
        sha256: hash,
        accepted: count('accepted'),
        rejected: count('rejected'),
        paid: count('paid'),
        differs: count('differs'),
      },
    })
  }
  return row.id
}

/** "3 paid, 1 rejected" */
export function outcomeWords(lines: readonly Pick<AnswerLine, 'outcome'>[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of lines) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'no payments'
}

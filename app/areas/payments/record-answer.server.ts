import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { bankDocument } from 'db/schema/bank-inbox'
import { accountBalance, bankAnswer } from 'db/schema/payments'
import { eq, inArray, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { holdBankDetails } from '~/areas/bank-accounts/bank-details.server'
import type { NewFile } from '~/areas/documents/add-documents.server'
import { displayName, FILE_TYPES } from '~/platform/files/file-types'
import { storeDocument } from '~/platform/files/read-content.server'
import type { WriteContext } from '~/platform/values/context.server'
import { type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { formatList, showDay, showIban } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { describeOutcomes, lineCounts, type RecordedAnswer } from './answer-lines'
import type { SentAnswer } from './answer-upload.server'
import type { BankDocument } from './bank-files/bank-document'
import { applyEffects } from './bank-inbox/apply-effects.server'
import { effectsOf } from './bank-inbox/decision'
import { judge } from './bank-inbox/judge'
import { NOT_RECORDED } from './bank-inbox/judge-statuses'
import { loadRecords, type Named, namedIn, namedPayments } from './bank-inbox/load-records.server'
import type { OurRecords } from './bank-inbox/our-records'
import { proposeMore } from './bank-inbox/propose-more.server'
import { judgeStatements } from './bank-inbox/statements'
import { storeAnswer } from './store-answer.server'
import { closingsThatDoNotAddUp } from './unsound-balances.server'
import { settleIfAnswered } from './workflow.server'

/**
 * Records what a bank sent, all of it or nothing: each entry settles, returns or confirms a payment, is information, or
 * is in the Bank inbox. A document counts once, even if several users upload it.
 * @throws DomainError invalid: nothing of this site in it, or of a message that is not ours; conflict: uploaded before
 */
export function recordAnswer(
  context: UserWriteContext,
  { file, sha256: hash, documents }: SentAnswer,
): Promise<RecordedAnswer> {
  const { tx, actor } = context
  const record = async () => {
    if (!actor.queues.includes('PAYMENT'))
      throw new DomainError('forbidden', 'Only members of the queue PAYMENT upload what banks send.', {
        title: NOT_RECORDED,
      })
    await lockBankAnswers(tx)
    const fresh = await refuseRepeated(context, hash, documents)
    const named = await namedIn(fresh.documents)
    const { runs, invoices } = await lockNamed(tx, named)
    const records = await loadRecords(context, { named, invoices, recorderId: actor.id })
    refuseForeign(displayName(file.fileName), fresh.documents, records)
    const decisions = await judge(fresh.documents, records)
    const statements = await judgeStatements(fresh.documents, {
      accounts: records.accounts,
      today: records.today,
      before: await balancesBefore(tx, fresh.documents),
    })
    await applyEffects(context, effectsOf(decisions))
    const recorded = await storeAnswer(context, {
      file,
      hash,
      documents: fresh.documents,
      decisions,
      statements: statements.statements,
      notes: [...fresh.notes, ...statements.notes],
    })
    await proposeMore(tx)
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
async function lockNamed(tx: Transaction, named: Named) {
  const { suppliers, runs, invoices } = await namedPayments(tx, named)
  for (const id of suppliers) await holdBankDetails(tx, id)
  for (const runId of runs) await lockInstance(tx, runId)
  return { runs, invoices }
}

/** A file without anything of ours was chosen by mistake, or its account is missing: it can be uploaded again later. */
function refuseForeign(fileName: string, documents: readonly BankDocument[], records: OurRecords): void {
  const statements = documents.flatMap((document) => document.statements)
  const isOurs =
    records.payments.length > 0 ||
    records.files.length > 0 ||
    statements.some(({ account }) => records.accounts.has(account))
  if (isOurs || documents.some(({ statuses }) => statuses.length > 0)) return
  const accounts = [...new Set(statements.map(({ account }) => showIban(account)))]
  throw new DomainError(
    'invalid',
    accounts.length === 0
      ? `“${fileName}” names no payment of these runs, and no balance. Check that the right file was chosen.`
      : `“${fileName}” is of ${formatList(accounts.slice(0, 5))}, which ${accounts.length === 1 ? 'is no account' : 'are no accounts'} of our entities. Add the account under Bank Accounts, or choose another file.`,
    { title: NOT_RECORDED },
  )
}

/** The newest closing balances of the accounts of these documents, also those that are not believed. */
async function balancesBefore(tx: Transaction, documents: readonly BankDocument[]) {
  const accounts = [
    ...new Set(documents.flatMap(({ statements }) => statements.map(({ account }) => account))),
  ]
  if (accounts.length === 0) return () => null
  const [believed, others] = await Promise.all([
    tx.select().from(accountBalance).where(inArray(accountBalance.iban, accounts)),
    closingsThatDoNotAddUp(tx, accounts),
  ])
  const rows = [...believed, ...others].sort((a, b) => (a.day < b.day ? 1 : -1))
  return (account: string, currency: string, day: Day) =>
    rows.find((row) => row.iban === account && row.currency === currency && row.day < day)?.balance ?? null
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
      log: `${kind} ${displayName(file.fileName)}: ${describeOutcomes(own)}`,
      data: { kind, sha256: hash, ...lineCounts(own) },
    })
    await settleIfAnswered({ tx, now }, runId)
  }
}

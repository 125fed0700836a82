import { DomainError } from '~/platform/values/domain-error'
import { showDay, showIban } from '~/platform/values/show'
import type { BankDocument, BankReason, PaymentStatus } from '../bank-files/bank-document'
import { isAwaited } from '../payment'
import type { Difference, Outcome } from './bank-entry'
import { allReasons, describeStatus } from './bank-reasons'
import { type Effect, type Judgement, judgement, ofPayment, type Progress } from './decision'
import { formatMoney, isSameMoney } from './fit'
import type { RecordedFile, RecordedPayment } from './our-records'

/** What a bank says of a file, of its groups and of single payments (pain.002), before anything is booked. */

export const NOT_RECORDED = 'File cannot be integrated, see error.'

type Verdict = 'rejected' | 'accepted' | 'changed' | 'payee' | 'information'

const VERDICTS: Readonly<Record<string, Verdict>> = {
  RJCT: 'rejected',
  CANC: 'rejected',
  ACCC: 'accepted',
  ACCP: 'accepted',
  ACFC: 'accepted',
  ACSC: 'accepted',
  ACSP: 'accepted',
  ACWC: 'changed',
  RVMC: 'payee',
  RVNA: 'payee',
  RVNM: 'payee',
}

/** The bank says that the money has gone. */
const COMPLETED: readonly string[] = ['ACCC', 'ACSC']

const verdictOf = (code: string): Verdict => VERDICTS[code] ?? 'information'

/**
 * One judgement for each status of a document, in its order.
 * @throws DomainError invalid for a message that is not ours, and for what does not belong to its message
 */
export function judgeStatuses(document: BankDocument, progress: Progress): Judgement[] {
  const files = new Map(progress.records.files.map((file) => [file.messageId, file]))
  const judged = new Map<PaymentStatus, Judgement>()
  const answered = new Set<number>()
  const of = (level: PaymentStatus['level']) => document.statuses.filter((status) => status.level === level)
  for (const status of document.statuses) requireOurs(document, status, files, progress)
  for (const status of of('payment')) {
    const payment = progress.byEndToEndId.get(status.endToEndId ?? '')
    if (payment === undefined) {
      judged.set(status, judgement('information', 'The bank names no payment.', runOf(status, files)))
      continue
    }
    const whole = [...of('group').filter(isAbove(payment)), ...of('file').filter(isAbove(payment))]
    const { code, reasons } = effectiveOf(status, whole)
    // Of a payment that is named twice, what is said of it alone counts, not what is said of its group.
    if (verdictOf(code) !== 'information') answered.add(payment.id)
    judged.set(status, judgeAll([payment], { ...status, code, reasons }, progress))
  }
  for (const level of ['group', 'file'] as const)
    for (const status of of(level)) {
      const payments = inMessage(progress, status).filter(({ id }) => !answered.has(id))
      if (verdictOf(status.code) === 'information' || payments.length === 0)
        judged.set(status, ofWhole(status, files))
      else {
        for (const { id } of payments) answered.add(id)
        judged.set(status, judgeAll(payments, status, progress))
      }
    }
  return document.statuses.map((status) => judged.get(status) as Judgement)
}

const runOf = ({ messageId }: PaymentStatus, files: ReadonlyMap<string, RecordedFile>) => ({
  runId: files.get(messageId ?? '')?.runId ?? null,
})

const isAbove =
  (payment: RecordedPayment) =>
  ({ messageId, groupId, level }: PaymentStatus): boolean =>
    messageId === payment.messageId && (level === 'file' || groupId === payment.groupId)

/** A payment without a status or reasons of its own has those of its group, or of its file. */
function effectiveOf(
  status: PaymentStatus,
  whole: readonly PaymentStatus[],
): { code: string; reasons: BankReason[] } {
  const above = whole.find(({ code }) => verdictOf(code) !== 'information')
  const code = status.code || (above?.code ?? '')
  const inherits = status.reasons.length === 0 && above !== undefined && above.code === code
  return { code, reasons: inherits ? above.reasons : status.reasons }
}

function inMessage({ records, state }: Progress, { messageId, groupId, level }: PaymentStatus) {
  return records.payments.filter(
    (payment) =>
      payment.messageId === messageId &&
      (level === 'file' || payment.groupId === groupId) &&
      state(payment) !== 'planned' &&
      state(payment) !== 'taken out',
  )
}

/** An answer names a file of ours that was sent, and all that it names is in that file. */
function requireOurs(
  document: BankDocument,
  status: PaymentStatus,
  files: ReadonlyMap<string, RecordedFile>,
  { byEndToEndId }: Progress,
): void {
  const { messageId, groupId, endToEndId, level } = status
  const file = files.get(messageId ?? '')
  if (!file?.isSent)
    throw refused(
      messageId === null
        ? `“${document.name}” does not say which payment file it answers`
        : `“${document.name}” answers the message “${short(messageId)}”, ${file ? 'which was not sent to a bank' : 'which is no payment file of this site'}`,
    )
  if (groupId !== null && !file.groupIds.includes(groupId))
    throw refused(
      `“${document.name}” names the group “${short(groupId)}”, which is not in the file ${file.messageId}`,
    )
  if (level !== 'payment' || endToEndId === null) return
  const payment = byEndToEndId.get(endToEndId)
  if (payment?.messageId !== file.messageId || (groupId !== null && payment.groupId !== groupId))
    throw refused(
      `“${document.name}” names the payment “${short(endToEndId)}”, which is not in ${groupId === null ? 'the file' : 'that group of the file'} ${file.messageId}`,
    )
}

const short = (text: string) => text.slice(0, 35)

const refused = (why: string) =>
  new DomainError(
    'invalid',
    `${why}. Nothing was changed: check that the right file was chosen, then ask the bank.`,
    { title: NOT_RECORDED },
  )

/** What is said of a file or a group as a whole, or is not about any payment that is left. */
function ofWhole(status: PaymentStatus, files: ReadonlyMap<string, RecordedFile>): Judgement {
  const { level, code, messageId, groupId, reasons } = status
  const what = level === 'file' ? `File ${messageId}` : `Group ${groupId} of file ${messageId}`
  const why = allReasons(reasons)
  const words = code === '' ? 'no status' : describeStatus(code)
  return judgement('information', `${what}: ${words}${why === '' ? '' : `, ${why}`}.`, runOf(status, files))
}

function judgeAll(
  payments: readonly RecordedPayment[],
  status: PaymentStatus,
  progress: Progress,
): Judgement {
  const each = payments.map((payment) => judgeOne(payment, status, progress))
  const [first] = each
  if (first && each.length === 1) return first
  const outcome = WORST_FIRST.find((one) => each.some((other) => other.outcome === one)) ?? 'information'
  const worst = each.find((other) => other.outcome === outcome)
  return judgement(outcome, each.map(({ words }) => words).join(' '), {
    topic: worst?.topic ?? null,
    proposal: worst?.proposal ?? null,
    differences: each.flatMap(({ differences }) => differences),
    payments,
    effects: each.flatMap(({ effects }) => effects),
  })
}

/** A status of several payments ends as the one of them that needs most attention. */
const WORST_FIRST: readonly Outcome[] = ['inbox', 'rejected', 'accepted', 'information', 'matched']

function judgeOne(payment: RecordedPayment, status: PaymentStatus, progress: Progress): Judgement {
  const { code, reasons, bankReference } = status
  const verdict = verdictOf(code)
  const reason = allReasons(reasons)
  const state = progress.state(payment)
  const { id: paymentId, invoiceId } = payment
  const about = ofPayment(payment)
  const because = reason === '' ? '.' : `: ${reason}.`
  const already = () =>
    judgement('matched', `Invoice ${invoiceId} is ${state} already. Nothing changed.`, about)
  if (verdict === 'information')
    return judgement(
      'information',
      `Invoice ${invoiceId}: ${code === '' ? 'no status' : describeStatus(code)}${reason === '' ? '' : `, ${reason}`}.`,
      about,
    )
  if (verdict === 'payee') {
    const note = [describeStatus(code), reason].filter(Boolean).join(', ')
    if (payment.bankNote.includes(note)) return already()
    return judgement('inbox', `Invoice ${invoiceId}, verification of payee: ${note}.`, {
      ...about,
      topic: 'verification of payee',
      proposal: { kind: 'note' },
      effects: [{ do: 'note', paymentId, note }],
    })
  }
  const differences = statusDifferences(payment, status)
  if (differences.length > 0)
    return judgement(
      'inbox',
      `What the bank ${verdict === 'rejected' ? 'rejected' : 'accepted'} for invoice ${invoiceId} is not what was sent. Ask the bank.`,
      { ...about, topic: 'difference', differences, proposal: { kind: 'note' } },
    )
  if (verdict === 'rejected') {
    if (state === 'rejected' || state === 'returned') return already()
    if (state === 'paid')
      return judgement(
        'inbox',
        `Invoice ${invoiceId} was paid on ${showDay(payment.valueDate)}, but the bank rejects the payment${because} It is in dispute.`,
        {
          ...about,
          topic: 'contradiction',
          effects: [{ do: 'dispute', paymentId, why: `The bank rejects what was paid${because}` }],
        },
      )
    progress.become(payment, 'rejected')
    const { keepsApprovals } = payment
    return judgement(
      'rejected',
      `Invoice ${invoiceId} was rejected${because} Next: ${keepsApprovals ? 'pay' : 'approve'} it again.`,
      { ...about, effects: [{ do: 'reject', paymentId, reason, keepsApprovals }] },
    )
  }
  const note = verdict === 'changed' ? `Accepted with a change${reason === '' ? '' : `: ${reason}`}` : ''
  const isNoted = note === '' || payment.bankNote.includes(note)
  if (COMPLETED.includes(code) && (state === 'rejected' || state === 'taken out'))
    return judgement(
      'inbox',
      `Invoice ${invoiceId}: the bank says that it paid what is ${state} (${code}). It is in dispute.`,
      {
        ...about,
        topic: 'contradiction',
        differences: [{ what: 'Payment', ours: state, bank: 'paid' }],
        effects: [{ do: 'dispute', paymentId, why: `The bank says that it paid what is ${state} (${code})` }],
      },
    )
  if (!isAwaited(state))
    return state === 'rejected'
      ? judgement(
          'information',
          `Invoice ${invoiceId}: the bank accepted it before it rejected it, or takes its rejection back. Nothing changed.`,
          about,
        )
      : already()
  if (state === 'accepted' && isNoted) return already()
  const effects: Effect[] = []
  if (state !== 'accepted') effects.push({ do: 'accept', paymentId, bankReference })
  if (!isNoted) effects.push({ do: 'note', paymentId, note })
  progress.become(payment, 'accepted')
  return judgement(
    'accepted',
    verdict === 'changed'
      ? `Invoice ${invoiceId} was accepted by the bank with a change${because}`
      : `Invoice ${invoiceId} was accepted by the bank.`,
    { ...about, effects },
  )
}

/** Amount and account that a status names, where they are not those of the payment. */
function statusDifferences(payment: RecordedPayment, { amount, account }: PaymentStatus): Difference[] {
  return [
    ...(amount !== null && !isSameMoney(amount, payment)
      ? [{ what: 'Amount', ours: formatMoney(payment), bank: formatMoney(amount) }]
      : []),
    ...(account !== '' && account !== payment.account
      ? [{ what: 'Account', ours: showIban(payment.account), bank: showIban(account) }]
      : []),
  ]
}

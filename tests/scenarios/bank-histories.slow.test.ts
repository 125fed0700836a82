import {
  cutOf,
  fileOf,
  historyOf,
  isBooked,
  Model,
  type Report,
  randomFrom,
  type Sent,
} from 'tests/support/areas/payments/bank-histories'
import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { PAYER, runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { partOfRun, rounds } from 'tests/support/rounds'
import { testSite } from 'tests/support/site'
import { expect, onTestFinished, test } from 'vitest'
import { paidAccount } from '~/areas/bank-accounts/bank-details.server'
import { type BankFile, readBankFile } from '~/areas/payments/bank-files/read-bank-file'
import { type Decision, effectsOf } from '~/areas/payments/bank-inbox/decision'
import { judge } from '~/areas/payments/bank-inbox/judge'
import type { OurRecords, RecordedEntry, RecordedPayment } from '~/areas/payments/bank-inbox/our-records'
import { addDays } from '~/platform/values/day'
import { Big, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

// Random histories of payments and banks against a small model. TEST_SEED repeats one.

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)
const HISTORIES = 1_000
/** The day on which each attempt is sent: a bank day. */
const SENT_ON = ['2026-11-02', '2026-11-12', '2026-11-23']
const LAST_DAY = '2026-12-02'
/** How many files arrive cut before they arrive whole, and how many are uploaded once more. */
const CUT = 0.05
const DOUBLED = 0.1

/** Payments and entries in memory, as a database would have them after each file. */
class Books {
  payments: RecordedPayment[] = []
  entries: RecordedEntry[] = []
  readonly disputes = new Set<number>()
  /** Entries that settled or confirmed each payment. */
  readonly paidBy = new Map<number, number>()

  send({ account, ...payment }: Sent, fileMadeOn: string): void {
    this.payments.push({
      ...payment,
      account,
      runId: payment.id,
      groupId: `${payment.messageId}-S`,
      state: 'sent',
      valueDate: null,
      fileMadeOn,
      booked: null,
      bookedBy: null,
      bankNote: '',
      keepsApprovals: true,
    })
  }

  records(): OurRecords {
    return {
      today: LAST_DAY,
      accounts: new Map([[PAYER.iban, { entityId: 1, entity: 'Payer' }]]),
      payments: this.payments,
      entries: this.entries,
      files: this.payments.map(({ messageId, runId, groupId }) => ({
        messageId: messageId ?? '',
        runId,
        isSent: true,
        groupIds: [groupId ?? ''],
      })),
      openInvoices: [],
      rates: new Map([['EUR', '1']]),
    }
  }

  #change(id: number, fields: Partial<RecordedPayment>): void {
    this.payments = this.payments.map((each) => (each.id === id ? { ...each, ...fields } : each))
  }

  payByHand({ id }: Sent): void {
    this.#change(id, { state: 'paid' })
  }

  record(decisions: readonly Decision[]): void {
    const first = this.entries.length + 1
    const idOf = (ref: Decision['repeats']) => (ref === null ? null : 'id' in ref ? ref.id : first + ref.item)
    for (const [at, { entry, document, statement, ...decision }] of decisions.entries()) {
      this.entries.push({
        id: first + at,
        kind: document.kind,
        account: statement?.account ?? '',
        direction: entry?.direction ?? 'debit',
        amount: entry?.booked.amount ?? '0',
        currency: entry?.booked.currency ?? '',
        bookingDate: entry?.bookingDate ?? null,
        valueDate: entry?.valueDate ?? null,
        bankReference: entry?.references.bank ?? null,
        paymentId: decision.payments.length === 1 ? (decision.payments[0]?.id ?? null) : null,
        counterparty: '',
        text: entry?.text ?? '',
        reason: '',
        repeats: idOf(decision.repeats),
        topic: decision.topic,
        isOpen: decision.outcome === 'inbox',
        explainedAs: null,
        pairedWith: idOf(decision.pairedWith),
      })
    }
    for (const effect of effectsOf(decisions)) {
      const at = decisions.findIndex(({ effects }) => effects.includes(effect))
      this.#carryOut(effect, first + at, decisions[at]?.document.kind ?? 'camt.053')
    }
  }

  #carryOut(effect: Decision['effects'][number], entryId: number, kind: RecordedEntry['kind']): void {
    if (effect.do === 'explain')
      this.entries = this.entries.map((each) =>
        each.id === effect.entryId ? { ...each, isOpen: false, pairedWith: entryId } : each,
      )
    else if (effect.do === 'settle' || effect.do === 'confirm') {
      this.#change(effect.paymentId, { state: 'paid', bookedBy: { entryId, kind, isBatch: false } })
      this.paidBy.set(effect.paymentId, (this.paidBy.get(effect.paymentId) ?? 0) + 1)
    } else if (effect.do === 'return') this.#change(effect.paymentId, { state: 'returned' })
    else if (effect.do === 'reject') this.#change(effect.paymentId, { state: 'rejected' })
    else if (effect.do === 'dispute') {
      const found = this.payments.find(({ id }) => id === effect.paymentId)
      if (found) this.disputes.add(found.invoiceId)
    }
  }
}

let numbers = 0
const sentBy = (invoiceId: number, random: () => number): Sent => {
  numbers += 1
  return {
    id: numbers,
    invoiceId,
    endToEndId: `INV${invoiceId}-RUN${numbers}`,
    messageId: `FD-RUN${numbers}-1-1`,
    amount: `${1 + Math.floor(random() * 5)}0.00`,
    currency: 'EUR',
    account: PAYER.iban,
  }
}

/** What the model has of each payment, to be compared. */
const standingsOf = (model: Model) =>
  [...model.standings].map(([id, { state, surplus }]) => ({ id, state, surplus }))

function standingsIn({ payments, entries }: Books) {
  return payments.map(({ id, state }) => ({
    id,
    state,
    surplus: entries.filter(
      ({ paymentId, topic, pairedWith, isOpen }) =>
        paymentId === id && topic === 'paid twice' && isOpen && pairedWith === null,
    ).length,
  }))
}

/** What the bank booked, each booking once, with its sign. */
function totalOf(reports: readonly Report[]): string {
  const facts = new Map(
    reports.flatMap(({ facts: own }) => own.filter(isBooked).map((fact) => [fact.ref, fact])),
  )
  return sum(
    [...facts.values()].map((fact) =>
      fact.what === 'other'
        ? `-${fact.amount}`
        : `${fact.what === 'return' ? '' : '-'}${fact.payment.amount}`,
    ),
  ).toFixed(2)
}

test(`${HISTORIES} random histories: no payment is settled twice, none is lost (seed ${SEED})`, async () => {
  console.info(`bank histories: TEST_SEED=${SEED}`)
  for (let history = 0; history < HISTORIES; history++) {
    const random = randomFrom(SEED + history)
    const [books, model] = [new Books(), new Model()]
    const all: Report[] = []
    const failed: Sent[] = []
    let payments = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, at) => sentBy(at + 1, random))
    // Up to three attempts: what was rejected or returned is paid by another run, unless it is in dispute.
    for (const sentOn of SENT_ON) {
      for (const payment of payments) {
        books.send(payment, sentOn)
        model.send(payment)
      }
      const { reports, byHand } = historyOf(payments, { random, sentOn, account: PAYER.iban, failed })
      for (const [at, report] of reports.entries()) {
        for (const { payment } of byHand.filter(({ before }) => before === at))
          if (model.of(payment).state === 'sent') {
            model.payByHand(payment)
            books.payByHand(payment)
          }
        all.push(report)
        model.report(report)
        const file = fileOf(report)
        if (random() < CUT)
          await expect(readBankFile(cutOf(file, 0.2 + random() * 0.7))).rejects.toThrow(DomainError)
        const decisions = await judge(await readBankFile(file), books.records())
        expect(decisions).toHaveLength(report.facts.length)
        books.record(decisions)
        expect({ history, standings: standingsIn(books) }).toEqual({ history, standings: standingsOf(model) })
      }
      expect({ history, disputes: [...books.disputes].sort() }).toEqual({
        history,
        disputes: [...model.disputes].sort(),
      })
      failed.push(...payments.filter((payment) => ['rejected', 'returned'].includes(model.of(payment).state)))
      payments = payments
        .filter(({ invoiceId }) => !model.disputes.has(invoiceId))
        .filter((payment) => ['rejected', 'returned'].includes(model.of(payment).state))
        .map(({ invoiceId, amount }) => ({ ...sentBy(invoiceId, random), amount }))
    }
    expect([...books.paidBy.values()].filter((times) => times > 1)).toEqual([])
    const roots = books.entries.filter(({ account, repeats }) => account !== '' && repeats === null)
    const total = sum(roots.map(({ direction, amount }) => (direction === 'debit' ? `-${amount}` : amount)))
    expect({ history, total: total.toFixed(2) }).toEqual({ history, total: totalOf(all) })
  }
}, 120_000)

/** Forty histories each; in the long run a thousand together. */
const seeds = Array.from({ length: rounds(1, 25) }, (_, at) => SEED + at)

test.each(partOfRun(seeds))(
  'histories in the database: what is stored is what the model has, and the chain verifies (seed %i)',
  async (seed) => {
    const site = await testSite()
    onTestFinished(() => site.close())
    const reference = await expenseReference(site)
    const runs = runsOn(site, reference)
    const inbox = inboxOf(site)
    await runs.addAccounts()
    const random = randomFrom(seed)
    const model = new Model()
    const all: Report[] = []
    const invoices = await runs.approvedInvoices(
      Array.from({ length: 40 }, () => ({ gross: `${1 + Math.floor(random() * 5)}0.00` })),
    )
    const failed: Sent[] = []
    await runs.approvedInvoices(
      Array.from({ length: 6 }, () => ({ gross: `-${1 + Math.floor(random() * 7)}5.00` })),
    )
    let next = invoices
    for (const sentOn of SENT_ON) {
      if (next.length === 0) break
      site.setClock(`${sentOn}T09:00:00Z`)
      const runId = await runs.sentRun(next)
      const [file] = await runs.files(runId)
      // Where credits leave nothing to pay, no bank has to answer.
      const sent = (await runs.payments(runId)).filter(({ amount }) => amount !== '0.00')
      const payments = sent.map(
        ({ id, invoiceId, endToEndId, amount, currency, debtorIban }): Sent => ({
          id,
          invoiceId,
          endToEndId,
          amount,
          currency,
          account: debtorIban,
          messageId: file?.messageId ?? '',
        }),
      )
      for (const payment of payments) model.send(payment)
      site.setClock(`${addDays(sentOn, 5)}T09:00:00Z`)
      const { reports, byHand } = historyOf(payments, { random, sentOn, account: PAYER.iban, failed })
      for (const [at, report] of reports.entries()) {
        for (const { payment } of byHand.filter(({ before }) => before === at))
          if (model.of(payment).state === 'sent' && !model.disputes.has(payment.invoiceId)) {
            model.payByHand(payment)
            await runs.its.invoiceStep('treasurer1', payment.invoiceId, 'paid', { paymentDate: sentOn })
          }
        all.push(report)
        model.report(report)
        const file = fileOf(report)
        const upload = ({ name, bytes }: BankFile) => runs.answerBytes('treasurer1', name, bytes)
        if (random() < CUT)
          await expect(upload(cutOf(file, 0.2 + random() * 0.7))).rejects.toThrow(DomainError)
        const recorded = await upload(file)
        if (random() < DOUBLED) await expect(upload(file)).rejects.toThrow('was uploaded on')
        expect(sum(Object.values(recorded.counts).map(String)).toNumber()).toBe(report.facts.length)
      }
      const states = new Map(
        (await site.ownerSql<{ id: number; state: string }[]>`select id, state from payment`).map(
          ({ id, state }) => [id, state],
        ),
      )
      for (const [id, { state }] of model.standings) expect([id, states.get(id)]).toEqual([id, state])
      await expectCreditsOnce()
      next = []
      for (const payment of payments) {
        const { invoiceId } = payment
        const place = await site.stateOf(invoiceId)
        expect([invoiceId, place === 'IN DISPUTE (PAYMENT)']).toEqual([
          invoiceId,
          model.disputes.has(invoiceId),
        ])
        const { state } = model.of(payment)
        if (model.disputes.has(invoiceId) || (state !== 'rejected' && state !== 'returned')) continue
        failed.push(payment)
        if (state === 'returned') await payAgain(invoiceId)
        next.push(invoiceId)
      }
    }

    /** What is paid and what credits take off is the invoice to the cent, and no credit is taken off twice. */
    async function expectCreditsOnce() {
      const wrong = await site.ownerSql`
      select p.id, p.amount, i.gross_amount from payment p join invoice i on i.id = p.invoice_id
      where p.amount + coalesce((select sum(c.amount) from payment_credit c where c.payment_id = p.id), 0)
        <> i.gross_amount or p.amount < 0`
      expect(wrong).toEqual([])
      const credits = await site.ownerSql<{ id: number; left: string; status: string; unpaid: string }[]>`
      select i.id, w.status,
        -i.gross_amount - coalesce(sum(c.amount) filter (where p.state not in ('rejected', 'returned')), 0) as left,
        -i.gross_amount - coalesce(sum(c.amount) filter (where p.state = 'paid'), 0) as unpaid
      from invoice i join workflow_instance w on w.object_id = i.id
      left join payment_credit c on c.credit_id = i.id left join payment p on p.id = c.payment_id
      where i.gross_amount < 0 group by i.id, w.status`
      for (const { id, left, status, unpaid } of credits) {
        expect([id, Number(left) >= 0]).toEqual([id, true])
        expect([id, status]).toEqual([id, Number(unpaid) === 0 ? 'PAID' : 'APPROVED'])
      }
    }

    /** New approvals, after the account of the payee was confirmed. */
    async function payAgain(invoiceId: number) {
      const { hash: accountSeen } = await paidAccount(site.read, reference.supplierId, 'EUR')
      expect(await site.stateOf(invoiceId)).toBe('RETURNED (PAYMENT)')
      await runs.its.invoiceStep('treasurer1', invoiceId, 'pay again', { accountSeen })
      await runs.its.invoiceStep('treasurer2', invoiceId, 'first approval')
      await runs.its.invoiceStep('treasurer3', invoiceId, 'second approval')
    }
    const [roots] = await site.ownerSql<{ total: string }[]>`
    select sum(case direction when 'debit' then -amount else amount end) as total from bank_entry
    where repeats is null and status = 'booked'`
    expect(new Big(roots?.total ?? 0).toFixed(2)).toBe(totalOf(all))
    const twice = await site.ownerSql`
    select payment_id from bank_posting where kind = 'supplier' and amount < 0 group by payment_id having count(*) > 1`
    expect(twice).toEqual([])
    expect(await inbox.unbalanced()).toEqual([])
    expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
  },
  120_000,
)

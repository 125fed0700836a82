import { readFileSync } from 'node:fs'
import { addCurrency, inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { PAYER, PAYER_USD, runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { afterAll, describe, expect, test } from 'vitest'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const CASES = process.env.CASES
if (!CASES) console.info('CASES is not set: bank answers as banks write them are skipped')

const site = await opened(testSite())
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
const inbox = inboxOf(site)
await runs.addAccounts()
const PAYER_GBP = 'LU459920000000500002'
const PAYER_JPY = 'LU139920000000140002'
await addCurrency(site, reference, 'GBP', { payer: PAYER_GBP, payee: 'GB29NWBK60161331926819' })
await addCurrency(site, reference, 'JPY', { payer: PAYER_JPY, payee: 'CH9300762011623852957' })
const ACCOUNTS: Record<string, string> = {
  EUR: PAYER.iban,
  USD: PAYER_USD.iban,
  GBP: PAYER_GBP,
  JPY: PAYER_JPY,
}

/** A payment of a run that was sent on 24 November. */
async function sent(gross: string, currency = 'EUR') {
  const [made] = await sentTogether([{ gross, currency }])
  if (!made) throw new Error('No payment was made')
  return made
}

async function sentTogether(bills: { gross: string; currency?: string }[]) {
  site.setClock('2026-11-24T09:00:00Z')
  const ids = await runs.approvedInvoices(bills)
  const runId = await runs.sentRun(ids)
  const [file] = await runs.files(runId)
  site.setClock('2026-11-30T09:00:00Z')
  return (await runs.payments(runId)).map(({ id, invoiceId, endToEndId, groupId, currency }) => ({
    id,
    invoiceId,
    runId,
    endToEndId,
    groupId: groupId ?? '',
    messageId: file?.messageId ?? '',
    account: ACCOUNTS[currency] ?? '',
  }))
}

type Sent = Awaited<ReturnType<typeof sent>>

let uploads = 0

/** Uploads a case with the ids of payments of this site, in the order of the ids in the file. */
async function upload(name: string, payments: Sent[], more: Record<string, string> = {}) {
  const [first] = payments
  let text = readFileSync(`${CASES}/bank-answers/${name}.xml`, 'utf8')
  const ids = [...new Set(text.match(/INV\d+-RUN\d+/g) ?? [])]
  for (const [at, id] of ids.entries()) text = text.replaceAll(id, payments[at]?.endToEndId ?? id)
  text = text.replace(/FD-RUN\d+-\d+-\d+-[SX]/g, (id) => first?.groupId || id)
  text = text.replace(/FD-RUN\d+-\d+-\d+(?!-)(?=<)/g, (id) => first?.messageId || id)
  text = text.replace(/<((?:\w+:)?IBAN)>[^<]+/g, (found, tag) => (first ? `<${tag}>${first.account}` : found))
  for (const [from, to] of Object.entries(more)) text = text.replaceAll(from, to)
  uploads += 1
  const recorded = await runs.answer('treasurer1', `${name}.xml`, `${text}<!-- ${uploads} -->`)
  const entries = await inbox.entries(recorded.answerId)
  const total = Object.values(recorded.counts).reduce((sum, count) => sum + (count ?? 0), 0)
  expect(total).toBe(entries.length)
  return { recorded, entries }
}

const stateOf = (payment: Sent) => site.stateOf(payment.invoiceId)
const ended = ({ entries }: Awaited<ReturnType<typeof upload>>) =>
  entries.map(({ outcome, topic }) => (topic === null ? outcome : `${outcome}: ${topic}`))

describe.skipIf(!CASES)('answers as banks write them', () => {
  test('a debit and its return in one statement: returned, with the reason in words', async () => {
    const payment = await sent('7155.73')
    const found = await upload('camt053-debit-and-return-in-one-statement', [payment])
    expect(ended(found)).toEqual(['settled', 'returned'])
    expect(await stateOf(payment)).toBe('RETURNED (PAYMENT)')
    const [returned] = await historyOf(site.read, payment.invoiceId)
    expect(returned?.log).toContain('account closed (AC04)')
    await expect(runs.make('treasurer1', [payment.invoiceId])).rejects.toThrow('cannot be paid now')
  })

  test('a return of what is paid', async () => {
    const payment = await sent('10025.31')
    await runs.its.invoiceStep('treasurer1', payment.invoiceId, 'paid', { paymentDate: '2026-11-26' })
    const found = await upload('camt-return-later-of-paid', [payment])
    expect([ended(found), await stateOf(payment)]).toEqual([['returned'], 'RETURNED (PAYMENT)'])
  })

  test('a return less charges: returned, and the charges are in the inbox', async () => {
    const payment = await sent('316785.67', 'GBP')
    await runs.its.invoiceStep('treasurer1', payment.invoiceId, 'paid', { paymentDate: '2026-11-26' })
    const found = await upload('camt-return-less-charges', [payment])
    expect([ended(found), await stateOf(payment)]).toEqual([['inbox: charges'], 'RETURNED (PAYMENT)'])
    const [entry] = found.entries
    expect(entry?.words).toContain('15.00 GBP')
    await inbox.explain('treasurer1', entry?.id ?? 0, { kind: 'accept' })
    expect(await inbox.postings(entry?.id ?? 0)).toEqual(['supplier 316785.67', 'charges -15.00'])
  })

  test('amounts of another version: the difference and the other part are in the inbox', async () => {
    const payment = await sent('10025.31')
    const found = await upload('camt-amount-differs-txamt-v02', [payment])
    expect(ended(found)).toEqual(['inbox: difference', 'inbox: unknown debit'])
    expect(found.entries[0]?.differences).toEqual([
      { what: 'Amount', ours: '10,025.31 EUR', bank: '9,999.99 EUR' },
    ])
    expect(await stateOf(payment)).toBe('SENT (PAYMENT)')
  })

  test('another currency without a counter-amount settles nothing', async () => {
    const payment = await sent('296.58', 'USD')
    const found = await upload('run-01-other-currency', [payment])
    expect(ended(found)).toEqual(['inbox: difference'])
    expect(found.entries[0]?.differences).toEqual([
      { what: 'Currency', ours: 'USD', bank: 'EUR' },
      { what: 'Amount', ours: '296.58 USD', bank: '1.00 EUR' },
    ])
    expect(await stateOf(payment)).toBe('SENT (PAYMENT)')
  })

  test('dollars booked in euro with the right counter-amount settle, with rate and amount', async () => {
    const payment = await sent('525735.93', 'USD')
    const found = await upload('camt-usd-booked-in-eur-with-instdamt', [payment])
    expect([ended(found), await stateOf(payment)]).toEqual([['settled'], 'PAID (SYSTEM)'])
    const [stored] = await runs.payments(payment.runId)
    expect(stored).toMatchObject({ bookedAmount: '453000.00', bookedCurrency: 'EUR' })
    expect(Number(stored?.exchangeRate)).toBeCloseTo(1.16056496, 6)
  })

  test('charges on top: one press settles the payment and books them', async () => {
    const payment = await sent('244.44')
    const found = await upload('camt-entry-with-charges', [payment])
    const [entry] = found.entries
    expect([ended(found), await stateOf(payment)]).toEqual([['inbox: charges'], 'SENT (PAYMENT)'])
    expect(entry?.proposal).toMatchObject({ kind: 'payment and charges', charges: '26.00' })
    await inbox.explain('treasurer2', entry?.id ?? 0, { kind: 'accept' })
    expect(await inbox.postings(entry?.id ?? 0)).toEqual(['supplier -244.44', 'charges -26.00'])
    expect([await stateOf(payment), await site.stateOf(payment.runId)]).toEqual([
      'PAID (SYSTEM)',
      'SETTLED (COMPLETED)',
    ])
  })

  test('a value date in the future settles nothing', async () => {
    const payment = await sent('236.97')
    const found = await upload('run-04-value-2099', [payment])
    expect([ended(found), await stateOf(payment)]).toEqual([['inbox: difference'], 'SENT (PAYMENT)'])
    expect(found.entries[0]?.differences).toContainEqual(
      expect.objectContaining({ what: 'Value date', bank: '31/12/2099, in the future' }),
    )
  })

  test('rejected, then booked all the same: in dispute, until two treasurers settle it', async () => {
    const payment = await sent('4154.50', 'GBP')
    expect(ended(await upload('run-07-rjct', [payment]))).toEqual(['information', 'rejected'])
    expect(await stateOf(payment)).toBe('APPROVED (PAYMENT)')
    const found = await upload('run-08-rejected-then-booked', [payment])
    expect([ended(found), await stateOf(payment)]).toEqual([['inbox: contradiction'], 'IN DISPUTE (PAYMENT)'])
    await expect(runs.make('treasurer1', [payment.invoiceId])).rejects.toThrow('cannot be paid now')
    const [entry] = found.entries
    await expect(inbox.explain('treasurer1', entry?.id ?? 0, { kind: 'ask back' })).rejects.toThrow(
      'two treasurers settle it',
    )
    await inbox.requestDispute('treasurer1', payment.invoiceId, 'PAID')
    await expect(inbox.approve('treasurer1')).rejects.toThrow('another person must decide it')
    await inbox.approve('treasurer2')
    expect(await stateOf(payment)).toBe('PAID (SYSTEM)')
    expect((await inbox.entry(entry?.id ?? 0)).explainedAs).toBe('dispute')
    expect((await runs.payments(payment.runId))[0]).toMatchObject({ state: 'paid', valueDate: '2026-11-30' })
  })

  test('one invoice debited from two runs: the second is asked back', async () => {
    const first = await sent('4154.50', 'GBP')
    await upload('run-07-rjct', [first])
    const runId = await runs.sentRun([first.invoiceId])
    const [stored] = await runs.payments(runId)
    expect(stored).toMatchObject({ attempt: 2, attemptReason: expect.stringContaining('TM01') })
    const second = { ...first, runId, endToEndId: stored?.endToEndId ?? '' }
    const found = await upload('run-21-both-debits', [first, second])
    expect([ended(found), await stateOf(first)]).toEqual([['inbox: paid twice', 'settled'], 'PAID (SYSTEM)'])
    expect(found.entries[0]?.proposal).toMatchObject({ kind: 'ask back' })
  })

  test('a status of a message that is not ours is refused', async () => {
    const payment = await sent('53.00')
    await expect(upload('run-13-other-msgid', [])).rejects.toThrow('answers the message “SOMEBODY-ELSE”')
    expect(await stateOf(payment)).toBe('SENT (PAYMENT)')
  })

  test('an end-to-end id, an instruction id, and a group that is not ours', async () => {
    const payments = await sentTogether([
      { gross: '484863.68', currency: 'USD' },
      { gross: '99999.00', currency: 'USD' },
    ])
    const found = await upload('run-16-silent', payments, { [payments[0]?.groupId ?? '']: 'FD-RUN1-1-1-X' })
    expect(ended(found)).toEqual(['settled', 'settled', 'inbox: difference'])
  })

  test('payments booked in one amount, by their group and by their file', async () => {
    const two = await sentTogether([{ gross: '640000.65' }, { gross: '478.00' }])
    const group = await upload('camt-batch-pmtinfid', two)
    expect([ended(group), await Promise.all(two.map(stateOf))]).toEqual([
      ['settled'],
      ['PAID (SYSTEM)', 'PAID (SYSTEM)'],
    ])
    const one = await sent('7155.73')
    const file = await upload('camt-batch-msgid-only', [one])
    expect([ended(file), await stateOf(one)]).toEqual([['settled'], 'PAID (SYSTEM)'])
  })

  test('an id in the text only is a proposal', async () => {
    const payment = await sent('7155.73')
    const found = await upload('camt-e2e-in-remittance-only', [payment])
    expect([ended(found), await stateOf(payment)]).toEqual([['inbox: unknown debit'], 'SENT (PAYMENT)'])
    expect(found.entries[0]?.proposal).toMatchObject({ kind: 'payment', paymentId: payment.id })
    await inbox.explain('treasurer1', found.entries[0]?.id ?? 0, { kind: 'accept' })
    expect(await stateOf(payment)).toBe('PAID (SYSTEM)')
  })

  test('leading zeros with a prefix, and yen', async () => {
    const zeros = await sent('244.44')
    expect(ended(await upload('camt-entry-leading-zeros-prefix', [zeros]))).toEqual(['settled'])
    const yen = await sent('53286445', 'JPY')
    expect(ended(await upload('camt-jpy-without-decimals', [yen]))).toEqual(['settled'])
    expect([await stateOf(zeros), await stateOf(yen)]).toEqual(['PAID (SYSTEM)', 'PAID (SYSTEM)'])
  })

  test('what is booked during the day settles with its statement, once', async () => {
    const payment = await sent('7155.73')
    expect(ended(await upload('camt052-intraday', [payment]))).toEqual(['information'])
    expect(await stateOf(payment)).toBe('SENT (PAYMENT)')
    const statement = { 'camt.052': 'camt.053', BkToCstmrAcctRpt: 'BkToCstmrStmt', Rpt: 'Stmt' }
    expect(ended(await upload('camt052-intraday', [payment], statement))).toEqual(['settled'])
    expect(ended(await upload('camt052-intraday', [payment]))).toEqual(['matched'])
    expect(await stateOf(payment)).toBe('PAID (SYSTEM)')
  })

  test('balances: of our accounts, closing ones, and not in the future', async () => {
    const iban = { LU909920000000140001: PAYER.iban, LU919920000000120001: PAYER.iban }
    const empty = await upload('camt053-empty-statement', [], iban)
    expect([empty.entries, empty.recorded.balances]).toEqual([[], 1])
    const interim = await upload('camt053-closing-balance-prtry', [], iban)
    expect(interim.recorded.balances).toBe(0)
    const future = await upload('run-25-balance-2099', [], iban)
    expect([future.recorded.balances, future.recorded.notes]).toEqual([
      0,
      [expect.stringContaining('balance in the future')],
    ])
    const [newest] = await site.ownerSql<{ day: string; balance: string }[]>`
      select day::text, balance from account_balance where iban = ${PAYER.iban} order by day desc limit 1`
    expect(newest).toEqual({ day: '2026-11-27', balance: '1000.00' })
    await expect(upload('camt053-account-number-not-iban', [])).rejects.toThrow(
      'is no account of our entities',
    )
  })

  test('two statements in a zip, and MT940', async () => {
    const zip = new Uint8Array(readFileSync(`${CASES}/bank-answers/camt.zip`))
    const swift = new Uint8Array(readFileSync(`${CASES}/bank-answers/mt940.sta`))
    await site.ownerSql`insert into bank_account (legal_entity_id, iso3_currency, bic, iban, creation_date, update_date)
      values (${reference.settlingId}, 'CHF', 'BGLLLULL', 'LU909920000000140001', now(), now())`
    const two = await runs.answerBytes('treasurer1', 'camt.zip', zip)
    expect(two.kind).toBe('camt.053')
    const one = await runs.answerBytes('treasurer1', 'mt940.sta', swift)
    expect(one.kind).toBe('MT940')
    await expect(runs.answerBytes('treasurer2', 'again.sta', swift)).rejects.toThrow('was uploaded on')
  })

  test('statuses: received, accepted with a change, and a payee whose name does not match', async () => {
    const payment = await sent('7155.73')
    const received = await upload('pain002-rcvd-file', [payment])
    expect(ended(received)).toEqual(['information'])
    expect(received.recorded.lines[0]?.runId).toBe(payment.runId)
    expect(ended(await upload('pain002-VoP-RVNM', [payment]))).toContain('inbox: verification of payee')
    expect((await runs.payments(payment.runId))[0]).toMatchObject({
      state: 'sent',
      bankNote: expect.stringContaining('RVNM'),
    })
    expect(ended(await upload('pain002-accepted-with-change-ACWC', [payment]))).toEqual(['accepted'])
    expect((await runs.payments(payment.runId))[0]).toMatchObject({
      state: 'accepted',
      bankNote: expect.stringContaining('DT06'),
    })
    expect(await stateOf(payment)).toBe('SENT (PAYMENT)')
  })

  test('one of two is rejected; a whole file is rejected after it was paid by hand', async () => {
    const two = await sentTogether([{ gross: '11.00' }, { gross: '12.00' }])
    const found = await upload('pain002-rejects-one-of-two', two)
    expect(ended(found)).toContain('rejected')
    expect(await Promise.all(two.map(stateOf))).toEqual(['APPROVED (PAYMENT)', 'SENT (PAYMENT)'])
    const other = two[1] as Sent
    await runs.its.invoiceStep('treasurer1', other.invoiceId, 'paid', { paymentDate: '2026-11-26' })
    const whole = await upload('pain002-rejects-what-was-paid', [other])
    expect([ended(whole), await stateOf(other)]).toEqual([['inbox: contradiction'], 'IN DISPUTE (PAYMENT)'])
  })

  afterAll(async () => {
    expect(await inbox.unbalanced()).toEqual([])
    expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
  })
})

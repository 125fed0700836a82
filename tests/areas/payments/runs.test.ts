import { camt053, camt054, PAYEE, PAYER, pain002, runsOn } from 'tests/support/areas/payments/runs-on'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { cashNumber } from '~/areas/payments/cash-number.server'
import { type PayableQuery, payableInvoices } from '~/areas/payments/payable.server'
import { runView } from '~/areas/payments/run-view.server'
import { sha256 } from '~/platform/workflow/event-hash'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
await runs.addAccounts()

const ALL: PayableQuery = { due: null, debtor: null, currency: null }
const payable = async (query = ALL) =>
  payableInvoices(contextOf({ read: site.read, today: '2026-11-02' }), query)

test('lists approved invoices by due date, account and currency, and says why some are held', async () => {
  const [late, later, note, dollars] = await runs.approvedInvoices([
    { gross: '100.00', due: '2026-10-30' },
    { gross: '200.00', due: '2026-12-30' },
    // In a currency of its own: the runs of these tests would take it off.
    { gross: '-50.00', currency: 'GBP', due: '2026-10-30' },
    { gross: '300.00', currency: 'USD', due: '2026-10-31' },
  ])
  const found = new Map((await payable()).map((each) => [each.id, each]))
  expect([found.get(late ?? 0)?.days, found.get(later ?? 0)?.held]).toEqual([1, null])
  expect(found.get(note ?? 0)?.held).toBe(
    'Nothing is to be paid: it is a credit note. The next run takes 50.00 GBP off what it pays to this supplier.',
  )
  const due = (await payable({ ...ALL, due: '2026-10-31' })).map(({ id }) => id)
  expect([due.includes(late ?? 0), due.includes(later ?? 0)]).toEqual([true, false])
  expect((await payable({ ...ALL, debtor: PAYER.iban })).every(({ currency }) => currency === 'EUR')).toBe(
    true,
  )
  expect((await payable({ ...ALL, currency: 'USD' })).map(({ id }) => id)).toEqual([dollars])
  await expect(runs.make('treasurer1', [late ?? 0, note ?? 0])).rejects.toMatchObject({
    options: { list: [expect.stringContaining('credit note')] },
  })
})

test('a run needs two other people to approve; its file hashes are in the chain, and it is sent once', async () => {
  const ids = await runs.approvedInvoices([
    { gross: '10.00' },
    { gross: '20.50' },
    { gross: '5.25', currency: 'USD' },
  ])
  const { runId } = await runs.make('treasurer1', ids)
  await expect(runs.step('treasurer1', runId, 'first approval')).rejects.toThrow('needs another person')
  await runs.step('treasurer2', runId, 'first approval')
  await expect(runs.step('treasurer2', runId, 'second approval')).rejects.toThrow('needs another person')
  await runs.out('treasurer3', runId, ids[1] ?? 0, 'In dispute')
  await runs.step('treasurer3', runId, 'second approval')
  await runs.step('treasurer1', runId, 'make the files')
  await expect(runs.out('treasurer1', runId, ids[0] ?? 0, 'too late')).rejects.toThrow('its files exist')
  const files = await runs.files(runId)
  expect(files.map(({ xml }) => sha256(xml))).toEqual(files.map((file) => file.sha256))
  const history = await historyOf(site.read, runId)
  const hashes = history.filter(({ name }) => name === 'make file').map(({ data }) => data.sha256)
  expect(hashes.toSorted()).toEqual(files.map((file) => file.sha256).toSorted())
  await runs.step('treasurer1', runId, 'sent')
  await expect(runs.step('treasurer1', runId, 'sent')).rejects.toThrow()
  expect(await site.stateOf(ids[0] ?? 0)).toBe('SENT (PAYMENT)')
  expect(await site.stateOf(ids[1] ?? 0)).toBe('APPROVED (PAYMENT)')
  const [sent] = await historyOf(site.read, ids[0] ?? 0)
  expect(sent).toMatchObject({ name: 'payment sent', data: { runId } })
})

test('bank answers settle each payment once: accepted, rejected with the reason, paid with its value date', async () => {
  const ids = await runs.approvedInvoices([{ gross: '10.00' }, { gross: '20.00' }, { gross: '30.00' }])
  const runId = await runs.sentRun(ids)
  const [a = '', b = '', c = ''] = (await runs.payments(runId)).map(({ endToEndId }) => endToEndId)
  const [sent] = await runs.files(runId)
  const status = pain002('P1', sent?.messageId ?? '', [
    { id: a, status: 'ACCP' },
    { id: b, status: 'RJCT', reason: 'AC04', words: 'Account closed' },
  ])
  const first = await runs.answer('treasurer1', 'status.xml', status)
  expect(first.lines.map(({ outcome }) => outcome)).toEqual(['accepted', 'rejected'])
  await expect(runs.answer('treasurer2', 'again.xml', status)).rejects.toThrow('This file was uploaded on')
  expect(await site.stateOf(ids[1] ?? 0)).toBe('APPROVED (PAYMENT)')
  const [rejected] = await historyOf(site.read, ids[1] ?? 0)
  expect(rejected?.log).toBe(
    `Rejected by the bank, payment run ${runId}: account closed (AC04): Account closed`,
  )

  const booked = [
    { id: a, amount: '10.00' },
    { id: c, amount: '29.00' },
    { id: 'OTHER', amount: '1.00' },
  ]
  const second = await runs.answer('treasurer1', 'booked.xml', camt054('N1', booked))
  expect(second.lines.map(({ outcome }) => outcome)).toEqual(['paid', 'differs', 'unknown'])
  expect(await site.stateOf(ids[0] ?? 0)).toBe('PAID (SYSTEM)')
  const view = await runView(contextOf({ read: site.read, actor: site.actor('treasurer1') }), runId)
  expect(view.answers.flatMap(({ open }) => open)).toEqual([expect.stringContaining('is not what was sent')])

  const balance = { iban: PAYER.iban, currency: 'EUR', day: '2026-11-03', balance: '1000.00' }
  const statement = camt053('S1', balance, [
    { id: a, amount: '10.00' },
    { id: c, amount: '30.00', day: '2026-11-03' },
  ])
  const third = await runs.answer('treasurer1', 'statement.xml', statement)
  expect(third.lines.map(({ outcome }) => outcome)).toEqual(['already answered', 'paid'])
  const rows =
    await site.ownerSql`select payment_date::text as day from invoice where id in ${site.ownerSql(ids)} order by id`
  expect(rows.map(({ day }) => day)).toEqual(['2026-11-02', null, '2026-11-03'])
  expect(await site.stateOf(runId)).toBe('SETTLED (COMPLETED)')

  // The next run pays the rejected one; another payment is returned by the bank.
  const next = await runs.sentRun([ids[1] ?? 0])
  const [again] = await runs.payments(next)
  await runs.answer(
    'treasurer1',
    'next.xml',
    camt054('N2', [{ id: again?.endToEndId ?? '', amount: '20.00' }]),
  )
  expect([await site.stateOf(ids[1] ?? 0), await site.stateOf(next)]).toEqual([
    'PAID (SYSTEM)',
    'SETTLED (COMPLETED)',
  ])
  const back = await runs.answer(
    'treasurer1',
    'b.xml',
    camt054('N3', [{ id: c, amount: '30.00', returned: 'AC01' }]),
  )
  expect(back.lines[0]).toMatchObject({ outcome: 'returned', words: expect.stringContaining('AC01') })
  const totals = (await runView(contextOf({ read: site.read, actor: site.actor('treasurer1') }), runId))
    .accounts
  expect(totals[0]?.balance).toEqual({ day: '2026-11-03', amount: '1000.00' })
})

test('a whole file can be rejected, and a group booked as one', async () => {
  const ids = await runs.approvedInvoices([{ gross: '1.00' }, { gross: '2.00' }])
  const runId = await runs.sentRun(ids)
  const [file] = await runs.files(runId)
  const whole = `<Document><CstmrPmtStsRpt><GrpHdr><MsgId>P9</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file?.messageId}</OrgnlMsgId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`
  const { lines } = await runs.answer('treasurer1', 'whole.xml', whole)
  expect(lines.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected'])

  const second = await runs.sentRun(ids)
  const [payment] = await runs.payments(second)
  const booked = (amount: string) =>
    `<Document><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>B${amount}</MsgId></GrpHdr><Ntfctn><Acct><Id><IBAN>${PAYER.iban}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-02</Dt></ValDt><NtryDtls><Btch><PmtInfId>${payment?.groupId}</PmtInfId></Btch></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
  const wrong = await runs.answer('treasurer1', 'batch.xml', booked('4.00'))
  expect(wrong.lines.map(({ outcome }) => outcome)).toEqual(['differs', 'differs'])
  // One entry that names two payments is one point of the run.
  const { answers } = await runView(contextOf({ read: site.read, actor: site.actor('treasurer1') }), second)
  expect(answers.map(({ words, open }) => [words, open.length])).toEqual([['1 differs (2 payments)', 1]])
  const right = await runs.answer('treasurer1', 'batch.xml', booked('3.00'))
  expect(right.lines.map(({ outcome }) => outcome)).toEqual(['paid', 'paid'])
})

test('a changed account of the payee blocks its payments until they are taken out', async () => {
  const ids = await runs.approvedInvoices([{ gross: '7.00' }, { gross: '8.00', currency: 'USD' }])
  const { runId } = await runs.make('treasurer1', ids)
  await runs.step('treasurer2', runId, 'first approval')
  const other = 'DE75512108001245126199'
  await site.ownerSql`update bank_account set iban = ${other} where iban = ${PAYEE.iban}`
  await expect(runs.step('treasurer3', runId, 'second approval')).rejects.toMatchObject({
    options: { list: [expect.stringContaining('changed after the approval')] },
  })
  await runs.out('treasurer3', runId, ids[0] ?? 0, 'The account changed')
  await runs.step('treasurer3', runId, 'second approval')
  await site.ownerSql`update bank_account set iban = ${PAYEE.iban} where iban = ${other}`
  await runs.step('treasurer3', runId, 'return', 'Not today')
  await runs.step('treasurer2', runId, 'cancel')
  expect((await payable()).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
})

test('an invoice in a run is not sent, cancelled or added to another run manually; paying it settles its run', async () => {
  const { invoiceId } = await runs.its.newInvoice(reference)
  await runs.its.invoiceStep('finance1', invoiceId, 'book')
  await runs.its.invoiceStep('treasurer1', invoiceId, 'first approval')
  await runs.its.invoiceStep('treasurer2', invoiceId, 'second approval')
  const { runId } = await runs.make('treasurer1', [invoiceId])
  await expect(runs.make('treasurer2', [invoiceId])).rejects.toThrow('cannot be paid now')
  await expect(runs.its.invoiceStep('treasurer3', invoiceId, 'payment sent')).rejects.toThrow(
    `in payment run ${runId}`,
  )
  await expect(runs.its.invoiceStep('treasurer3', invoiceId, 'cancel')).rejects.toThrow(
    'Take it out of the run first',
  )
  await runs.step('treasurer2', runId, 'first approval')
  await runs.step('treasurer3', runId, 'second approval')
  await runs.step('treasurer1', runId, 'make the files')
  await runs.step('treasurer1', runId, 'withdraw', 'Wrong day')
  await runs.step('treasurer2', runId, 'first approval')
  await runs.step('treasurer3', runId, 'second approval')
  await runs.step('treasurer1', runId, 'make the files')
  expect((await runs.files(runId)).map(({ messageId }) => messageId)).toEqual([
    `FD-RUN${runId}-1-1`,
    `FD-RUN${runId}-2-1`,
  ])
  await runs.step('treasurer1', runId, 'sent')
  await runs.its.invoiceStep('treasurer1', invoiceId, 'paid', { paymentDate: '2026-11-02' })
  expect(await site.stateOf(runId)).toBe('SETTLED (COMPLETED)')
  expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
})

test('what runs pay today is counted as cash that leaves, without what was taken out', async () => {
  const { timeZone } = site.services.settings
  const cash = async () => {
    const context = contextOf({
      read: site.read,
      actor: site.actor('treasurer1'),
      now: site.clock(),
      timeZone,
    })
    const found = await cashNumber({ ...context, days: [context.today], remember: (_, find) => find() })
    return Number(found?.value.replaceAll(',', ''))
  }
  const before = await cash()
  const ids = await runs.approvedInvoices([
    { gross: '1000.00' },
    { gross: '20.00' },
    { gross: '5.00', currency: 'USD' },
  ])
  const { runId } = await runs.make('treasurer1', ids)
  expect((await cash()) - before).toBeCloseTo(1020)
  await runs.out('treasurer3', runId, ids[1] ?? 0, 'In dispute')
  expect((await cash()) - before).toBeCloseTo(1000)
})

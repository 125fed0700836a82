import { sql } from 'drizzle-orm'
import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camt053, camt054, PAYEE, PAYER, pain002, runsOn } from 'tests/support/areas/payments/runs-on'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { paidAccount } from '~/areas/bank-accounts/bank-details.server'
import { partsOf } from '~/areas/budgets/budget-parts.server'
import { voidOtherApprovals } from '~/areas/invoices/payment-approvals.server'
import { invoicesForEntry } from '~/areas/payments/bank-inbox/entry-choices.server'
import { takeOverEntry } from '~/areas/payments/bank-inbox/explain-entry.server'
import { storedEntry } from '~/areas/payments/bank-inbox/stored-entry.server'
import { payableInvoices } from '~/areas/payments/payable.server'
import { runView } from '~/areas/payments/run-view.server'
import { dueLines } from '~/areas/prepaid/due.server'
import { workList } from '~/areas/work/list.server'
import { workReader } from '~/areas/work/work-objects.server'
import { WHOLE } from '~/platform/lists/list'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
const inbox = inboxOf(site)
await runs.addAccounts()

/** An invoice in a run that was sent. */
async function sent(gross = '100.00') {
  const [invoiceId = 0] = await runs.approvedInvoices([{ gross }])
  const runId = await runs.sentRun([invoiceId])
  const [payment] = await runs.payments(runId)
  const [file] = await runs.files(runId)
  return {
    invoiceId,
    runId,
    paymentId: payment?.id ?? 0,
    id: payment?.endToEndId ?? '',
    messageId: file?.messageId ?? '',
  }
}

let files = 0
const answer = (xml: string, user: UserName = 'treasurer1') => {
  files += 1
  return runs.answer(user, `answer-${files}.xml`, `${xml}<!-- ${files} -->`)
}
const debit = (id: string, amount = '100.00') => answer(camt054(`M${files}`, [{ id, amount }]))
const back = (id: string, amount = '100.00') =>
  answer(camt054(`M${files}`, [{ id, amount, returned: 'AC04' }]))
const reject = (messageId: string, id: string, user: UserName = 'treasurer1') =>
  answer(pain002(`M${files}`, messageId, [{ id, status: 'RJCT', reason: 'AC04' }]), user)

const invoicesInBudget = async () => {
  const terms = sql`select 1::bigint as budget_id, ${reference.settlingId}::int as settling_entity_id,
    ${reference.supplierId}::int as supplier_id, null::int as routine_type_id, null::int as expense_type_id,
    '2026-01-01'::date as from_date, '2026-12-31'::date as to_date, 'EUR' as currency, 'gross' as amount_type`
  const rows: unknown = await site.read.execute(sql`select id from (${partsOf(terms)}) parts`)
  return (rows as { id: string }[]).map(({ id }) => Number(id))
}

const accountSeen = async () => (await paidAccount(site.read, reference.supplierId, 'EUR')).hash

test('a returned payment restores budget and prepaid schedule, and is paid again after new approvals', async () => {
  const { invoiceId, id } = await sent()
  await site.ownerSql`update invoice set pre_paid = true, service_from = '2026-10-01', service_to = '2026-10-31'
    where id = ${invoiceId}`
  const prepaid = async () =>
    (await dueLines(site.read, '2026-10-31')).filter(({ invoice }) => invoice === invoiceId)
  await debit(id)
  expect([(await invoicesInBudget()).includes(invoiceId), (await prepaid()).length]).toEqual([true, 1])
  await back(id)
  expect(await site.stateOf(invoiceId)).toBe('RETURNED (PAYMENT)')
  expect([(await invoicesInBudget()).includes(invoiceId), await prepaid()]).toEqual([false, []])
  const [stored] = await site.ownerSql`select payment_date from invoice where id = ${invoiceId}`
  expect(stored?.payment_date).toBeNull()

  const step = runs.its.invoiceStep
  await expect(step('treasurer1', invoiceId, 'pay again')).rejects.toThrow('Confirm the account')
  await expect(step('treasurer1', invoiceId, 'pay again', { accountSeen: 'other' })).rejects.toThrow(
    'changed after you opened this page',
  )
  await step('treasurer1', invoiceId, 'pay again', { accountSeen: await accountSeen() })
  await step('treasurer2', invoiceId, 'first approval')
  await step('treasurer3', invoiceId, 'second approval')
  const runId = await runs.sentRun([invoiceId])
  const [second] = await runs.payments(runId)
  expect(second).toMatchObject({ attempt: 2, attemptReason: expect.stringContaining('AC04') })
  await debit(second?.endToEndId ?? '')
  expect(await site.stateOf(invoiceId)).toBe('PAID (SYSTEM)')
  expect((await invoicesInBudget()).includes(invoiceId)).toBe(true)
})

test('a returned payment is cancelled, or kept as paid with a comment', async () => {
  const [kept, cancelled] = [await sent(), await sent()]
  for (const { id } of [kept, cancelled]) {
    await debit(id)
    await back(id)
  }
  const step = runs.its.invoiceStep
  await expect(step('treasurer1', kept.invoiceId, 'keep')).rejects.toThrow('Enter a message')
  await step('treasurer1', kept.invoiceId, 'keep', { comment: 'Paid in cash' })
  const [stored] = await site.ownerSql`select payment_date::text from invoice where id = ${kept.invoiceId}`
  expect([await site.stateOf(kept.invoiceId), stored?.payment_date]).toEqual(['PAID (SYSTEM)', '2026-11-02'])
  await step('treasurer1', cancelled.invoiceId, 'cancel')
  expect(await site.stateOf(cancelled.invoiceId)).toBe('CANCELLED (SYSTEM)')
})

test('a payment that the bank rejects keeps its approvals only for the maker of its run', async () => {
  const [own, others] = [await sent(), await sent()]
  await reject(own.messageId, own.id)
  expect(await site.stateOf(own.invoiceId)).toBe('APPROVED (PAYMENT)')
  await reject(others.messageId, others.id, 'treasurer2')
  expect(await site.stateOf(others.invoiceId)).toBe('TO APPROVE (PAYMENT)')
  const [event] = await historyOf(site.read, others.invoiceId)
  expect(event).toMatchObject({ round: 2, name: 'rejected by the bank' })

  const changed = await sent()
  const other = 'DE75512108001245126199'
  await site.ownerSql`update bank_account set iban = ${other} where iban = ${PAYEE.iban}`
  await reject(changed.messageId, changed.id)
  await site.ownerSql`update bank_account set iban = ${PAYEE.iban} where iban = ${other}`
  expect(await site.stateOf(changed.invoiceId)).toBe('TO APPROVE (PAYMENT)')
})

test('another account of the payee frees neither what was returned nor what is in dispute', async () => {
  const step = runs.its.invoiceStep
  const approvedByPeople = async () => {
    const { invoiceId } = await runs.its.newInvoice(reference)
    await step('finance1', invoiceId, 'book')
    await step('treasurer1', invoiceId, 'first approval')
    await step('treasurer2', invoiceId, 'second approval')
    const runId = await runs.sentRun([invoiceId])
    const [payment] = await runs.payments(runId)
    const [file] = await runs.files(runId)
    return { invoiceId, id: payment?.endToEndId ?? '', messageId: file?.messageId ?? '' }
  }
  const [returned, disputed, waiting] = [
    await approvedByPeople(),
    await approvedByPeople(),
    await approvedByPeople(),
  ]
  await debit(returned.id, '1170.00')
  await back(returned.id, '1170.00')
  await reject(disputed.messageId, disputed.id)
  await debit(disputed.id, '1170.00')
  await reject(waiting.messageId, waiting.id)
  const other = 'DE75512108001245126199'
  await site.ownerSql`update bank_account set iban = ${other} where iban = ${PAYEE.iban}`
  await site.transaction((tx) =>
    voidOtherApprovals({ tx, now: site.clock() }, reference.supplierId, 'the bank details changed'),
  )
  await site.ownerSql`update bank_account set iban = ${PAYEE.iban} where iban = ${other}`
  const places = [returned, disputed, waiting].map(({ invoiceId }) => site.stateOf(invoiceId))
  expect(await Promise.all(places)).toEqual([
    'RETURNED (PAYMENT)',
    'IN DISPUTE (PAYMENT)',
    'TO APPROVE (PAYMENT)',
  ])
})

test('an invoice in dispute, or returned, cannot be paid by a run, a step or an entry', async () => {
  const [disputed, returned] = [await sent(), await sent()]
  await reject(disputed.messageId, disputed.id)
  await debit(disputed.id)
  await debit(returned.id)
  await back(returned.id)
  const places = ['IN DISPUTE (PAYMENT)', 'RETURNED (PAYMENT)']
  const invoices = [disputed.invoiceId, returned.invoiceId]
  const standing = () => Promise.all(invoices.map((id) => site.stateOf(id)))
  expect(await standing()).toEqual(places)
  const context = contextOf({ read: site.read, today: '2026-11-02' })
  const payable = await payableInvoices(context, { due: null, currency: null, debtor: null })
  const recorded = await answer(camt054('NOBODY', [{ id: 'OTHER', amount: '100.00' }]))
  const [entry] = await inbox.entries(recorded.answerId)
  for (const [at, invoiceId] of invoices.entries()) {
    expect(payable.map(({ id }) => id)).not.toContain(invoiceId)
    for (const user of ['treasurer1', 'treasurer2', 'treasurer3'] as const)
      await expect(runs.make(user, [invoiceId])).rejects.toMatchObject({
        options: { list: [expect.stringContaining(`Invoice ${invoiceId} is no longer ready`)] },
      })
    for (const [step = '', from] of [
      ['first approval', 'TO APPROVE'],
      ['second approval', 'FIRST APPROVAL'],
      ['payment sent', 'APPROVED'],
      ['paid', 'SENT'],
    ])
      await expect(runs.its.invoiceStep('treasurer2', invoiceId, step, { from })).rejects.toThrow()
    await expect(
      inbox.explain('treasurer1', entry?.id ?? 0, {
        kind: 'invoices',
        invoiceIds: [invoiceId],
        withCharges: false,
      }),
    ).rejects.toMatchObject({
      options: {
        list: [
          expect.stringContaining(
            `Invoice ${invoiceId} is ${at === 0 ? 'IN DISPUTE' : 'paid by another entry'}`,
          ),
        ],
      },
    })
  }
  expect(await standing()).toEqual(places)
})

test.each([
  ['SENT', 'SENT (PAYMENT)', 'sent', ['supplier -100.00']],
  ['PAID', 'PAID (SYSTEM)', 'paid', ['supplier -100.00']],
  ['RETURNED', 'RETURNED (PAYMENT)', 'returned', ['supplier -100.00']],
  ['TO APPROVE', 'TO APPROVE (PAYMENT)', 'rejected', ['claim -100.00']],
])('two treasurers settle a dispute as %s', async (end, place, state, postings) => {
  const { invoiceId, runId, messageId, id } = await sent()
  await reject(messageId, id)
  const recorded = await debit(id)
  const [entry] = await inbox.entries(recorded.answerId)
  await expect(inbox.requestDispute('treasurer1', invoiceId, end, ' ')).rejects.toThrow('Enter the reason')
  await expect(inbox.requestDispute('finance1', invoiceId, end)).rejects.toThrow('Only members of the queue')
  expect(await inbox.requestDispute('treasurer1', invoiceId, end)).toContain('member of PAYMENT approves it')
  expect(await site.stateOf(invoiceId)).toBe('IN DISPUTE (PAYMENT)')
  await inbox.approve('treasurer2')
  expect(await site.stateOf(invoiceId)).toBe(place)
  expect((await runs.payments(runId))[0]?.state).toBe(state)
  expect(await inbox.postings(entry?.id ?? 0)).toEqual(postings)
  expect(await site.stateOf(entry?.id ?? 0)).toBe('EXPLAINED (SYSTEM)')
})

test('a dispute is not settled as payable while another run pays the invoice', async () => {
  const { invoiceId, messageId, id } = await sent()
  await reject(messageId, id)
  const next = await runs.sentRun([invoiceId])
  await debit(id)
  expect(await site.stateOf(invoiceId)).toBe('IN DISPUTE (PAYMENT)')
  await expect(inbox.requestDispute('treasurer1', invoiceId, 'TO APPROVE')).rejects.toThrow(
    `Payment run ${next} pays invoice ${invoiceId} too`,
  )
})

test('where another run paid the invoice, a dispute is settled as paid, and what was booked twice is asked back', async () => {
  const first = await sent()
  const { invoiceId } = first
  await reject(first.messageId, first.id)
  const next = await runs.sentRun([invoiceId])
  const [second] = await runs.payments(next)
  const { answerId } = await debit(first.id)
  await debit(second?.endToEndId ?? '')
  expect(await site.stateOf(invoiceId)).toBe('IN DISPUTE (PAYMENT)')
  for (const end of ['SENT', 'RETURNED', 'TO APPROVE'])
    await expect(inbox.requestDispute('treasurer1', invoiceId, end)).rejects.toThrow(
      `Payment run ${next} paid invoice ${invoiceId} too. Settle it as paid`,
    )
  await inbox.requestDispute('treasurer1', invoiceId, 'PAID')
  await inbox.approve('treasurer2')
  expect(await site.stateOf(invoiceId)).toBe('PAID (SYSTEM)')
  expect((await runs.payments(first.runId))[0]?.state).toBe('rejected')
  expect((await runs.payments(next))[0]?.state).toBe('paid')
  const [entry] = await inbox.entries(answerId)
  expect(await site.stateOf(entry?.id ?? 0)).toBe('EXPLAINED (SYSTEM)')
  expect(await inbox.postings(entry?.id ?? 0)).toEqual(['claim -100.00'])
  // The bank takes the first booking back.
  const back = await answer(
    camt054('TAKEN-BACK', [{ id: first.id, amount: '100.00' }]).replace('>DBIT<', '>CRDT<'),
  )
  const [returned] = await inbox.entries(back.answerId)
  expect(returned?.outcome).toBe('matched')
  expect(await inbox.postings(returned?.id ?? 0)).toEqual(['claim 100.00'])
  expect(await site.stateOf(invoiceId)).toBe('PAID (SYSTEM)')
  expect(await inbox.unbalanced()).toEqual([])
})

test('a batch with a rejected payment settles the others, and is closed with the dispute of that one', async () => {
  const invoices = await runs.approvedInvoices([{ gross: '100.00' }, { gross: '30.00' }])
  const runId = await runs.sentRun(invoices)
  const [one, two] = await runs.payments(runId)
  const [file] = await runs.files(runId)
  await reject(file?.messageId ?? '', one?.endToEndId ?? '')
  const batch = camt054('BATCH-ALL', [{ id: 'NONREF', amount: '130.00' }]).replace(
    /<NtryDtls>.*<\/NtryDtls>/s,
    `<NtryDtls><Btch><PmtInfId>${one?.groupId}</PmtInfId><NbOfTxs>2</NbOfTxs></Btch></NtryDtls>`,
  )
  const { answerId } = await answer(batch)
  const [entry] = await inbox.entries(answerId)
  const entryId = entry?.id ?? 0
  expect(await Promise.all(invoices.map((id) => site.stateOf(id)))).toEqual([
    'IN DISPUTE (PAYMENT)',
    'PAID (SYSTEM)',
  ])
  await expect(runs.sentRun([invoices[0] ?? 0])).rejects.toThrow()
  expect(await inbox.postings(entryId)).toEqual(['supplier -30.00'])
  await inbox.requestDispute('treasurer1', invoices[0] ?? 0, 'PAID')
  await inbox.approve('treasurer2')
  expect(await site.stateOf(entryId)).toBe('EXPLAINED (SYSTEM)')
  expect(await inbox.postings(entryId)).toEqual(['supplier -30.00', 'supplier -100.00'])
  expect((await runs.payments(runId)).map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect(two?.invoiceId).toBe(invoices[1])
})

test('a debit of several payments that were rejected is closed with the dispute of the last of them', async () => {
  const invoices = await runs.approvedInvoices([{ gross: '100.00' }, { gross: '30.00' }])
  const runId = await runs.sentRun(invoices)
  const [one, two] = await runs.payments(runId)
  const [file] = await runs.files(runId)
  for (const payment of [one, two]) await reject(file?.messageId ?? '', payment?.endToEndId ?? '')
  const batch = camt054('BATCH', [{ id: 'NOTPROVIDED', amount: '130.00' }]).replace(
    /<NtryDtls>.*<\/NtryDtls>/s,
    `<NtryDtls><Btch><PmtInfId>${one?.groupId}</PmtInfId></Btch></NtryDtls>`,
  )
  const { answerId } = await answer(batch)
  const [entry] = await inbox.entries(answerId)
  const entryId = entry?.id ?? 0
  expect(entry).toMatchObject({ topic: 'contradiction', paymentId: null })
  await expect(inbox.explain('treasurer1', entryId, { kind: 'charges' })).rejects.toThrow(
    `Invoices ${invoices[0]} and ${invoices[1]} are in dispute`,
  )
  await inbox.requestDispute('treasurer1', invoices[0] ?? 0, 'PAID')
  await inbox.approve('treasurer2')
  expect(await site.stateOf(entryId)).toBe('UNEXPLAINED (PAYMENT)')
  expect(await inbox.postings(entryId)).toEqual(['supplier -100.00'])
  await inbox.requestDispute('treasurer1', invoices[1] ?? 0, 'TO APPROVE')
  await inbox.approve('treasurer2')
  expect(await site.stateOf(entryId)).toBe('EXPLAINED (SYSTEM)')
  expect(await inbox.postings(entryId)).toEqual(['supplier -100.00', 'claim -30.00'])
  expect((await inbox.entry(entryId)).explainedAs).toBe('dispute')
  expect((await runs.payments(runId)).map(({ state }) => state)).toEqual(['paid', 'rejected'])
})

test('a debit is matched to a payment by hand, and its charges are booked with it', async () => {
  const { id, invoiceId, paymentId, runId } = await sent()
  const recorded = await debit(id, '101.50')
  const [entry] = await inbox.entries(recorded.answerId)
  const entryId = entry?.id ?? 0
  expect(entry).toMatchObject({ outcome: 'inbox', topic: 'difference' })
  await expect(
    inbox.explain('treasurer1', entryId, { kind: 'payment', paymentId, withCharges: false }),
  ).rejects.toMatchObject({ options: { list: ['Amount: 101.50 EUR, we have 100.00 EUR'] } })
  await expect(inbox.explain('finance1', entryId, { kind: 'not ours' }, 'x')).rejects.toThrow()
  await inbox.explain('treasurer1', entryId, { kind: 'payment', paymentId, withCharges: true })
  expect(await inbox.postings(entryId)).toEqual(['supplier -100.00', 'charges -1.50'])
  expect([await site.stateOf(invoiceId), await site.stateOf(runId)]).toEqual([
    'PAID (SYSTEM)',
    'SETTLED (COMPLETED)',
  ])
  await expect(inbox.explain('treasurer2', entryId, { kind: 'charges' })).rejects.toThrow(
    'It is now EXPLAINED',
  )
})

test('an unknown debit pays approved invoices of the entity, and never one of a run', async () => {
  const [one = 0, two = 0] = await runs.approvedInvoices([{ gross: '30.00' }, { gross: '12.00' }])
  const inRun = await sent('42.00')
  const recorded = await answer(camt054('U1', [{ id: 'OTHER', amount: '42.00' }]))
  const [entry] = await inbox.entries(recorded.answerId)
  const match = (invoiceIds: number[]) =>
    inbox.explain('treasurer1', entry?.id ?? 0, { kind: 'invoices', invoiceIds, withCharges: false })
  await expect(match([one])).rejects.toThrow('the invoices come to 30.00 EUR')
  await expect(match([inRun.invoiceId])).rejects.toMatchObject({
    options: { list: [expect.stringContaining(`in payment run ${inRun.runId}`)] },
  })
  await match([one, two])
  expect([await site.stateOf(one), await site.stateOf(two)]).toEqual(['PAID (SYSTEM)', 'PAID (SYSTEM)'])
  expect(await inbox.postings(entry?.id ?? 0)).toEqual(['supplier -30.00', 'supplier -12.00'])
})

test('a debit pays what is payable of an invoice, not its gross amount', async () => {
  const [invoiceId = 0] = await runs.approvedInvoices([{ gross: '1170.00', ref: 'PREPAID 2026' }])
  await site.ownerSql`update invoice set prepaid_amount = 1000 where id = ${invoiceId}`
  const recorded = await answer(camt054('U2', [{ id: 'OTHER', amount: '170.00', text: 'Prepaid 2026' }]))
  const [entry] = await inbox.entries(recorded.answerId)
  expect(entry?.proposal).toEqual({ kind: 'invoice', invoiceId })
  const stored = await storedEntry(site.read, entry?.id ?? 0)
  expect(await invoicesForEntry(site.read, stored, '')).toMatchObject([{ id: invoiceId, amount: '170.00' }])
  expect(await invoicesForEntry(site.read, stored, '1,170.00')).toEqual([])
  await inbox.explain('treasurer1', entry?.id ?? 0, { kind: 'accept' })
  expect(await site.stateOf(invoiceId)).toBe('PAID (SYSTEM)')
  expect(await inbox.postings(entry?.id ?? 0)).toEqual(['supplier -170.00'])
})

test('charges, income, foreign money and money requested back are booked on the right side', async () => {
  const recorded = await answer(
    camt054('B1', [
      { id: 'C1', amount: '9.00' },
      { id: 'I1', amount: '8.00', returned: 'X' },
      { id: 'N1', amount: '7.00' },
    ]),
  )
  const [charge = 0, income = 0, foreign = 0] = (await inbox.entries(recorded.answerId)).map(({ id }) => id)
  await expect(inbox.explain('treasurer1', charge, { kind: 'income' })).rejects.toThrow('no income')
  await expect(inbox.explain('treasurer1', income, { kind: 'charges' })).rejects.toThrow('no charge')
  await inbox.explain('treasurer1', charge, { kind: 'charges' })
  await inbox.explain('treasurer1', income, { kind: 'income' })
  await expect(inbox.explain('treasurer1', foreign, { kind: 'not ours' })).rejects.toThrow('Enter a message')
  await inbox.explain('treasurer1', foreign, { kind: 'not ours' }, 'Of the bank’s other client')
  expect([await inbox.postings(charge), await inbox.postings(income), await inbox.postings(foreign)]).toEqual(
    [['charges -9.00'], ['income 8.00'], ['not ours -7.00']],
  )
})

test('a payment that was requested back is complete again when its money returns', async () => {
  const { id, invoiceId } = await sent()
  await debit(id)
  const twice = await answer(
    camt053('S9', { iban: PAYER.iban, currency: 'EUR', day: '2026-11-02', balance: '1.00' }, [
      { id, amount: '100.00' },
      { id, amount: '100.00', day: '2026-11-03' },
    ]),
  )
  const [, second] = await inbox.entries(twice.answerId)
  expect(second).toMatchObject({ outcome: 'inbox', topic: 'paid twice' })
  await inbox.explain('treasurer1', second?.id ?? 0, { kind: 'accept' })
  const returned = await back(id)
  expect((await inbox.entries(returned.answerId))[0]).toMatchObject({
    outcome: 'matched',
    pairedWith: second?.id,
  })
  expect(await site.stateOf(invoiceId)).toBe('PAID (SYSTEM)')
  // The next return is of the payment itself.
  const next = await answer(camt054('R0', [{ id, amount: '100.00', returned: 'AC04', day: '2026-11-03' }]))
  expect((await inbox.entries(next.answerId))[0]?.outcome).toBe('returned')
})

test('a credit becomes the return of a payment only by a second treasurer', async () => {
  const { id, invoiceId, paymentId } = await sent()
  await debit(id)
  const recorded = await answer(camt054('R1', [{ id: 'UNKNOWN', amount: '98.00', returned: 'AC04' }]))
  const [entry] = await inbox.entries(recorded.answerId)
  await inbox.requestBack('treasurer1', entry?.id ?? 0, paymentId)
  expect(await site.stateOf(invoiceId)).toBe('PAID (SYSTEM)')
  await expect(inbox.approve('treasurer1')).rejects.toThrow('another person must decide it')
  await inbox.approve('treasurer3')
  expect(await site.stateOf(invoiceId)).toBe('RETURNED (PAYMENT)')
  expect(await inbox.postings(entry?.id ?? 0)).toEqual(['supplier 100.00', 'charges -2.00'])
})

test('entries are work of treasury until they are explained, and someone takes care of each', async () => {
  const recorded = await answer(camt054('W1', [{ id: 'WORK', amount: '3.33' }]))
  const [entry] = await inbox.entries(recorded.answerId)
  const entryId = entry?.id ?? 0
  const isAtWork = async (user: UserName) => {
    const now = new Date('2026-11-02T12:00:00Z')
    const reader = workReader(contextOf({ read: site.read, actor: site.actor(user), now }))
    const { list } = await workList(reader, 'mine')
    return (await list.page({ ...WHOLE, size: 1_000 })).rows.some((row) => row.id === entryId)
  }
  expect([await isAtWork('treasurer2'), await isAtWork('finance1')]).toEqual([true, false])
  await site.transaction((tx) =>
    takeOverEntry(contextOf({ tx, actor: site.actor('treasurer2'), now: site.clock() }), entryId),
  )
  expect((await inbox.entry(entryId)).ownerId).toBe(site.actor('treasurer2').id)
  await inbox.explain('treasurer2', entryId, { kind: 'charges' })
  expect(await isAtWork('treasurer2')).toBe(false)
})

test('a run shows what is open, and everything adds up', async () => {
  const { id, runId } = await sent()
  await debit(id)
  await back(id)
  const view = await runView(contextOf({ read: site.read, actor: site.actor('treasurer1') }), runId)
  expect(view.answers.flatMap(({ open }) => open)).toEqual([expect.stringContaining('AC04')])
  expect(await inbox.unbalanced()).toEqual([])
  expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
})

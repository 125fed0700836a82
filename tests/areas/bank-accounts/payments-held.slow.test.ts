import { contextOf } from 'tests/support/context'
import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { bankAccountsTable } from '~/areas/bank-accounts/bank-accounts-table.server'
import { entitiesOnHold, paymentHold } from '~/areas/bank-accounts/bank-details.server'
import { invoiceView } from '~/areas/invoices/invoice-view.server'
import { invoiceWorkflow } from '~/areas/invoices/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { updateRow } from '~/platform/tables/change-rows.server'
import { DomainError } from '~/platform/values/domain-error'
import { account, accountsOn, OTHER_IBAN } from '../../support/areas/bank-accounts/accounts-on'
import { gate, someoneWaits } from '../../support/gate'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)
const accounts = await accountsOn(site, reference)
const accountKey = await accounts.addAccount()

/** An invoice of the supplier awaiting its first approval. */
async function bookedInvoice(): Promise<number> {
  const { invoiceId } = await its.newInvoice(reference)
  await its.invoiceStep('finance1', invoiceId, 'book')
  return invoiceId
}

const step = its.invoiceStep

/** The hold notice on its page. */
const heldOf = async (invoiceId: number) =>
  (
    await invoiceView(
      contextOf({ read: site.read, actor: site.actor('treasurer3'), timeZone: 'UTC' }),
      invoiceId,
    )
  ).view.held

async function approvedInvoice(): Promise<number> {
  const invoiceId = await bookedInvoice()
  await step('treasurer1', invoiceId, 'first approval')
  await step('treasurer2', invoiceId, 'second approval')
  return invoiceId
}

test('a pending change holds approvals and payments: the notice says whose, since when, and who decides', async () => {
  const [first, second, third] = [await bookedInvoice(), await bookedInvoice(), await approvedInvoice()]
  await step('treasurer1', second, 'first approval')
  await accounts.update(accountKey, { iban: OTHER_IBAN })
  const sentence =
    'A change of the bank details of Index Data House Ltd is pending since 02/11/2026, requested by Ines Carvalho. Payments are held until another member of TEAM LEADER decides on the page Bank Accounts.'
  for (const [invoiceId, name] of [
    [first, 'first approval'],
    [second, 'second approval'],
    [third, 'payment sent'],
  ] as const) {
    const { code, message, options } = await refusal(step('treasurer3', invoiceId, name))
    expect([name, code, message]).toEqual([name, 'refused', sentence])
    expect(options.title).toBe('Workflow cannot move to next step.')
    expect(await heldOf(invoiceId)).toBe(sentence)
  }
  expect(await site.stateOf(third)).toBe('APPROVED (PAYMENT)')
  await accounts.refuse()
  expect(await heldOf(first)).toBeNull()
  await step('treasurer3', first, 'first approval')
  await step('treasurer3', second, 'second approval')
  await step('treasurer3', third, 'payment sent')
})

test('the day since when a change is pending is in the time zone of the site', async () => {
  const invoiceId = await bookedInvoice()
  await accounts.update(accountKey, { iban: OTHER_IBAN })
  const west = 'Etc/GMT+12'
  expect(await paymentHold(contextOf({ read: site.read, timeZone: 'UTC' }), reference.supplierId)).toContain(
    'is pending since 02/11/2026',
  )
  expect(await paymentHold(contextOf({ read: site.read, timeZone: west }), reference.supplierId)).toContain(
    'is pending since 01/11/2026',
  )
  expect((await accounts.load(reference.supplierId, west)).find(({ key }) => key === accountKey)?.waits).toBe(
    'Change requested by Ines Carvalho, 01/11/2026',
  )
  const stepId = await site.stepId(invoiceId, 'first approval')
  const input = { seenEventId: null, comment: '', paymentDate: null }
  const { message } = await refusal(
    site.transaction((tx) =>
      takeStep(
        contextOf({ tx, actor: site.actor('treasurer1'), now: site.clock(), timeZone: west }),
        invoiceWorkflow,
        invoiceId,
        stepId,
        input,
      ),
    ),
  )
  expect(message).toContain('is pending since 01/11/2026')
  await accounts.refuse()
})

test('a new account and a deletion hold payments too; changes of other entities do not', async () => {
  const invoiceId = await approvedInvoice()
  await accounts.create(account(), 'finance1', reference.settlingId)
  await accounts.create(account({ iso3Currency: 'USD' }))
  await accounts.remove(accountKey)
  const { message } = await refusal(step('treasurer1', invoiceId, 'payment sent'))
  expect(message).toMatch(/^2 changes of the bank details of Index Data House Ltd are pending since /)
  for (const _ of await accounts.waiting()) await accounts.refuse()
  await step('treasurer1', invoiceId, 'payment sent')
})

test('a supplier renamed while its change is pending stays on hold', async () => {
  const invoiceId = await approvedInvoice()
  await accounts.update(accountKey, { iban: OTHER_IBAN })
  await site.ownerSql`update legal_entity set name = 'Renamed Ltd' where id = ${reference.supplierId}`
  const { message } = await refusal(step('treasurer1', invoiceId, 'payment sent'))
  expect(message).toContain('of Renamed Ltd is pending')
  await accounts.refuse()
})

const settled = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error) => (error instanceof DomainError ? error.message : String(error)),
  )

/** A change request that is made, and committed when the gate opens. */
function heldRequest(bic: string, opened: Promise<void>) {
  const made = gate()
  const by = { actor: site.actor('finance1'), now: site.clock(), timeZone: 'UTC' }
  const change = { key: accountKey, posted: { bic }, seen: null }
  const stored = site.transaction(async (tx) => {
    await updateRow(contextOf({ tx, ...by }), bankAccountsTable(reference.supplierId), change)
    made.open()
    await opened
  })
  return { made: made.opened, stored }
}

/** A payment that is made, and committed when the gate opens. */
async function heldPayment(invoiceId: number, opened: Promise<void>) {
  const made = gate()
  const stepId = await site.stepId(invoiceId, 'payment sent')
  const input = { seenEventId: null, comment: '', paymentDate: null }
  const stored = site.transaction(async (tx) => {
    await takeStep(
      contextOf({ tx, actor: site.actor('treasurer1'), now: site.clock(), timeZone: 'UTC' }),
      invoiceWorkflow,
      invoiceId,
      stepId,
      input,
    )
    made.open()
    await opened
  })
  return { made: made.opened, stored }
}

test('a payment waits for a request about to commit, and is refused', async () => {
  const invoiceId = await approvedInvoice()
  const { open, opened } = gate()
  const request = heldRequest('BILLLULL', opened)
  await request.made
  const payment = settled(step('treasurer1', invoiceId, 'payment sent'))
  await someoneWaits(site.ownerSql)
  open()
  await request.stored
  expect(await payment).toMatch(/^A change of the bank details of .* is pending since/)
  expect(await site.stateOf(invoiceId)).toBe('APPROVED (PAYMENT)')
  await accounts.refuse()
})

test('a request waits for a payment about to commit, and holds the next payment', async () => {
  const [invoiceId, next] = [await approvedInvoice(), await approvedInvoice()]
  const { open, opened } = gate()
  const payment = await heldPayment(invoiceId, opened)
  await payment.made
  const request = settled(accounts.update(accountKey, { bic: 'BILLLULL' }))
  await someoneWaits(site.ownerSql)
  expect(await accounts.waiting()).toEqual([])
  open()
  await payment.stored
  expect(await request).toBe('done')
  expect(await site.stateOf(invoiceId)).toBe('SENT (PAYMENT)')
  expect(await settled(step('treasurer1', next, 'payment sent'))).toMatch(/is pending since/)
  await accounts.refuse()
})

test('in any order, a payment that went out was made before the change was requested', async () => {
  const invoices = [
    await approvedInvoice(),
    await approvedInvoice(),
    await approvedInvoice(),
    await approvedInvoice(),
  ]
  for (const invoiceId of invoices) {
    const race = [
      () => accounts.update(accountKey, { bic: 'BILLLULL' }),
      () => step('treasurer1', invoiceId, 'payment sent'),
    ]
    const [request, payment] = await Promise.all(race.map((run) => settled(run())))
    expect(request).toBe('done')
    const [sent] = await site.ownerSql`
      select max(id) as id from workflow_event where object_id = ${invoiceId} and name = 'payment sent'`
    const [requestEvent] = await site.ownerSql`
      select max(id) as id from workflow_event where name = 'change requested' and data->>'kind' = 'bank account'`
    if (payment === 'done') expect(Number(sent?.id)).toBeLessThan(Number(requestEvent?.id))
    else expect([payment, sent?.id]).toEqual([expect.stringContaining('is pending since'), null])
    await accounts.refuse()
  }
})

test('the log marks suppliers on hold because of a pending change', async () => {
  const before = await entitiesOnHold(site.read)
  await accounts.create(account({ iban: 'LU761111000872960000' }))
  const [name] = (await entitiesOnHold(site.read)).filter((each) => !before.includes(each))
  expect(await paymentHold(contextOf({ read: site.read, timeZone: 'UTC' }), reference.supplierId)).toContain(
    name,
  )
  await accounts.refuse()
  expect(await entitiesOnHold(site.read)).toEqual(before)
})

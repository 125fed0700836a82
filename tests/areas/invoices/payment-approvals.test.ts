import type { TransactionSql } from 'postgres'
import { account, accountsOn, BIC, IBAN, OTHER_IBAN } from 'tests/support/areas/bank-accounts/accounts-on'
import { contextOf, userWork } from 'tests/support/context'
import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import { paidAccount } from '~/areas/bank-accounts/bank-details.server'
import { invoiceView } from '~/areas/invoices/invoice-view.server'
import { voidingOtherAccounts } from '~/areas/invoices/payment-approvals.server'
import { invoiceWorkflow } from '~/areas/invoices/workflow.server'
import { legalEntities } from '~/areas/lookups/entity-tables.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { updateRow } from '~/platform/tables/change-rows.server'
import { DomainError } from '~/platform/values/domain-error'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const accounts = await accountsOn(site, reference)
const its = expenses(site)
const accountKey = await accounts.addAccount()

/** Restores the single euro account. */
beforeEach(async () => {
  for (const _ of await accounts.waiting()) await accounts.refuse()
  await site.ownerSql`delete from bank_account where id <> ${Number(accountKey)}`
  await site.ownerSql`update bank_account set iban = ${IBAN}, bic = ${BIC}, iso3_currency = 'EUR'`
})

const hashOf = async (currency = 'EUR') => (await paidAccount(site.read, reference.supplierId, currency)).hash
const viewOf = async (invoiceId: number) =>
  (
    await invoiceView(
      contextOf({ read: site.read, actor: site.actor('treasurer3'), timeZone: 'UTC' }),
      invoiceId,
    )
  ).view

/** An invoice with this many treasury approvals. */
async function approved(times: 0 | 1 | 2, currency = 'EUR'): Promise<number> {
  // The matrix has no dollar rule, so two of class A sign.
  const signed = currency === 'EUR' ? {} : { validatingUserB: reference.arno }
  const { invoiceId } = await its.newInvoice(reference, { currency, ...signed })
  await its.invoiceStep('finance1', invoiceId, 'book')
  if (times > 0) await its.invoiceStep('treasurer1', invoiceId, 'first approval')
  if (times > 1) await its.invoiceStep('treasurer2', invoiceId, 'second approval')
  return invoiceId
}

async function changed(row: { iban?: string; bic?: string }) {
  await accounts.update(accountKey, row)
  await accounts.decide()
}

test('an approval and a payment record their account in the chain', async () => {
  const invoiceId = await approved(2)
  await its.invoiceStep('treasurer3', invoiceId, 'payment sent', { accountSeen: await hashOf() })
  const bound = (await historyOf(site.read, invoiceId)).filter(({ data }) => 'accountHash' in data)
  expect(bound.map(({ name }) => name)).toEqual(['payment sent', 'second approval', 'first approval'])
  const paidTo = ['EUR LU28 0019 4006 4475 0000, BIC BGLLLULLXXX, Index Data House Ltd']
  for (const { data } of bound) expect(data).toEqual({ accountHash: await hashOf(), paidTo })
})

test('another account voids the approvals of all unsent invoices of the supplier, each with a reason', async () => {
  const [none, one, two, sent] = [await approved(0), await approved(1), await approved(2), await approved(2)]
  await its.invoiceStep('treasurer3', sent, 'payment sent')
  const { lastEventId } = (await viewOf(none)).instance
  await changed({ iban: OTHER_IBAN })

  const why =
    'Approvals voided: the bank details of Index Data House Ltd changed (EUR LU28 0019 4006 4475 0000 is now EUR LU12 0010 0012 3456 7891, BIC BGLLLULLXXX)'
  for (const invoiceId of [one, two]) {
    const [event, before] = await historyOf(site.read, invoiceId)
    expect(event).toMatchObject({
      type: 'system',
      name: 'void approvals',
      whoName: 'SYSTEM',
      log: why,
      queue: 'PAYMENT',
      status: 'TO APPROVE',
      round: (before?.round ?? 0) + 1,
    })
    expect(await site.stateOf(invoiceId)).toBe('TO APPROVE (PAYMENT)')
    expect((await viewOf(invoiceId)).voided).toMatchObject({ why })
    const [row] = await site.ownerSql`select event_status, event_log from invoice_row where id = ${invoiceId}`
    expect(row).toMatchObject({ event_status: 'TO APPROVE', event_log: why })
  }
  expect((await viewOf(none)).instance.lastEventId).toBe(lastEventId)
  expect(await site.stateOf(sent)).toBe('SENT (PAYMENT)')
  expect((await viewOf(sent)).voided).toBeNull()

  // The same two approve again, for the current account; then the notice is gone.
  await its.invoiceStep('treasurer1', two, 'first approval', { accountSeen: await hashOf() })
  expect((await viewOf(two)).voided).toMatchObject({ why })
  await its.invoiceStep('treasurer2', two, 'second approval')
  await its.invoiceStep('treasurer3', two, 'payment sent')
  expect((await viewOf(two)).voided).toBeNull()
})

test('a form opened before a change took effect is refused', async () => {
  const [none, seen] = [await approved(0), await hashOf()]
  await changed({ bic: 'BILLLULL' })
  const { code, message } = await refusal(
    its.invoiceStep('treasurer1', none, 'first approval', { accountSeen: seen }),
  )
  expect([code, message]).toEqual([
    'conflict',
    'The bank details of Index Data House Ltd changed after you opened this page. Check the account under “Paid to”, then choose again.',
  ])
  expect(await site.stateOf(none)).toBe('TO APPROVE (PAYMENT)')
  await its.invoiceStep('treasurer1', none, 'first approval', { accountSeen: await hashOf() })
})

test('an addition or a deletion voids approvals only if another account would be paid', async () => {
  const [euro, dollar] = [await approved(2), await approved(2, 'USD')]
  await accounts.create(account({ iso3Currency: 'USD', iban: OTHER_IBAN }))
  await accounts.decide()
  expect(await site.stateOf(euro)).toBe('APPROVED (PAYMENT)')
  expect(await site.stateOf(dollar)).toBe('TO APPROVE (PAYMENT)')
  expect((await viewOf(dollar)).voided?.why).toBe(
    'Approvals voided: the bank details of Index Data House Ltd changed (USD LU12 0010 0012 3456 7891 was added, BIC BGLLLULLXXX)',
  )
  // A second account in the same currency: it has no approval.
  await accounts.create(account({ iban: 'LU761111000872960000' }))
  await accounts.decide()
  expect(await site.stateOf(euro)).toBe('TO APPROVE (PAYMENT)')
  await its.invoiceStep('treasurer1', euro, 'first approval')
  const rows = await accounts.load()
  await accounts.remove(rows.find(({ iban }) => iban === 'LU761111000872960000')?.key ?? '')
  await accounts.decide()
  expect(await site.stateOf(euro)).toBe('TO APPROVE (PAYMENT)')
  expect((await viewOf(euro)).voided?.why).toContain('(EUR LU76 1111 0008 7296 0000 was deleted)')
})

test('a refused change, or one that leaves number and bank unchanged, voids nothing', async () => {
  const invoiceId = await approved(2)
  await accounts.update(accountKey, { iban: OTHER_IBAN })
  await accounts.refuse()
  await accounts.update(accountKey, { iso3Currency: 'USD' })
  await accounts.decide()
  expect(await site.stateOf(invoiceId)).toBe('APPROVED (PAYMENT)')
  await its.invoiceStep('treasurer3', invoiceId, 'payment sent')
})

test('renaming a supplier counts as another account holder', async () => {
  const invoiceId = await approved(2)
  const rename = (name: string) => {
    const by = { actor: site.actor('admin'), now: site.clock(), timeZone: 'UTC' }
    const row = { key: String(reference.supplierId), posted: { name }, seen: null }
    return site.transaction((tx) => updateRow(contextOf({ tx, ...by }), legalEntities, row))
  }
  await rename('Index Data Home Ltd')
  expect(await site.stateOf(invoiceId)).toBe('TO APPROVE (PAYMENT)')
  expect((await viewOf(invoiceId)).voided?.why).toBe(
    'Approvals voided: the supplier "Index Data House Ltd" was renamed "Index Data Home Ltd"',
  )
  await rename('Index Data House Ltd')
})

/** Takes a step as the page and the call do. */
async function step(user: 'treasurer1' | 'treasurer2' | 'treasurer3', invoiceId: number, name: string) {
  const stepId = await site.stepId(invoiceId, name)
  const input = { seenEventId: null, comment: '', paymentDate: null }
  return voidingOtherAccounts(userWork(site, site.actor(user)), (context) =>
    takeStep(context, invoiceWorkflow, invoiceId, stepId, input),
  )
}

test('the step checks again: an account changed after the approvals is not paid, and they are voided', async () => {
  const [first, second] = [await approved(1), await approved(2)]
  await site.ownerSql`update bank_account set iban = ${OTHER_IBAN} where id = ${Number(accountKey)}`
  const { code, message, options } = await refusal(step('treasurer3', second, 'payment sent'))
  expect([code, message, options.title]).toEqual([
    'conflict',
    'The bank details of Index Data House Ltd are no longer those that this payment was approved for. The approvals are void: the payment needs its first approval again. Check the account under “Paid to”.',
    'Workflow cannot move to next step.',
  ])
  for (const invoiceId of [first, second]) {
    expect(await site.stateOf(invoiceId)).toBe('TO APPROVE (PAYMENT)')
    expect((await historyOf(site.read, invoiceId)).map(({ name }) => name)).not.toContain('payment sent')
  }
  await step('treasurer1', first, 'first approval')
  await step('treasurer2', first, 'second approval')
  await step('treasurer3', first, 'payment sent')
})

test('older approvals that name no account hold until the bank details change', async () => {
  const invoices = [await approved(2), await approved(2)]
  // As an older version stored them; their chains are not checked here, and are removed at the end.
  const asSuperuser = (work: (sql: TransactionSql) => Promise<unknown>) =>
    site.admin.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await work(sql)
    })
  const unnamed = (invoiceId: number) =>
    asSuperuser(
      (sql) =>
        sql`update workflow_event set data = '{}' where object_id = ${invoiceId} and name like '% approval'`,
    )
  for (const invoiceId of invoices) await unnamed(invoiceId)
  const [kept = 0, late = 0] = invoices
  await its.invoiceStep('treasurer3', kept, 'payment sent')
  await changed({ bic: 'CELLLULL' })
  expect(await site.stateOf(late)).toBe('TO APPROVE (PAYMENT)')
  await asSuperuser(async (sql) => {
    for (const id of invoices) {
      await sql`delete from workflow_event where object_id = ${id}`
      await sql`delete from workflow_instance where object_id = ${id}`
    }
  })
})

const NEXT: Record<string, string> = {
  'TO APPROVE': 'first approval',
  'FIRST APPROVAL': 'second approval',
  APPROVED: 'payment sent',
  // In a loop, so that there is always something to approve and pay.
  SENT: 'payment rejected',
}

test('in any order, nothing is sent to an account that its approvers did not see', async () => {
  const invoices = await Promise.all([approved(0), approved(0), approved(0), approved(0)])
  /** The paid account, with the event from which it applies. */
  const inForce: { from: number; hash: string }[] = [{ from: 0, hash: await hashOf() }]
  const unexpected: unknown[] = []
  let changing = true
  /** A treasurer opens a page and presses its next button, sending what was seen. */
  async function treasurer(user: 'treasurer1' | 'treasurer2' | 'treasurer3') {
    for (let turn = 0, after = 0; after < 16; turn += 1, after += changing ? 0 : 1) {
      const invoiceId = invoices[turn % invoices.length] ?? 0
      const [from = ''] = (await site.stateOf(invoiceId)).split(' (')
      const given = { accountSeen: await hashOf(), comment: 'Rejected by the bank', from }
      await its.invoiceStep(user, invoiceId, NEXT[from] ?? '', given).catch((error: unknown) => {
        if (!(error instanceof DomainError)) unexpected.push(error)
      })
    }
  }
  async function desk() {
    for (const bic of ['BILLLULL', 'CELLLULL', 'BCEELULL', 'BGLLLULL', BIC, 'BILLLULL']) {
      await changed({ bic })
      const [event] = await site.ownerSql`
        select max(id) as id from workflow_event where data->>'kind' = 'bank account' and status = 'APPROVED'`
      inForce.push({ from: Number(event?.id), hash: await hashOf() })
    }
    changing = false
  }
  await Promise.all([treasurer('treasurer1'), treasurer('treasurer2'), treasurer('treasurer3'), desk()])
  expect(unexpected).toEqual([])

  const then = (eventId: number) => inForce.findLast(({ from }) => from < eventId)?.hash
  let payments = 0
  for (const invoiceId of invoices) {
    const history = await historyOf(site.read, invoiceId)
    for (const { id, name, round, data } of history) {
      if (!('accountHash' in data)) continue
      expect([name, data.accountHash]).toEqual([name, then(id)])
      if (name !== 'payment sent') continue
      payments += 1
      const approvals = history.filter((each) => each.round === round && each.name.endsWith(' approval'))
      expect(approvals.map((each) => each.data.accountHash)).toEqual([data.accountHash, data.accountHash])
    }
  }
  expect(payments).toBeGreaterThan(0)
  expect(await verifyAudit(site.read, 'unused')).toMatchObject({ broken: null })
})

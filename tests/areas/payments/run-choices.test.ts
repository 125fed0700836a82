import { bankAccount } from 'db/schema/bank-accounts'
import { calendarHoliday, legalEntity } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { PAYEE, PAYER, runsOn } from 'tests/support/areas/payments/runs-on'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import { NO_CHOICES } from '~/areas/payments/make-run.server'
import { payableInvoices } from '~/areas/payments/payable.server'
import { runQuestions } from '~/areas/payments/run-questions.server'
import { runView } from '~/areas/payments/run-view.server'
import type { Day } from '~/platform/values/day'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
await runs.addAccounts()
const { settlingId, supplierId } = reference
const AT = new Date('2026-01-05T09:00:00Z')

beforeEach(() => site.setClock('2026-11-02T09:00:00Z'))

const payable = async () =>
  payableInvoices(contextOf({ read: site.read }), { due: null, debtor: null, currency: null })
const candidate = async (id: number | undefined) => (await payable()).find((each) => each.id === id)

/** Another account, stored directly; returns its id. */
async function addAccount(
  legalEntityId: number,
  more: Partial<typeof bankAccount.$inferInsert>,
): Promise<number> {
  const account = { iso3Currency: 'EUR', bic: '', iban: PAYEE.iban, ...more }
  const [row] = await site.transaction((tx) =>
    tx
      .insert(bankAccount)
      .values({ legalEntityId, ...account, creationDate: AT, updateDate: AT })
      .returning({ id: bankAccount.id }),
  )
  return row?.id ?? 0
}
const dropAccount = (id: number) =>
  site.transaction((tx) => tx.delete(bankAccount).where(eq(bankAccount.id, id)))
const change = (id: number, fields: Partial<typeof legalEntity.$inferInsert>) =>
  site.transaction((tx) => tx.update(legalEntity).set(fields).where(eq(legalEntity.id, id)))

async function approved(runId: number): Promise<number> {
  await runs.step('treasurer2', runId, 'first approval')
  await runs.step('treasurer3', runId, 'second approval')
  return runId
}
const view = (runId: number, today: Day) =>
  runView(contextOf({ read: site.read, actor: site.actor('treasurer1'), today }), runId)

test.each([
  ['2026-11-01', /is in the past. Enter 02\/11\/2026, the next bank day/],
  ['2026-11-07', /^07\/11\/2026 is a Saturday. Enter 09\/11\/2026, the next bank day, or a later one.$/],
  ['2026-12-25', /is Christmas Day, when TARGET is closed. Enter 28\/12\/2026/],
  ['2026-11-11', /is a holiday of .+ \(Founders’ Day\). Enter 12\/11\/2026/],
  ['2027-11-02', /more than 60 days ahead/],
])('a run is not made for %s', async (executionDate, sentence) => {
  await site.transaction((tx) =>
    tx
      .insert(calendarHoliday)
      .values({ calendar: 'OWN', date: '2026-11-11', name: 'Founders’ Day' })
      .onConflictDoNothing(),
  )
  await change(settlingId, { calendar: 'OWN' })
  const ids = await runs.approvedInvoices([{ gross: '10.00' }])
  const made = runs.make('treasurer1', ids, null, { executionDate })
  await expect(made).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { executionDate: expect.stringMatching(sentence) } },
  })
})

test('without a day a run pays on the next bank day', async () => {
  site.setClock('2026-11-11T09:00:00Z')
  const { runId } = await runs.make('treasurer1', await runs.approvedInvoices([{ gross: '10.00' }]), null, {
    executionDate: null,
  })
  expect((await view(runId, '2026-11-11')).run.executionDate).toBe('2026-11-12')
})

test('files of a run whose day is over are made for another bank day, which the event of the step has', async () => {
  const { runId } = await runs.make('treasurer1', await runs.approvedInvoices([{ gross: '10.00' }]))
  expect((await view(runId, '2026-11-07')).otherDay).toBeNull()
  await approved(runId)
  site.setClock('2026-11-07T09:00:00Z')
  expect((await view(runId, '2026-11-07')).otherDay).toMatchObject({ day: '2026-11-09' })
  const make = (day: Day | null) => runs.step('treasurer1', runId, 'make the files', '', day)
  await expect(make(null)).rejects.toMatchObject({
    options: { fields: { executionDate: expect.stringContaining('Enter 09/11/2026') } },
  })
  await expect(make('2026-11-08')).rejects.toThrow('is a Sunday')
  await make('2026-11-09')
  const [file] = await runs.files(runId)
  expect(file?.xml).toContain('<Dt>2026-11-09</Dt>')
  const step = (await historyOf(site.read, runId)).find(({ name }) => name === 'make the files')
  expect(step?.data).toMatchObject({ executionDate: '2026-11-09', executionDateBefore: '2026-11-02' })
})

test('the account that pays is chosen where an entity has several; the first pays unless another is chosen', async () => {
  const other = await addAccount(settlingId, {
    iban: 'LU120010001234567891',
    bic: 'BGLLLULL',
    anyCurrency: true,
  })
  const [first, second] = await runs.approvedInvoices([{ gross: '10.00' }, { gross: '20.00' }])
  const free = (await payable()).filter(({ id }) => id === first || id === second)
  expect(runQuestions(free).from).toMatchObject([
    { field: `from-${settlingId}-EUR`, accounts: [{ iban: PAYER.iban }, { id: other }] },
  ])
  const plain = await runs.make('treasurer1', [first ?? 0])
  const choice = { entityId: settlingId, currency: 'EUR', accountId: other }
  const chosen = await runs.make('treasurer1', [second ?? 0], null, {
    choices: { ...NO_CHOICES, from: [choice] },
  })
  const debtorOf = async ({ runId }: { runId: number }) => (await runs.payments(runId))[0]?.debtorIban
  expect([await debtorOf(plain), await debtorOf(chosen)]).toEqual([PAYER.iban, 'LU120010001234567891'])
  const [third] = await runs.approvedInvoices([{ gross: '10.00' }])
  await dropAccount(other)
  await expect(
    runs.make('treasurer1', [third ?? 0], null, { choices: { ...NO_CHOICES, from: [choice] } }),
  ).rejects.toMatchObject({
    options: {
      fields: { [`from-${settlingId}-EUR`]: expect.stringContaining('Choose the account that pays') },
    },
  })
})

test('the account of a payee with several is chosen in the run, and another one later stops it', async () => {
  const other = await addAccount(supplierId, { iban: 'DE02120300000000202051' })
  const [id] = await runs.approvedInvoices([{ gross: '10.00' }])
  expect(await candidate(id)).toMatchObject({ held: null, creditor_iban: null })
  await expect(runs.make('treasurer1', [id ?? 0])).rejects.toMatchObject({
    options: {
      fields: { [`to-${supplierId}-EUR`]: expect.stringContaining('has 2 accounts for EUR. Choose the one') },
    },
  })
  const to = [{ entityId: supplierId, currency: 'EUR', accountId: other }]
  const { runId } = await runs.make('treasurer1', [id ?? 0], null, { choices: { ...NO_CHOICES, to } })
  expect((await runs.payments(runId))[0]?.creditorIban).toBe('DE02120300000000202051')
  await runs.step('treasurer2', runId, 'first approval')
  await dropAccount(other)
  await expect(runs.step('treasurer3', runId, 'second approval')).rejects.toMatchObject({
    options: { list: [expect.stringContaining('changed after the approval')] },
  })
})

test('a payment to an account of another currency is confirmed, and the run says so', async () => {
  await change(supplierId, { town: 'Frankfurt', country: 'DE' })
  await addAccount(settlingId, { iso3Currency: 'GBP', iban: 'LU120010001234567891', bic: 'BGLLLULL' })
  await site.ownerSql`delete from bank_account where legal_entity_id = ${supplierId} and iso3_currency = 'USD'`
  const [id] = await runs.approvedInvoices([{ gross: '10.00', currency: 'GBP' }])
  const found = await candidate(id)
  const line = expect.stringContaining('10.00 GBP to its EUR account DE89 3704 0044 0532 0130 00')
  expect(found && runQuestions([found]).otherCurrencies).toEqual([line])
  await expect(runs.make('treasurer1', [id ?? 0])).rejects.toMatchObject({
    options: { list: [line], fields: { otherCurrency: expect.stringContaining('Confirm it') } },
  })
  const { runId } = await runs.make('treasurer1', [id ?? 0], null, {
    choices: { ...NO_CHOICES, otherCurrency: true },
  })
  expect((await view(runId, '2026-11-02')).payments.flatMap(({ warnings }) => warnings)).toEqual([
    expect.stringContaining('in EUR: the bank converts them'),
  ])
})

test('charges are those of SEPA, of the payee’s account, or as the run says', async () => {
  await change(supplierId, { town: 'New York', country: 'US' })
  const american = await addAccount(supplierId, {
    iso3Currency: 'USD',
    iban: '000123456789',
    clearing: 'USABA 021000021',
    chargeBearer: 'DEBT',
  })
  const make = async (currency: string, charges = NO_CHOICES.charges) => {
    const ids = await runs.approvedInvoices([{ gross: '10.00', currency }])
    const { runId } = await runs.make('treasurer1', ids, null, { choices: { ...NO_CHOICES, charges } })
    return runId
  }
  const charged = async (runId: number) => (await runs.payments(runId))[0]?.chargeBearer
  expect(await charged(await make('EUR'))).toBe('SLEV')
  const set = await make('USD')
  expect(await charged(set)).toBe('DEBT')
  const chosen = [{ entityId: settlingId, currency: 'USD', chargeBearer: 'CRED' as const }]
  expect(await charged(await make('USD', chosen))).toBe('CRED')
  await runs.step('treasurer1', await approved(set), 'make the files')
  const [file] = await runs.files(set)
  expect(file?.xml).toContain('<ChrgBr>DEBT</ChrgBr>')
  expect(file?.xml).toContain('<Cd>USABA</Cd>')
  // Banks answer groups by their names.
  await runs.step('treasurer1', set, 'sent')
  const rejected = `<Document><CstmrPmtStsRpt><GrpHdr><MsgId>G1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file?.messageId}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${file?.messageId}-D</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
  const { lines } = await runs.answer('treasurer1', 'group.xml', rejected)
  expect(lines).toMatchObject([{ outcome: 'rejected' }])
  await dropAccount(american)
})

test('a missing address outside SEPA holds a payment, with the entity to complete', async () => {
  await change(supplierId, { town: null, country: null })
  await addAccount(supplierId, { iso3Currency: 'USD', bic: 'CHASUS33', iban: '000123456780' })
  const [dollars, euro] = await runs.approvedInvoices([
    { gross: '10.00', currency: 'USD' },
    { gross: '10.00' },
  ])
  expect(await candidate(dollars)).toMatchObject({
    held: expect.stringContaining('need the postal address of'),
    held_entity: supplierId,
  })
  expect(await candidate(euro)).toMatchObject({ held: null, held_entity: null })
  await change(supplierId, { town: 'New York', country: 'US' })
  const { runId } = await runs.make('treasurer1', [dollars ?? 0])
  await change(supplierId, { town: null, country: null })
  expect((await view(runId, '2026-11-02')).payments[0]?.stopped).toContain('need the postal address of')
  await change(supplierId, { town: 'New York', country: 'US', name: '日本データ' })
  expect((await candidate((await runs.approvedInvoices([{ gross: '1.00' }]))[0]))?.held).toContain(
    'letters that banks do not take (日本',
  )
})

test('yen have no decimals in a payment', async () => {
  await change(supplierId, { name: 'Index Data House Ltd' })
  await addAccount(settlingId, { iso3Currency: 'JPY', iban: 'LU610019400644750055', bic: 'BGLLLULL' })
  await addAccount(supplierId, { iso3Currency: 'JPY', bic: 'CHASJPJT', iban: '1234567' })
  const [whole, broken] = await runs.approvedInvoices([
    { gross: '18000.00', currency: 'JPY' },
    { gross: '18000.50', currency: 'JPY' },
  ])
  expect((await candidate(broken))?.held).toContain('JPY has no decimals')
  const { runId } = await runs.make('treasurer1', [whole ?? 0])
  await runs.step('treasurer1', await approved(runId), 'make the files')
  expect((await runs.files(runId))[0]?.xml).toContain('<InstdAmt Ccy="JPY">18000</InstdAmt>')
})

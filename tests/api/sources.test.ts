import { fund } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { opened } from 'tests/support/opened'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { expect, test } from 'vitest'
import { Big } from '~/platform/values/decimal'
import { apiSite } from '../support/api/site'
import { control, formOf } from '../support/api/uploads'

const site = await opened(apiSite())
const model = fundModel()
const previous = await control(site, { model: previousModel() })
expect(previous.status, previous.text).toBe(201)

type Row = (string | null)[]
const csv = (name: string, headings: string[], rows: Row[]) => ({
  name,
  bytes: new TextEncoder().encode(
    [headings, ...rows].map((row) => row.map((cell) => cell ?? '').join(';')).join('\n'),
  ),
})

const send = (files: ReturnType<typeof csv>[], fields: Record<string, string> = {}, user = 'accountant1') =>
  site.call(user, 'POST', 'sources', { body: formOf(files, fields) })

const REGISTER = ['Fund code', 'Date', 'Class code', 'Shares outstanding', 'Issued', 'Redeemed']
const register = (more = 0) =>
  csv(
    'register.csv',
    REGISTER,
    model.classes.map(({ code, shares, subscriptions, redemptions }, at) => [
      'LUX001',
      '30/10/2026',
      code,
      at === 0 ? new Big(shares).plus(more).toFixed() : shares,
      subscriptions,
      redemptions,
    ]),
  )

/** Cash in its own currency; what the rounding of its rate leaves is far below the tolerance. */
const cash = () =>
  csv(
    'cash.csv',
    ['Fund code', 'Date', 'Account', 'Currency', 'Balance'],
    model.inventory
      .filter(({ type }) => type === 'Cash')
      .map(({ instrumentCode, quotationCurrency, marketValue, fxRate }) => [
        'LUX001',
        '30/10/2026',
        instrumentCode,
        quotationCurrency,
        new Big(marketValue).div(fxRate ?? 1).toFixed(2),
      ]),
  )

const positions = () =>
  csv(
    'positions.csv',
    ['Fund code', 'Date', 'Instrument code', 'ISIN', 'Quantity'],
    model.inventory
      .filter(({ type }) => ['Equity', 'Bond', 'Fund'].includes(type))
      .map(({ instrumentCode, isin, quantity }) => ['LUX001', '30/10/2026', instrumentCode, isin, quantity]),
  )

/** The results of the rules of second sources in a control: "S01 OK". */
async function judged(): Promise<string[]> {
  const ran = await control(site, { model, fields: { fundNavId: String(site.navId('LUX001')) } })
  expect(ran.status, ran.text).toBe(201)
  const rules: { name: string; result: string; comment: string }[] = ran.body.ruleResults
  return rules
    .filter(({ name }) => /^S0/.test(name))
    .map(({ name, result }) => `${name.slice(0, 3)} ${result}`)
}

test('a dry run reads a file and stores nothing', async () => {
  const { status, body } = await send([register()], { dryRun: 'true', sender: 'TA' })
  expect([status, body]).toMatchObject([
    200,
    {
      kind: 'REGISTER',
      sender: 'TA',
      rows: model.classes.length,
      funds: 1,
      days: 1,
      replaced: 0,
      faults: [],
      unknownFunds: [],
    },
  ])
  expect((await site.call('auditor1', 'GET', 'sources?date=2026-10-30')).body).toEqual([])
})

test('a file with faults is refused with its cells, and a dry run reports them', async () => {
  const faulty = csv(
    'cash.csv',
    ['Fund code', 'Date', 'Account', 'Currency', 'Balance'],
    [
      ['LUX001', '30/10/2026', '1', 'EUR', 'much'],
      ['LUX001', '', '2', 'EUR', '5'],
    ],
  )
  const refused = await send([faulty])
  expect([refused.status, refused.body.list]).toEqual([
    422,
    ['cash.csv, cash!E2: "much" is not a number', 'cash.csv, cash!A3: Date is missing'],
  ])
  const tried = await send([faulty], { dryRun: 'true' })
  expect([tried.status, tried.body.faults.length]).toEqual([200, 2])
  const other = await send([csv('note.csv', ['What', 'Why'], [['a', 'b']])])
  expect(other.body.list[0]).toContain('No sheet has the headings of a second source')
  expect((await send([register()], { format: 'NONE' })).body.errorMessage).toContain(
    'There is no file format "NONE"',
  )
  expect((await send([register()], {}, 'manager1')).status).toBe(403)
})

test('a control compares with the sources that arrived before it, and waits for those that are expected', async () => {
  await site.services.database.transaction((tx) =>
    tx.update(fund).set({ expectedSources: 'REGISTER: TA; CASH: BANK' }).where(eq(fund.code, 'LUX001')),
  )
  const missing = await site.call('auditor1', 'GET', 'sources?date=2026-10-30')
  expect(
    missing.body.map(({ kind, sender, state }: Record<string, string>) => `${kind} ${sender} ${state}`),
  ).toEqual(['REGISTER TA MISSING', 'CASH BANK MISSING'])
  const received = await send([register(100)], { sender: 'TA' })
  expect(received.status, received.text).toBe(200)
  await send([cash(), positions()], { sender: 'BANK' })
  expect(await judged()).toEqual([
    'S01 NOK',
    'S02 OK',
    'S03 OK',
    'S04 OK',
    'S05 OK - not applicable',
    'S06 OK - not applicable',
    'S07 OK - not applicable',
  ])
})

/** The status and signer of the checks that second sources tick. */
async function checks(): Promise<string[]> {
  const { body } = await site.call('auditor1', 'GET', `dashboard/nav/checks/${site.navId('LUX001')}`)
  return body
    .filter(({ isae_rank }: { isae_rank: number }) => [4, 9, 10].includes(isae_rank))
    .map(({ isae_rank, status, username }: Record<string, string>) => `${isae_rank} ${status} ${username}`)
}

test('checks of cash and positions are ticked where the depositary agrees, that of capital is not', async () => {
  expect(await checks()).toEqual(['4 OPEN null', '9 DONE SYSTEM', '10 DONE SYSTEM'])
})

test('a later file of the same sender replaces a fund and day as a whole', async () => {
  const again = await send([register()], { sender: 'TA' })
  expect(again.body).toMatchObject({ replaced: 1 })
  expect((await judged())[0]).toBe('S01 OK')
  expect((await checks())[0]).toBe('4 DONE SYSTEM')
  const { body } = await site.call('auditor1', 'GET', 'sources?date=2026-10-30&kind=REGISTER&fund=LUX001')
  expect(body).toMatchObject([
    { kind: 'REGISTER', fund_code: 'LUX001', sender: 'TA', state: 'ARRIVED', is_expected: true },
  ])
  expect((await site.call('auditor1', 'GET', 'sources?date=soon')).status).toBe(422)
})

test('what arrives after a control is judged again by SYSTEM, and all else is taken over', async () => {
  const navId = site.navId('LUX001')
  const current = async () =>
    (await site.call('auditor1', 'GET', `dashboard/nav/${navId}`)).body.wasabiControlsList[0]
  const before = await current()
  await send([register(100)], { sender: 'TA' })
  const after = await current()
  expect(after).toMatchObject({
    userName: 'SYSTEM',
    reasonCode: 'SOURCE',
    reasonDisplay: 'Second source',
    submissionComment: 'REGISTER from TA: register.csv',
    nokCount: before.nokCount + 1,
    previousControlId: before.previousControlId,
  })
  expect(after.id).toBeGreaterThan(before.id)
  const results = (control: typeof after) =>
    control.ruleResults.map(({ name, result }: Record<string, string>) => `${name} ${result}`)
  expect(results(after).filter((each: string) => !results(before).includes(each))).toEqual([
    'S01 Register NOK',
  ])
  expect((await checks())[0]).toBe('4 OPEN null')
  // The same file again says nothing new.
  await send([register(100)], { sender: 'TA' })
  expect((await current()).id).toBe(after.id)
  await send([register()], { sender: 'TA' })
  expect((await checks())[0]).toBe('4 DONE SYSTEM')
})

test('prices of a vendor are compared with those of the inventory', async () => {
  const quoted = model.inventory.filter(({ isin, price }) => isin && price)
  await send([
    csv(
      'prices.csv',
      ['ISIN', 'Currency', 'Price', 'Price date'],
      quoted.map(({ isin, quotationCurrency, price, priceDate }) => [
        isin,
        quotationCurrency,
        price,
        (priceDate ?? '').split('-').reverse().join('/'),
      ]),
    ),
  ])
  expect((await judged())[4]).toBe('S05 OK')
})

import { storedControl } from 'tests/support/areas/prices/price-site'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { SiteFund } from 'tests/support/site'
import { afterAll, expect, test } from 'vitest'

const funds: (SiteFund & { fundCode: string })[] = []
const isin = 'LU0000000001'
const DATE = '2026-10-30'
const site = await opened(httpSite())
const prices = ['100', '100', '105']
for (const [at, price] of prices.entries()) {
  const fundCode = `LUX00${at + 1}`
  const fund = await site.addFund({ fundCode, provider: at === 2 ? 'MFFA' : 'FIA' })
  funds.push({ ...fund, fundCode })
  await storedControl(site.ownerSql, fund.navId, {
    fundCode,
    tna: '100000',
    lines: [
      { isin, price, quantity: '50', code: 'SHARE', marketValue: '5000' },
      { isin: null, price: '1', currency: 'USD', marketValue: '20000', code: 'USD CASH', type: 'Cash' },
    ],
    rates: { USD: at === 1 ? '0.95' : '0.92', GBP: '1.18' },
    results: { I15: at === 2 ? ['SHARE'] : [], N13: at === 1 ? ['USD'] : [] },
  })
}
await site.ownerSql`insert into exchange_rate (currency, date, rate) values
  ('USD', '2026-10-29', 0.92), ('USD', '2026-11-02', 0.5), ('GBP', '2026-10-24', 1.18)`
afterAll(() => expect(site.crashes()).toEqual([]))

const call = async (user: string, path: string) => {
  const answer = await site.ask(user, `/api/${path}`)
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
const post = async (user: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await site.ask(user, '/api/prices/justifications', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

test('GET prices returns each price with its median and effect, outliers first', async () => {
  const { status, headers, body } = await call('auditor1', `prices?date=${DATE}`)
  expect([status, headers.get('x-total-count')]).toEqual([200, '2'])
  expect(body).toEqual([
    {
      id: expect.any(Number),
      isin,
      name: `Name of ${isin}`,
      type: 'Equity',
      currency: 'EUR',
      price_date: DATE,
      provider: 'MFFA',
      fund_codes: ['LUX003'],
      funds: 1,
      price: '105',
      median: '100',
      deviation: '5',
      // 50 x 5 / 100,000
      effect: '25',
      effect_fund: 'LUX003',
      size: '25',
    },
    expect.objectContaining({
      fund_codes: ['LUX001', 'LUX002'],
      funds: 2,
      price: '100',
      effect: '0',
      provider: 'FIA',
    }),
  ])
  expect((await call('auditor1', 'prices')).body).toEqual(body)
  const filtered = await call('accountant1', `prices?date=${DATE}&filter.fund_codes=LUX002&sort=price`)
  expect(filtered.body).toHaveLength(1)
  expect((await call('accountant1', `prices?date=${DATE}&search=lux003`)).body).toHaveLength(1)
  expect((await call('accountant1', 'prices?date=2026-10-29')).body).toEqual([])
})

test('GET rates returns each rate against the stored one, no older than five days', async () => {
  const { status, headers, body } = await call('manager1', `rates?date=${DATE}`)
  expect([status, headers.get('x-total-count')]).toEqual([200, '6'])
  expect(body[0]).toEqual({
    nav_id: funds[1]?.navId,
    currency: 'USD',
    fund_code: 'LUX002',
    provider: 'FIA',
    fund_currency: 'EUR',
    rate: '0.95',
    // (1 - 0.92 / 0.95) x 20,000 / 100,000
    stored: '0.92',
    stored_date: '2026-10-29',
    deviation: '3.26087',
    effect: '63.1579',
    size: '63.1579',
  })
  expect(body.slice(1).map((row: Record<string, unknown>) => [row.currency, row.stored, row.effect])).toEqual(
    expect.arrayContaining([
      ['USD', '0.92', '0'],
      // Six days earlier.
      ['GBP', null, null],
    ]),
  )
  const usd = await call('manager1', `rates?date=${DATE}&filter.currency=USD&sort=-rate`)
  expect(usd.body.map((row: { rate: string }) => row.rate)).toEqual(['0.95', '0.92', '0.92'])
})

test('an invalid date is refused', async () => {
  for (const list of ['prices', 'rates']) {
    const { status, body } = await call('auditor1', `${list}?date=2026-02-30`)
    expect([status, body.fields]).toEqual([422, { date: 'Give the NAV date as yyyy-MM-dd.' }])
  }
})

test('POST prices/justifications needs the update permission, and says what is missing', async () => {
  const good = { date: DATE, isin, comment: 'Checked with the broker' }
  expect((await post('auditor1', good)).status).toBe(403)
  expect((await post('clientdesk1', good)).status).toBe(403)
  expect(await post('accountant1', { ...good, comment: ' ' })).toMatchObject({
    status: 422,
    body: { title: 'Prices and rates', errorMessage: 'Enter why this is OK: the comment is mandatory.' },
  })
  for (const wrong of [
    { ...good, currency: 'USD' },
    { date: DATE, comment: 'x' },
  ])
    expect(await post('accountant1', wrong)).toMatchObject({
      status: 422,
      body: { errorMessage: 'Give either "isin" or "currency".' },
    })
  expect((await post('accountant1', { ...good, date: '30.10.2026' })).status).toBe(422)
  expect(await post('accountant1', { ...good, isin: 'LU0000000009' })).toMatchObject({
    status: 404,
    body: { errorMessage: expect.stringContaining('has a breach of I15 for LU0000000009') },
  })
  // The queue decides, not just the right.
  const manager = await post('manager1', good)
  expect(manager.body).toMatchObject([
    {
      fund_code: 'LUX003',
      justified: false,
      result: 'NOK',
      why_not: expect.stringContaining('Accountants upload and override'),
    },
  ])
})

test('it justifies a price and a rate, once per key', async () => {
  const price = { date: DATE, isin, comment: 'Checked with the broker' }
  const key = { 'Idempotency-Key': 'justified-once' }
  const done = await post('accountant1', price, key)
  expect(done).toMatchObject({
    status: 200,
    body: [
      {
        fund_code: 'LUX003',
        justified: true,
        result: 'OK - justified',
        comment: price.comment,
        why_not: null,
      },
    ],
  })
  expect((await post('accountant1', price, key)).body).toEqual(done.body)
  expect((await post('accountant1', { ...price, comment: 'Another' }, key)).status).toBe(409)
  expect((await post('accountant1', price)).body).toMatchObject([
    { justified: false, why_not: 'It is justified already.' },
  ])
  const rate = await post('accountant1', { date: DATE, currency: 'USD', comment: 'Rate of the afternoon' })
  expect(rate.body).toMatchObject([{ fund_code: 'LUX002', justified: true }])
  const counts = await site.ownerSql`
    select ok_count, nok_count from nav_control control join fund_nav nav on nav.current_control_id = control.id
    where nav.nav_date = ${DATE}`
  expect(counts.map(({ ok_count, nok_count }) => [ok_count, nok_count])).toEqual([
    [2, 0],
    [2, 0],
    [2, 0],
  ])
})

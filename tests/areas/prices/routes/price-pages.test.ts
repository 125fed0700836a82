import { storedControl } from 'tests/support/areas/prices/price-site'
import { opened } from 'tests/support/opened'
import { aboutOf, sheetOf } from 'tests/support/routes/exported'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const isin = 'LU0000000001'
const navIds: number[] = []
const site = await opened(httpSite())
afterAll(() => expect(site.crashes()).toEqual([]))

test('a site without controls says so in both lists', async () => {
  for (const path of ['/prices', '/prices/rates']) {
    const { status, html } = await site.page('accountant1', path)
    expect([path, status]).toEqual([path, 200])
    expect(html).toContain('Choose another NAV date.')
  }
})

test('the page opens on the latest date with controls, outliers first; another date is in its address', async () => {
  for (const [at, price] of ['100', '100', '105'].entries()) {
    const fundCode = `LUX00${at + 1}`
    const fund = await site.addFund({ fundCode })
    navIds.push(fund.navId)
    const lines = [{ isin, price, quantity: '50', code: 'SHARE' }]
    const results = { I15: at === 2 ? ['SHARE'] : [], N13: at === 0 ? ['USD'] : [] }
    await storedControl(site.ownerSql, fund.navId, {
      fundCode,
      tna: '100000',
      lines,
      results,
      rates: { USD: '0.9' },
    })
    await storedControl(site.ownerSql, fund.previousNavId, {
      fundCode,
      tna: '100000',
      lines: [{ isin, price: '90' }],
    })
  }
  const { html } = await site.page('accountant1', '/prices')
  expect(html).toMatch(/value="2026-10-30"/)
  expect(html.indexOf('>105<')).toBeGreaterThan(0)
  expect(html.indexOf('>105<')).toBeLessThan(html.indexOf('>100<'))
  const before = await site.page('accountant1', '/prices?date=2026-09-30')
  expect(before.html).toContain('>90<')
  expect(before.html).not.toContain('>105<')
  const wrong = await site.page('accountant1', '/prices?date=2026-02-30')
  expect(wrong.html).toContain('Enter the NAV date as a day of the calendar.')
})

test('an expanded row shows all holdings of its ISIN, and authorised users get a link to the justification', async () => {
  const [row] = await site.ownerSql<{ id: string }[]>`
    select id from price_row where nav_date = '2026-10-30' order by size desc limit 1`
  const path = `/prices?date=2026-10-30&expanded=${row?.id}`
  const { html } = await site.page('accountant1', path)
  expect(html).toContain(`Holdings of ${isin}`)
  for (const navId of navIds) expect(html).toContain(`/nav-controls/${navId}?page=1`)
  expect(html).toContain(`/prices/justify/${isin}`)
  expect((await site.page('auditor1', path)).html).not.toContain(`/prices/justify/${isin}`)
})

const formKey = (html: string) => /name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? ''
const shownResults = (html: string) => /name="results" value="([^"]+)"/.exec(html)?.[1] ?? ''

test('the preview shows the changes; without a comment the form comes back with the input', async () => {
  const path = `/prices/justify/${isin}?date=2026-10-30`
  const { html } = await site.page('accountant1', path)
  expect(html).toContain('Becomes OK - justified.')
  const idempotencyKey = formKey(html)
  const fields = { idempotencyKey, results: shownResults(html), comment: '' }
  const refused = await site.send('accountant1', path, fields)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Enter why this is OK: the comment is mandatory.')
  expect((await site.send('accountant1', path, { ...fields, results: '1,x' })).status).toBe(422)
  expect((await site.send('auditor1', path, fields)).status).toBe(403)
  const reader = await site.page('auditor1', path)
  expect(reader.html).toContain('Read-only. ')
  expect(shownResults(reader.html)).toBe('')
  const done = await site.send('accountant1', path, { ...fields, comment: 'Confirmed by the broker' })
  expect(done.status).toBe(200)
  expect(done.html).toContain(`1 result of I15 justified for ${isin}`)
  // A repetition gets the same answer.
  const again = await site.send('accountant1', path, { ...fields, comment: 'Confirmed by the broker' })
  expect(again.html).toContain(`1 result of I15 justified for ${isin}`)
  const events = await site.ownerSql`select id from workflow_event where name = 'override rule'`
  expect(events).toHaveLength(1)
})

test('a currency is justified from the list of rates', async () => {
  const { html } = await site.page('teamleader1', '/prices/rates?date=2026-10-30')
  expect(html).toContain('/prices/rates/justify/USD')
  const path = '/prices/rates/justify/USD?date=2026-10-30'
  const preview = await site.page('teamleader1', path)
  const fields = {
    idempotencyKey: formKey(preview.html),
    results: shownResults(preview.html),
    comment: 'Late source',
  }
  expect((await site.send('teamleader1', path, fields)).html).toContain('1 result of N13 justified for USD')
  const nothing = await site.page('teamleader1', '/prices/rates/justify/JPY?date=2026-10-30')
  expect(nothing.html).toContain('there is nothing to justify')
})

test('both lists export what their address selects, with the date in the title', async () => {
  const ask = (path: string) => site.ask('auditor1', path)
  const prices = await ask('/prices/export/prices.xlsx?date=2026-10-30&filter.price=105')
  const rows = await sheetOf(prices.clone())
  expect(rows[0]).toContain('Deviation, %')
  expect(rows.slice(1).map((row) => row[0])).toEqual([isin])
  expect(JSON.stringify(await aboutOf(prices))).toContain('Prices of 30.10.26')
  const rates = await ask('/prices/rates/export/rates.csv?date=2026-10-30')
  expect((await rates.text()).split('\n').filter((line) => line.startsWith('USD'))).toHaveLength(3)
  expect((await site.ask('clientdesk1', '/prices/export/prices.csv')).status).toBe(403)
  expect((await ask('/prices/export/others.csv')).status).toBe(404)
})

import { workflowInstance } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import { Big } from '~/platform/values/decimal'

const site = await opened(httpSite())
site.setClock('2026-11-05T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))

const fund = await site.addFund({ fundCode: 'LUX001' })
await site.control('accountant1', { ...fund, model: fund.previous })
await site.control('accountant1', fund)

/** The visible part of a page, without the data for scripts. */
const shown = (html: string) => (html.split('<script', 1)[0] ?? '').replaceAll('<!-- -->', '')
const keyIn = (html: string) => /name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? ''
const openBreaks = async (user = 'accountant1') => shown((await site.page(user, '/open-breaks')).html)

/** The depositary has so much less in the currency of the fund than the files. */
async function sendCash(less: number) {
  const rows = fund.model.inventory
    .filter(({ type }) => type === 'Cash')
    .map(({ instrumentCode, quotationCurrency, marketValue, fxRate }) => {
      const balance = new Big(marketValue).div(fxRate ?? 1).minus(quotationCurrency === 'EUR' ? less : 0)
      return ['LUX001', '30/10/2026', instrumentCode, quotationCurrency, balance.toFixed(2)].join(';')
    })
  const { html } = await site.page('accountant1', '/second-sources/upload')
  const body = new FormData()
  const fields = { idempotencyKey: keyIn(html), intent: 'store', sender: 'BANK' }
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('files', new File([['Fund code;Date;Account;Currency;Balance', ...rows].join('\n')], 'cash.csv'))
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  expect(
    (await site.ask('accountant1', '/second-sources/upload', { method: 'POST', headers, body })).status,
  ).toBe(302)
}

const EXPLAIN = `/open-breaks/explain?${new URLSearchParams({ nav: String(fund.navId), rule: 'S03', subject: 'EUR' })}`

test('without scripts a difference is listed, explained until a day, and ended', async () => {
  expect(await openBreaks()).toContain('Nothing is open')
  await sendCash(100_000)
  const listed = await openBreaks()
  for (const word of ['S03 Depositary cash', 'OPEN', '100,000']) expect(listed).toContain(word)
  const { html } = await site.page('accountant1', EXPLAIN)
  expect(shown(html)).toContain('value="100000"')
  const fields = {
    navId: String(fund.navId),
    rule: 'S03',
    subject: 'EUR',
    amount: '100,000.00',
    reason: 'timing',
  }
  const given = { idempotencyKey: keyIn(html), ...fields }
  const refused = await site.send('accountant1', EXPLAIN, { ...given, comment: 'Two days late' })
  expect([refused.status, shown(refused.html)]).toEqual([
    422,
    expect.stringContaining('Enter the last day for which it counts, 13/11/2026 at the latest.'),
  ])
  expect(shown(refused.html)).toContain('Two days late')
  const sent = await site.send('accountant1', EXPLAIN, { ...given, until: '2026-11-05' })
  expect([sent.status, sent.to]).toEqual([302, '/open-breaks'])
  const explained = await openBreaks('auditor1')
  for (const word of ['EXPLAINED', 'timing', '05/11/2026']) expect(explained).toContain(word)
  expect(explained).not.toContain('>OPEN<')
  const file = await site.ask('auditor1', '/open-breaks/export/open_breaks.csv')
  expect(await file.text()).toMatch(/LUX001,.*S03 Depositary cash,EUR,100000/)
})

test('explanations that expire today are a figure above My work of those who may renew them', async () => {
  expect(shown((await site.page('accountant1', '/work')).html)).toContain('Explanations run out')
  expect(shown((await site.page('auditor1', '/work')).html)).not.toContain('Explanations run out')
})

test('the popup that ends an explanation says from which NAV date, and only once', async () => {
  const [{ id } = { id: 0 }] = await site.ownerSql<{ id: number }[]>`select id from source_explanation`
  const path = `/open-breaks/explanations/${id}/end`
  const { html } = await site.page('accountant1', path)
  expect(shown(html)).toContain('100,000 EUR, timing')
  const fields = { idempotencyKey: keyIn(html), from: '2026-10-30', comment: 'It settled' }
  expect((await site.send('accountant1', path, fields)).to).toBe('/open-breaks')
  expect(await openBreaks()).toContain('OPEN')
  expect(shown((await site.page('accountant1', path)).html)).toContain('has ended it from 30/10/2026 on')
  expect(shown((await site.page('accountant1', '/work')).html)).not.toContain('Explanations run out')
})

test('a difference that a source shows after sending is on the NAV, in the list and above My work of team leaders', async () => {
  await sendCash(0)
  await site.transaction((tx) =>
    tx
      .update(workflowInstance)
      .set({ status: 'SENT', queue: 'COMPLETED' })
      .where(eq(workflowInstance.objectId, fund.navId)),
  )
  await sendCash(200_000)
  const nav = shown((await site.page('teamleader1', `/nav-controls/${fund.navId}`)).html)
  expect(nav).toContain('A second source arrived after this NAV was sent.')
  expect(nav).toContain('S03 Depositary cash: EUR:')
  expect(nav).toContain(`/nav-errors/new?nav=${fund.navId}`)
  expect(await openBreaks('teamleader1')).toContain('AFTER SENDING')
  expect(shown((await site.page('teamleader1', '/work')).html)).toContain('Not OK after sending')
  expect(shown((await site.page('accountant1', '/work')).html)).not.toContain('Not OK after sending')
})

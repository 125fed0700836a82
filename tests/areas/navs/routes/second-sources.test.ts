import { fund } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { sentNavs } from 'tests/support/areas/nav-errors/sent-navs'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const navs = sentNavs(site)
site.setClock('2026-11-10T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))

const fundId = await navs.addFund('SRC1', { SRC1A: { currency: 'EUR' } })
await site.transaction((tx) =>
  tx.update(fund).set({ expectedSources: 'CASH: BANK-A; REGISTER: TA' }).where(eq(fund.id, fundId)),
)
await navs.send(
  fundId,
  [{ date: '2026-11-09', tna: '1000', classes: { SRC1A: { navPerShare: '1', shares: '1000' } } }],
  {},
)

/** The visible part of a page, without the data for scripts. */
const shown = (html: string) => (html.split('<script', 1)[0] ?? '').replaceAll('<!-- -->', '')
const keyIn = (html: string) => /name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? ''

async function upload(text: string, fields: Record<string, string>) {
  const { html } = await site.page('accountant1', '/second-sources/upload')
  const body = new FormData()
  for (const [name, value] of Object.entries({ idempotencyKey: keyIn(html), ...fields }))
    body.set(name, value)
  if (text !== '') body.set('files', new File([text], 'cash.csv'))
  const answer = await site.ask('accountant1', '/second-sources/upload', {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body,
  })
  return { status: answer.status, html: shown(await answer.text()) }
}

const CASH = 'Fund code;Date;Account;Currency;Balance\nSRC1;09/11/2026;1;EUR;5\nNONE;09/11/2026;1;EUR;5'

test('without scripts the page says what is missing, reads a file on trial and then takes it', async () => {
  const before = shown((await site.page('auditor1', '/second-sources')).html)
  for (const word of ['BANK-A', 'TA', 'MISSING', 'SRC1']) expect(before).toContain(word)
  expect(before).not.toContain('Upload sources')

  const tried = await upload(CASH, { intent: 'dry run', sender: 'BANK-A' })
  expect(tried.status).toBe(200)
  for (const sentence of [
    'Dry run: nothing was stored',
    'CASH from BANK-A: 2 rows of 2 funds, 1 day',
    'Not funds of this site: NONE',
  ])
    expect(tried.html).toContain(sentence)
  expect(shown((await site.page('auditor1', '/second-sources')).html)).not.toContain('cash.csv')
  // The form keeps what was chosen, and the file: it is taken by the next press.
  expect(tried.html).toContain('The server keeps cash.csv for an hour')
  expect(tried.html).toContain('value="BANK-A"')
  const staged = /name="staged" value="([^"]+)"/.exec(tried.html)?.[1] ?? ''
  expect((await upload('', { intent: 'dry run', staged })).html).toContain('CASH from CASH: 2 rows')

  const refused = await upload(CASH.replace('EUR;5\n', 'EUR;five\n'), { intent: 'store', sender: 'BANK-A' })
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('is not a number')])
  expect(refused.html).toContain('value="BANK-A"')

  expect((await upload(CASH, { intent: 'store', sender: 'BANK-A' })).status).toBe(302)
  const after = shown((await site.page('auditor1', '/second-sources?date=2026-11-09')).html)
  for (const word of ['ARRIVED', 'MISSING', 'cash.csv', 'no fund of this code']) expect(after).toContain(word)
  const file = await site.ask('auditor1', '/second-sources/export/second_sources.csv?date=2026-11-09')
  expect(await file.text()).toContain('CASH,SRC1,BANK-A,ARRIVED')
})

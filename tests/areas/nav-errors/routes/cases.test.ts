import { sentNavs } from 'tests/support/areas/nav-errors/sent-navs'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const navs = sentNavs(site)
site.setClock('2026-11-10T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))

const fundId = await navs.addFund('PAGE1', { PAGE1A: { currency: 'EUR' } })
await navs.send(
  fundId,
  [
    { date: '2026-11-02', tna: '510000', classes: { PAGE1A: { navPerShare: '102', shares: '5000' } } },
    {
      date: '2026-11-03',
      tna: '612000',
      classes: { PAGE1A: { navPerShare: '102', shares: '6000', subscriptions: '1000' } },
    },
  ],
  {},
)

/** The visible part of a page, without the data for scripts. */
const shown = (html: string) => (html.split('<script', 1)[0] ?? '').replaceAll('<!-- -->', '')

/** The idempotency key of the form on a page. */
const keyIn = (html: string) => /name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? ''

async function post(path: string, fields: Record<string, string>, user = 'accountant1') {
  const { html } = await site.page(user, path)
  const answer = await site.send(user, path, { idempotencyKey: keyIn(html), ...fields })
  return { ...answer, html: shown(answer.html) }
}

const FORM = {
  fundCode: 'PAGE1',
  kind: 'NAV',
  firstDate: '2026-11-02',
  lastDate: '',
  discoveredOn: '2026-11-09',
  discoveredBy: 'Manager of the fund',
  cause1: 'PRICE',
  causedBy1: 'administrator',
  description: 'Stale price of a bond',
}

test('without scripts a case is opened, completed and quantified by forms', async () => {
  expect(shown((await site.page('accountant1', '/nav-errors')).html)).toContain(
    'No NAV was found wrong after it was sent.',
  )
  const refused = await post('/nav-errors/new', { ...FORM, cause1: '' })
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('Choose at least one cause')])
  // What was typed is still there.
  expect(refused.html).toContain('Stale price of a bond</textarea>')

  const made = await post('/nav-errors/new', FORM)
  expect(made.status).toBe(302)
  const base = String(made.to)
  const open = shown((await site.page('accountant1', base)).html)
  for (const sentence of [
    'Enter the last wrong NAV date once the error has ended.',
    'Corrected NAV per share, PAGE1A, 02/11/2026: Upload the corrected files, or enter the corrected NAV per share.',
  ])
    expect(open).toContain(sentence)

  expect((await post(`${base}/last-date`, { lastDate: '2026-11-02', comment: '' })).status).toBe(302)
  const odd = await post(`${base}/figures`, {
    'nav/2026-11-02/PAGE1A': 'a hundred',
    books: 'real',
    comment: 'Exchange',
  })
  expect([odd.status, odd.html]).toEqual([422, expect.stringContaining('Enter a number as 101.2345.')])
  await post(`${base}/figures`, { 'nav/2026-11-02/PAGE1A': '100', books: 'real', comment: 'Exchange' })
  const figures = shown((await site.page('accountant1', base)).html)
  for (const figure of ['102', '100', '2.0000 %', 'material', '10,000.00', '2,000.00'])
    expect(figures).toContain(figure)
  const { html } = await site.page('accountant1', base)
  const stepId = /name="stepId"[^>]*value="(\d+)"[^>]*>Quantify/.exec(html)?.[1] ?? ''
  const seenEventId = /name="seenEventId" value="(\d+)"/.exec(html)?.[1] ?? ''
  const done = await site.send('accountant1', base, {
    idempotencyKey: keyIn(html),
    stepId,
    seenEventId,
    eventLog: '',
  })
  expect(done.status).toBe(302)
  expect(shown((await site.page('teamleader1', base)).html)).toContain('Approve')
  expect(shown((await site.page('auditor1', '/nav-errors')).html)).toContain('QUANTIFIED')
})

test('forms of a case refuse what does not add up, and keep what was typed', async () => {
  const made = await post('/nav-errors/new', { ...FORM, description: 'Another one' })
  const base = String(made.to)
  const payers = await post(`${base}/payers`, {
    name1: 'Administrator SA',
    percent1: '60',
    name2: 'Manager SA',
    percent2: '30',
    comment: '',
  })
  expect([payers.status, payers.html]).toEqual([
    422,
    expect.stringContaining('The parts of the payers must add up to 100 percent.'),
  ])
  expect(payers.html).toContain('value="Administrator SA"')
  expect((await site.page('accountant1', '/nav-errors/999999')).status).toBe(404)
  expect((await site.page('treasurer1', base)).status).toBe(403)
})

test('the register of a year has its cases, and its file', async () => {
  const made = await post('/nav-errors/new', { ...FORM, description: 'Registered', lastDate: '2026-11-02' })
  const page = shown((await site.page('auditor1', '/nav-errors/register?year=2026')).html)
  for (const text of ['Register of NAV errors', 'Registered', String(made.to)]) expect(page).toContain(text)
  expect(shown((await site.page('auditor1', '/nav-errors/register?year=2025')).html)).toContain(
    'No case was discovered in 2025.',
  )
  expect(shown((await site.page('auditor1', '/nav-errors/register?year=x')).html)).toContain(
    'Enter a year as 2026. This year is shown.',
  )
  const file = await site.ask('auditor1', '/nav-errors/register/export/nav_error_register.csv?year=2026')
  expect(await file.text()).toContain('Registered')
})

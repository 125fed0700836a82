import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { apiSite } from '../support/api/site'
import { control } from '../support/api/uploads'

/** What browsers send as Accept when they open an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const site = await opened(apiSite())
const controlId = (await control(site, { set: 'FIA2' })).body.id

const change = (code: string, headers: Record<string, string>, method = 'GET') =>
  site.call('teamleader1', method, `dashboard/nav/reason/${code}/${controlId}`, { headers })

async function reasonNow(): Promise<string> {
  const [row] = await site.ownerSql`select reason_code from nav_control where id = ${controlId}`
  return row?.reason_code
}

test('a GET that changes data is accepted only from a page of this site, never for a prefetch', async () => {
  const refused: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'cross-site', Referer: `${site.origin}/nav-controls` },
    { Referer: 'https://evil.example/' },
    { Referer: `https://evil.example/?${site.origin}` },
    { Referer: 'nonsense' },
    { 'Sec-Fetch-Dest': 'empty' },
    { Referer: `${site.origin}/nav-controls`, Purpose: 'prefetch' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty', 'Sec-Purpose': 'prefetch' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty', 'Sec-Purpose': 'prefetch;prerender' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty', Purpose: 'prefetch' },
  ]
  for (const headers of refused) {
    const { status, body } = await change('PRICE', headers)
    expect([headers, status, body.title]).toEqual([headers, 403, 'Error updating reason.'])
    expect(body.errorMessage).toContain('Send POST to it')
    expect(body.details).toEqual({ methods: ['POST'] })
    expect(await reasonNow()).toBe('FIRST')
  }
  const modern = await change('PRICE', { 'Sec-Fetch-Site': 'same-origin' })
  expect([modern.status, modern.body.reasonCode, await reasonNow()]).toEqual([200, 'PRICE', 'PRICE'])
  expect(modern.answer.headers.get('Allow')).toBe('GET, POST, OPTIONS')
  const older = await change('BOOK', {
    Referer: `${site.origin}/nav-controls/1`,
    Accept: BROWSER,
  })
  expect([older.status, await reasonNow()]).toEqual([200, 'BOOK'])
  expect(
    (await change('LATE', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }, 'HEAD')).status,
  ).toBe(405)
  expect(await reasonNow()).toBe('BOOK')
})

test('a token with write access needs no browser headers, but a prefetch is refused', async () => {
  const { body } = await site.call('teamleader1', 'POST', 'account/tokens', { body: { name: 'script' } })
  const headers = { Authorization: `Bearer ${body.token}` }
  const path = `dashboard/nav/reason/FLOW/${controlId}`
  expect((await site.call(null, 'GET', path, { headers: { ...headers, Purpose: 'prefetch' } })).status).toBe(
    403,
  )
  expect((await site.call(null, 'GET', path, { headers })).status).toBe(200)
  expect(await reasonNow()).toBe('FLOW')
})

test('its POST twin does the same, and refuses other sites', async () => {
  expect((await change('LATE', { Origin: 'https://evil.example' }, 'POST')).status).toBe(403)
  expect((await change('LATE', { 'Sec-Fetch-Site': 'cross-site' }, 'POST')).status).toBe(403)
  expect(await reasonNow()).toBe('FLOW')
  const done = await change('LATE', {}, 'POST')
  expect([done.status, done.body.reasonCode]).toEqual([200, 'LATE'])
})

test('only team leaders change a reason, and only to an existing one of an existing control', async () => {
  const own = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }
  const path = `dashboard/nav/reason/PRICE/${controlId}`
  const other = await site.call('accountant1', 'GET', path, { headers: own })
  expect([other.status, other.body.title]).toEqual([403, 'Error updating reason.'])
  for (const code of ['NONE', '%00', '%F0%9F%98%80', "'--", 'x'.repeat(300)]) {
    const { status, body } = await change(code, own)
    expect([code, status, body.title]).toEqual([code, 422, 'Error updating reason.'])
  }
  const gone = await site.call('teamleader1', 'POST', 'dashboard/nav/reason/PRICE/999999')
  expect([gone.status, gone.body.title]).toEqual([404, 'Error updating reason.'])
})

import { formOf } from 'tests/support/api/uploads'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const CALLS = 6
const FILES = 3

const site = await opened(httpSite({ settings: { callsPerMinute: CALLS, filesPerMinute: FILES } }))

const EXPORT = '/nav-controls/export/navs.csv'
const upload = () => ({ method: 'POST', body: formOf([{ name: 'a.xlsx', bytes: new Uint8Array([1]) }]) })

/** The retry time, which the message has as well. */
function expectLater(answer: Response, text: string, sentence: RegExp) {
  const seconds = Number(answer.headers.get('Retry-After'))
  expect(answer.status).toBe(429)
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(text).toMatch(sentence)
}

test('a flood of calls waits, authorised or not; pages of the same user and other users continue', async () => {
  for (let sent = 0; sent < CALLS / 2; sent++) {
    expect((await site.ask('auditor1', '/api/reasons')).status).toBe(200)
    expect((await site.ask('auditor1', '/api/bankaccount', { method: 'POST' })).status).toBe(403)
  }
  const late = await site.ask('auditor1', '/api/reasons')
  const body = await late.json()
  expectLater(
    late,
    body.errorMessage,
    /^More than 6 calls in a minute\. Try again in (a second|\d+ seconds)\.$/,
  )
  expect([body.title, body.code]).toEqual(['Too much at once', 'busy'])
  expect((await site.ask('accountant1', '/api/reasons')).status).toBe(200)
  expect((await site.ask('auditor1', '/nav-controls')).status).toBe(200)
})

test('exports, reports and uploads are counted together, by page and by call', async () => {
  const sentence = /More than 3 files in a minute\. Try again in (a second|\d+ seconds)\./
  for (let made = 0; made < FILES; made++) {
    const answer = await site.ask('teamleader1', EXPORT)
    expect([answer.status, (await answer.text()).length > 0]).toEqual([200, true])
  }
  const exported = await site.ask('teamleader1', EXPORT)
  expectLater(exported, await exported.text(), sentence)
  const script = await site.ask('teamleader1', EXPORT, { headers: { Accept: 'application/json' } })
  expectLater(script, (await script.json()).errorMessage, sentence)
  const report = await site.ask('teamleader1', '/invoices/999999/report.pdf')
  expectLater(report, await report.text(), sentence)
  const call = await site.ask('teamleader1', '/api/uploadfilesFIA/3', upload())
  expectLater(call, (await call.json()).errorMessage, sentence)
  const page = await site.ask('teamleader1', '/nav-controls/new/fia-3', upload())
  expectLater(page, await page.text(), sentence)
  expect((await site.ask('accountant1', EXPORT)).status).toBe(200)
})

test('a flood of wrong tokens waits by address; sessions from there continue', async () => {
  const ask = (token: string) =>
    site.ask(null, '/api/auth/user', { headers: { Authorization: `Bearer ${token}` } })
  const statuses = new Set<number>()
  for (let sent = 0; sent < 100; sent++) statuses.add((await ask(`fundesk_${sent}`)).status)
  expect([...statuses]).toEqual([401])
  const late = await ask('fundesk_wrong')
  expectLater(
    late,
    (await late.json()).errorMessage,
    /invalid or expired tokens came from your address in a minute\. Check the token\./,
  )
  expect((await site.ask('manager1', '/api/auth/user')).status).toBe(200)
})

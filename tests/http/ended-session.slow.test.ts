import { createHash } from 'node:crypto'
import { contextOf } from 'tests/support/context'
import { BOUNDARY, fieldPart, filePart, multipart } from 'tests/support/http/multipart'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { beforeEach, expect, test } from 'vitest'
import { sweepSentForms } from '~/areas/access/form-recovery.server'
import { sweepSessions } from '~/areas/access/session-rows.server'

/** The site’s clock, in minutes since the tests started. */
let minutes = 0
const later = (by: number) => {
  minutes += by
  site.setClock(new Date(Date.parse('2026-11-02T08:00:00Z') + minutes * 60_000).toISOString())
}

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'KEPT', fundName: 'Kept Fund' })
await site.control('accountant1', fund)
beforeEach(async () => {
  later(24 * 60)
  await site.ownerSql`delete from form_recovery`
})

/** A browser with its cookies. */
function browser() {
  const cookies = new Map<string, string>()
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      if (rest.some((part) => /^\s*max-age=0$/i.test(part))) cookies.delete(name)
      else cookies.set(name, pair.slice(name.length + 1))
    }
    return answer
  }
  const ask = async (path: string, { headers, ...init }: RequestInit = {}) => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return keep(
      await site.ask(null, path, { ...(init as object), headers: { Cookie, ...(headers as object) } }),
    )
  }
  return {
    cookies,
    ask,
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      ask(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    async read(path: string) {
      const answer = await ask(path)
      return { status: answer.status, html: await answer.text(), to: answer.headers.get('location') }
    },
    /** As the login form does, at the address of the login page. */
    async logIn(username: string, at = '/login') {
      const answer = await ask(at, {
        method: 'POST',
        body: new URLSearchParams({ username, password: 'fundesk-demo' }),
      })
      expect([answer.status, await answer.text()]).toEqual([302, ''])
      return answer.headers.get('location') ?? ''
    },
  }
}

const leadsTo = (answer: Response) => new URL(answer.headers.get('location') ?? '', site.origin)

/** The step form of the fund's NAV. */
const stepForm = (eventLog: string) => ({
  intent: 'step',
  stepId: '1',
  seenEventId: '1',
  eventLog,
  idempotencyKey: '2ef09b47-e7d6-44e0-9f4c-3cd16a3ae5d1',
})

async function endedBrowser(user = 'accountant1') {
  const visitor = browser()
  await visitor.logIn(user)
  later(61)
  return visitor
}

test('a form sent after its session ended is stored, login says so, and the page shows it once', async () => {
  const visitor = await endedBrowser()
  const path = `/nav-controls/${fund.navId}?page=1&sort=-navdate`
  const events = await site.ownerSql`select count(*)::int as n from workflow_event`
  const answer = await visitor.post(
    path,
    stepForm('Checked against the depositary, two lines of 40 are late'),
  )
  expect(answer.status).toBe(302)
  const login = leadsTo(answer)
  expect([login.pathname, login.searchParams.get('redirectTo'), login.searchParams.get('ended')]).toEqual([
    '/login',
    path,
    'kept',
  ])
  const loginPage = await visitor.read(login.pathname + login.search)
  expect(loginPage.html).toContain('Your session ended. Log in to continue: nothing was lost.')

  expect(await visitor.logIn('accountant1', login.pathname + login.search)).toBe(path)
  const shown = await visitor.read(path)
  expect(shown.status).toBe(200)
  expect(shown.html).toContain('Not sent yet')
  expect(/<textarea[^>]*name="eventLog"[^>]*>([^<]*)</.exec(shown.html)?.[1]).toBe(
    'Checked against the depositary, two lines of 40 are late',
  )
  // Nothing was sent automatically, and a second visit is a fresh page.
  expect(await site.ownerSql`select count(*)::int as n from workflow_event`).toEqual(events)
  expect((await visitor.read(path)).html).not.toContain('two lines of 40')
  expect(await site.ownerSql`select * from form_recovery`).toEqual([])
  expect(visitor.cookies.has('kept-form')).toBe(false)
})

test('another user who logs in never sees it; its own user does afterwards', async () => {
  const visitor = await endedBrowser()
  const path = `/nav-controls/${fund.navId}?page=1`
  const login = leadsTo(await visitor.post(path, stepForm('Only for me and for nobody else')))
  expect(await visitor.logIn('accountant2', login.pathname + login.search)).toBe(path)
  const others = await visitor.read(path)
  expect([others.status, others.html.includes('nobody else')]).toEqual([200, false])
  await visitor.logIn('accountant1')
  expect((await visitor.read(path)).html).toContain('Only for me and for nobody else')
})

test('it is shown only in the browser that sent it, whichever user logs in', async () => {
  const visitor = await endedBrowser()
  const path = `/nav-controls/${fund.navId}?page=1`
  await visitor.post(path, stepForm('Planted by whoever stole the cookie'))
  const elsewhere = browser()
  await elsewhere.logIn('accountant1')
  expect((await elsewhere.read(path)).html).not.toContain('Planted')
})

test('after an hour it is deleted, for the user and in the database', async () => {
  const visitor = await endedBrowser()
  const path = `/nav-controls/${fund.navId}?page=1`
  await visitor.post(path, stepForm('Too late for this one'))
  later(61)
  await visitor.logIn('accountant1')
  expect((await visitor.read(path)).html).not.toContain('Too late for')
  expect((await site.ownerSql`select * from form_recovery`).length).toBe(1)
  await site.transaction((tx) => sweepSentForms(contextOf({ tx, now: site.clock() })))
  expect(await site.ownerSql`select * from form_recovery`).toEqual([])
})

test('passwords are not stored, nor forms over 1 MB, nor those sent without a session', async () => {
  const visitor = await endedBrowser()
  const passwords = {
    current_password: 'fundesk-demo',
    new_password: 'something quite new',
    note: 'with words',
  }
  await visitor.post('/account/password', passwords)
  const [row] = await site.ownerSql`select typed, user_id, id_hash from form_recovery`
  expect(row?.typed).toEqual({ note: 'with words' })

  const large = multipart([fieldPart('comment', 'x'.repeat(1_100_000))])
  const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
  for (const [who, body] of [
    [visitor, large],
    [browser(), multipart([fieldPart('comment', 'of a stranger')])],
  ] as const) {
    const answer = await who.ask('/drafts/new', { method: 'POST', body: body as BodyInit, headers: type })
    expect(leadsTo(answer).searchParams.get('ended')).toBe('lost')
    expect((await who.read(leadsTo(answer).pathname + leadsTo(answer).search)).html).toContain(
      'Your session ended, and what you sent was not saved. Log in and send it again.',
    )
  }
  expect((await site.ownerSql`select * from form_recovery`).length).toBe(1)
})

test('a session that its user ended, or a forged one, stores nothing', async () => {
  const visitor = browser()
  await visitor.logIn('accountant1')
  const session = visitor.cookies.get('session') ?? ''
  await visitor.post('/logout', {})
  for (const cookie of [session, `${session}x`, createHash('sha256').update('guess').digest('hex')]) {
    const stranger = browser()
    stranger.cookies.set('session', cookie)
    await stranger.post(`/nav-controls/${fund.navId}`, stepForm('Of nobody at all'))
  }
  expect(await site.ownerSql`select * from form_recovery`).toEqual([])
})

test('an ended session identifies its user for a week, despite sweeping', async () => {
  const visitor = browser()
  await visitor.logIn('accountant1')
  later(3 * 24 * 60)
  await site.transaction((tx) => sweepSessions(contextOf({ tx, now: site.clock() })))
  const path = `/nav-controls/${fund.navId}?page=1`
  const login = leadsTo(await visitor.post(path, stepForm('Begun on Friday, sent on Monday')))
  await visitor.logIn('accountant1', login.pathname + login.search)
  expect((await visitor.read(path)).html).toContain('Begun on Friday, sent on Monday')

  const away = browser()
  await away.logIn('accountant1')
  later(9 * 24 * 60)
  await site.transaction((tx) => sweepSessions(contextOf({ tx, now: site.clock() })))
  expect(leadsTo(await away.post(path, stepForm('Nine days later'))).searchParams.get('ended')).toBe('lost')
})

test('of an upload without scripts the text comes back, with the files to choose again', async () => {
  const visitor = await endedBrowser()
  const path = '/nav-controls/new/fia-3?page=1'
  const body = multipart([
    fieldPart('comment', 'Second try of the month end'),
    fieldPart('reason', 'CORR'),
    filePart('inventory.xlsx', 'x'.repeat(200_000)),
    filePart('balance.xlsx', 'y'.repeat(200_000)),
    filePart('', ''),
  ])
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
  const login = leadsTo(await visitor.ask(path, { method: 'POST', body: body as BodyInit, headers }))
  expect(login.searchParams.get('ended')).toBe('kept')
  const [row] = await site.ownerSql`select typed, files from form_recovery`
  expect([JSON.stringify(row?.typed).length < 200, row?.files]).toEqual([
    true,
    ['inventory.xlsx', 'balance.xlsx'],
  ])
  await visitor.logIn('accountant1', login.pathname + login.search)
  const { html } = await visitor.read(path)
  expect(html).toContain('Second try of the month end')
  expect(html).toContain('Files are not kept. Choose again: inventory.xlsx, balance.xlsx.')
  expect(html).toMatch(/<option[^>]*value="CORR"[^>]*selected/)
})

test('a row edited in place in a grid opens again with the input', async () => {
  const visitor = await endedBrowser('admin')
  const path = '/admin/lookups/reasons?edit=FIRST'
  const fields = { display: 'The very first control', seen: '{"key":"FIRST"}', idempotencyKey: 'x' }
  const login = leadsTo(await visitor.post(path, fields))
  await visitor.logIn('admin', login.pathname + login.search)
  expect((await visitor.read(path)).html).toMatch(/name="display"[^>]*value="The very first control"/)
})

test('if the form is gone, the page still shows the input', async () => {
  const visitor = await endedBrowser()
  const path = '/nav-controls/999999?page=1'
  const login = leadsTo(await visitor.post(path, stepForm('A long explanation of a NAV that is gone')))
  await visitor.logIn('accountant1', login.pathname + login.search)
  const { status, html } = await visitor.read(path)
  expect([status, html.includes('A long explanation of a NAV that is gone')]).toEqual([404, true])
})

test('two tabs: each page shows its own form', async () => {
  const visitor = await endedBrowser()
  const navs = `/nav-controls/${fund.navId}?page=1`
  const before = `/nav-controls/${fund.previousNavId}/kpi?page=1`
  await visitor.post(navs, stepForm('Written in the first tab'))
  await visitor.post(before, { method: 'x', freeText: 'Written in the second tab' })
  await visitor.logIn('accountant1')
  const first = await visitor.read(navs)
  expect([first.html.includes('the first tab'), first.html.includes('the second tab')]).toEqual([true, false])
  expect((await visitor.read(before)).html).toContain('Written in the second tab')
})

test('calls from pages get the login address, and their form is stored; programs get a sentence that says what to send', async () => {
  const visitor = await endedBrowser()
  const page = `/nav-controls/${fund.navId}?page=1`
  const Referer = site.origin + page
  const headers = { 'Sec-Fetch-Site': 'same-origin', Referer, Accept: 'application/json' }
  const sent = await visitor.post('/api/uploadfilesFIA/3', { comment: 'Sent by a script of ours' }, headers)
  expect(sent.status).toBe(401)
  const body = await sent.json()
  expect(body.errorMessage).toBe('Your session ended. Log in to continue: nothing was lost.')
  const login = new URL(body.details.login, site.origin)
  expect([login.searchParams.get('redirectTo'), login.searchParams.get('ended')]).toEqual([page, 'kept'])
  await visitor.logIn('accountant1', login.pathname + login.search)
  expect((await visitor.read(page)).html).toContain('Sent by a script of ours')

  later(61)
  const layout = await visitor.ask('/api/layouts/navdashboard', {
    method: 'POST',
    body: '{"query":"page=2"}',
    headers: { ...headers, 'Content-Type': 'application/json' },
  })
  expect([layout.status, (await layout.json()).errorMessage]).toEqual([
    401,
    'Your session ended. Log in to continue.',
  ])

  const program = await site.ask(null, '/api/reasons')
  expect([program.status, (await program.json()).errorMessage]).toEqual([
    401,
    'Log in, or send a personal token.',
  ])
})

test('a page requested after the session ended says so at the login, unless there was none', async () => {
  const visitor = await endedBrowser()
  const { to } = await visitor.read('/nav-controls?page=2')
  expect(to).toBe('/login?redirectTo=%2Fnav-controls%3Fpage%3D2&ended=yes')
  expect((await visitor.read(to ?? '')).html).toContain('Your session ended. Log in to continue.')
  expect((await browser().read('/nav-controls?page=2')).to).toBe(
    '/login?redirectTo=%2Fnav-controls%3Fpage%3D2',
  )
})

test('repeated forms do not accumulate', async () => {
  const visitor = await endedBrowser()
  for (let sent = 0; sent < 8; sent++)
    await visitor.post(`/nav-controls/${fund.navId}?page=1`, stepForm(`Try number ${sent}`))
  expect((await site.ownerSql`select * from form_recovery`).length).toBe(5)
})

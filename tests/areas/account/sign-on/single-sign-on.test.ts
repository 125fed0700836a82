import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { people } from 'tests/support/routes/people'
import { type SmallBrowser, smallBrowser } from 'tests/support/single-sign-on/browser'
import { signOnOf } from 'tests/support/single-sign-on/sign-on-of'
import { afterEach, beforeEach, expect, test } from 'vitest'

let browser: SmallBrowser
const site = await opened(httpSite())
const signOn = await opened(signOnOf(site))
const provider = signOn.provider
beforeEach(() => {
  browser = smallBrowser(site.origin)
  signOn.use('beside')
})
afterEach(() => {
  provider.lies = {}
  expect(site.crashes()).toEqual([])
})

const who = (each: SmallBrowser = browser) => signOn.who(each)

test('a linked person returns to the requested page with a new session', async () => {
  const callback = await browser.reachCallback('s-1', '/login/oidc?redirectTo=%2Fnav-controls%3Fpage%3D1')
  const before = browser.cookies(site.origin).session
  const { answer, at } = await browser.follow(callback)
  expect([answer.status, at]).toEqual([200, `${site.origin}/nav-controls?page=1`])
  expect(await who()).toBe('accountant1')
  expect(browser.cookies(site.origin).session, 'the session before ends').not.toBe(before)
  const stale = await fetch(`${site.origin}/api/auth/user`, { headers: { Cookie: `session=${before}` } })
  expect(stale.status).toBe(401)
  const rows = await site.ownerSql`select data from session where data ? 'byProvider'`
  expect(Object.keys(rows[0]?.data ?? {}).sort(), 'no token is kept').toEqual([
    'byProvider',
    'owner',
    'userId',
  ])
  expect(await answer.text()).not.toMatch(/eyJ[\w-]+\.|access_token|id_token/)
  const [line] = site.logged().filter(({ msg }) => msg === 'logged in')
  expect(line).toMatchObject({ user: 'accountant1', provider: provider.issuer })
})

test('the request to the provider has a proof key, a random state and nonce, and no user name', async () => {
  const ask = async () =>
    new URL((await smallBrowser(site.origin).follow(`${site.origin}/login/oidc`, '/auth')).at)
  const [one, two] = [(await ask()).searchParams, (await ask()).searchParams]
  expect(one.get('scope')).toBe('openid')
  expect(one.get('code_challenge_method')).toBe('S256')
  expect(one.get('redirect_uri')).toBe(`${site.origin}/login/oidc/callback`)
  for (const secret of ['state', 'nonce', 'code_challenge']) {
    expect(Buffer.from(one.get(secret) ?? '', 'base64url').length, secret).toBeGreaterThanOrEqual(32)
    expect(one.get(secret), secret).not.toBe(two.get(secret))
  }
})

test('never redirects to another site', async () => {
  const { at } = await browser.logIn('s-1', '/login/oidc?redirectTo=//example.org/')
  expect(new URL(at).origin).toBe(site.origin)
})

test('another site cannot log anyone in: its links lead to the login page', async () => {
  const from = (site_: string) =>
    browser.ask(`${site.origin}/login/oidc?redirectTo=%2Fproduction`, {
      headers: { 'Sec-Fetch-Site': site_ },
    })
  for (const other of ['cross-site', 'same-site'])
    expect((await from(other)).headers.get('location'), other).toBe('/login?redirectTo=%2Fproduction')
  for (const own of ['same-origin', 'none'])
    expect((await from(own)).headers.get('location'), own).toContain(provider.issuer)
})

test('a login can be completed once, in the browser that started it', async () => {
  const callback = await browser.reachCallback('s-1')
  const thief = smallBrowser(site.origin)
  await thief.follow(`${site.origin}/login/oidc`, '/auth')
  const stolen = await thief.follow(callback)
  expect(stolen.answer.status).toBe(422)
  expect(await stolen.answer.text()).toContain('This login was started in another browser')
  expect(await who(thief)).toBe(401)
  // Two parallel answers: only one finds the attempt.
  const { session } = browser.cookies(site.origin)
  const both = await Promise.all(
    [0, 1].map(() => fetch(callback, { headers: { Cookie: `session=${session}` }, redirect: 'manual' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([302, 422])
  expect(provider.asked.get('/token')).toBeGreaterThan(0)
})

test('a missing, foreign or expired state is refused before the provider is contacted', async () => {
  const callback = new URL(await browser.reachCallback('s-1'))
  const requests = provider.asked.get('/token')
  for (const state of ['', 'x', '__proto__']) {
    const forged = new URL(callback)
    forged.searchParams.set('state', state)
    expect((await browser.ask(forged.href)).status, state).toBe(422)
  }
  await site.ownerSql`
    update session set data = jsonb_set(data, '{signOns,0,startedAt}', '1000') where data ? 'signOns'`
  const late = await browser.ask(callback.href)
  expect([late.status, await late.text()]).toEqual([422, expect.stringContaining('longer than ten minutes')])
  expect(provider.asked.get('/token')).toBe(requests)
})

test('several login pages opened in turn each lead to a login', async () => {
  const first = await browser.reachCallback('s-1', '/login/oidc?redirectTo=%2Fproduction')
  await browser.follow(`${site.origin}/login/oidc`, '/auth')
  const { at } = await browser.follow(first)
  expect(new URL(at).pathname).toBe('/production')
  // Going back to the finished one leads to the home page.
  const again = await browser.ask(first)
  expect([again.status, again.headers.get('location')]).toEqual([302, '/'])
})

test('a linked user who is disabled is refused with the reason', async () => {
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'manager1'`
  const disabled = await browser.logIn('s-2')
  expect([disabled.status, disabled.text]).toEqual([
    403,
    expect.stringContaining('The user manager1 is disabled'),
  ])
  await site.ownerSql`update app_user set disabled_at = null where user_name = 'manager1'`
})

test('a name at the provider gives no access, even if a user here has that name', async () => {
  for (const name of ['manager2', 'teamleader1', 'accountant1']) {
    provider.people.set('s-9', name)
    provider.lies = { claims: (claims) => ({ ...claims, preferred_username: name, name, email: name }) }
    const stranger = smallBrowser(site.origin)
    const { status, at, text } = await stranger.logIn('s-9')
    expect([status, new URL(at).pathname]).toEqual([200, '/login/oidc/link'])
    expect(text).toContain('not yet linked to a Fundesk user')
    expect(text).not.toContain(name)
    expect(await who(stranger)).toBe(401)
  }
  expect(provider.asked.get('/me') ?? 0, 'nobody is asked for a name').toBe(0)
})

const visitors = () => people(site)
const bring = (at: SmallBrowser, username: string, password: string) =>
  at.follow(`${site.origin}/login/oidc/link`, 'nowhere', {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })

test('an administrator’s one-time password links a person once and is used up', async () => {
  const { password } = await visitors().create('newlinked')
  await browser.logIn('s-20', '/login/oidc?redirectTo=%2Faccount%2Fsessions')
  const wrong = await bring(browser, 'newlinked', `${password}x`)
  expect([wrong.answer.status, await wrong.answer.text()]).toEqual([
    422,
    expect.stringContaining('User name or password is wrong'),
  ])
  const own = await bring(browser, 'finance1', 'fundesk-demo')
  expect(await own.answer.text()).toContain('Linking needs a one-time password')
  expect(await who()).toBe(401)
  const done = await bring(browser, 'newlinked', password)
  expect([done.answer.status, new URL(done.at).pathname]).toEqual([200, '/account/sessions'])
  expect(await done.answer.text()).toContain('Your user is linked')
  expect(await who()).toBe('newlinked')
  // From then on nothing is asked, and the password is gone.
  const again = smallBrowser(site.origin)
  await again.logIn('s-20')
  expect(await who(again)).toBe('newlinked')
  expect((await visitors().logIn('newlinked', password)).status).toBe(422)
  const events = await site.ownerSql`select log, data from workflow_event where name = 'link to provider'
    and log like '%newlinked%'`
  expect(events).toEqual([
    {
      log: 'User newlinked: linked to single sign-on with a one-time password',
      data: { issuer: provider.issuer, subject: 's-20' },
    },
  ])
})

test('neither the user nor the person can be linked twice', async () => {
  const { password } = await visitors().create('secondlink')
  const heir = smallBrowser(site.origin)
  await heir.logIn('s-21')
  await signOn.link('secondlink', 's-22')
  const taken = await bring(heir, 'secondlink', password)
  expect([taken.answer.status, await taken.answer.text()]).toEqual([
    422,
    expect.stringContaining('secondlink is already linked to single sign-on'),
  ])
  await signOn.link('auditor1', 's-21')
  const other = await visitors().create('thirdlink')
  const late = await bring(heir, 'thirdlink', other.password)
  expect(await late.answer.text()).toContain('is already linked to the user auditor1')
})

test('no link without a login at the provider in the last ten minutes', async () => {
  const { password } = await visitors().create('fourthlink')
  const page = await browser.follow(`${site.origin}/login/oidc/link`)
  expect(await page.answer.text()).toContain('Log in with single sign-on first')
  expect((await bring(browser, 'fourthlink', password)).answer.status).toBe(422)
  await browser.logIn('s-23')
  await site.ownerSql`
    update session set data = jsonb_set(data, '{signOnAs,since}', '1000') where data ? 'signOnAs'`
  const late = await bring(browser, 'fourthlink', password)
  expect(await late.answer.text()).toContain('More than ten minutes have passed')
  expect(await who()).toBe(401)
})

test('guesses at the one-time password are throttled like logins', async () => {
  await browser.logIn('s-24')
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await bring(browser, 'fourthlink', 'a guess')).answer.status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
})

test('logging out continues to the provider’s logout for those who came from there', async () => {
  await browser.logIn('s-1')
  const out = await browser.ask(`${site.origin}/logout`, { method: 'POST', body: new URLSearchParams() })
  expect(out.headers.get('location')).toBe('/login?left=provider')
  const page = await (await browser.ask(`${site.origin}/login?left=provider`)).text()
  expect(page).toContain('still logged in at the identity provider')
  const there = await browser.ask(`${site.origin}/login/oidc/logout`)
  const url = new URL(there.headers.get('location') ?? '')
  expect(url.origin).toBe(provider.issuer)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${site.origin}/login`)
  signOn.use('beside')
  provider.lies = { metadata: ({ end_session_endpoint: _, ...rest }) => rest }
  const none = await browser.ask(`${site.origin}/login/oidc/logout`)
  expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('does not offer logout')])
})

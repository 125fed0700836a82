import { type SmallBrowser, smallBrowser } from 'tests/single-sign-on/browser'
import { type SignOnSite, signOnSite } from 'tests/single-sign-on/site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let site: SignOnSite
let provider: SignOnSite['provider']
let browser: SmallBrowser
beforeAll(async () => {
  site = await signOnSite()
  provider = site.provider
})
beforeEach(() => {
  browser = smallBrowser(site.origin)
  site.use('beside')
})
afterEach(() => {
  provider.lies = {}
  expect(site.crashes()).toEqual([])
})
afterAll(() => site.close())

const who = (each: SmallBrowser = browser) => site.who(each)

test('somebody whom the provider knows is led to where they wanted to go, with a session of their own', async () => {
  const callback = await browser.reachCallback('s-1', '/login/oidc?redirectTo=%2Fnav-controls%3Fpage%3D1')
  const before = browser.cookies(site.origin).session
  const { answer, at } = await browser.follow(callback)
  expect([answer.status, at]).toEqual([200, `${site.origin}/nav-controls?page=1`])
  expect(await who()).toBe('accountant1')
  expect(browser.cookies(site.origin).session, 'the session before ends').not.toBe(before)
  const stale = await fetch(`${site.origin}/api/auth/user`, { headers: { Cookie: `session=${before}` } })
  expect(stale.status).toBe(401)
  const rows = await site.ownerSql`select data from session where data ? 'byProvider'`
  expect(Object.keys(rows[0]?.data ?? {}).sort(), 'no token is kept').toEqual(['byProvider', 'userId'])
  expect(await answer.text()).not.toMatch(/eyJ[\w-]+\.|access_token|id_token/)
  const [line] = site.logged().filter(({ msg }) => msg === 'logged in')
  expect(line).toMatchObject({ user: 'accountant1', provider: provider.issuer })
})

test('the provider is asked with a proof key, a state and a nonce that nobody can guess, for no more than a name', async () => {
  const ask = async () =>
    new URL((await smallBrowser(site.origin).follow(`${site.origin}/login/oidc`, '/auth')).at)
  const [one, two] = [(await ask()).searchParams, (await ask()).searchParams]
  expect(one.get('scope')).toBe('openid profile')
  expect(one.get('code_challenge_method')).toBe('S256')
  expect(one.get('redirect_uri')).toBe(`${site.origin}/login/oidc/callback`)
  for (const secret of ['state', 'nonce', 'code_challenge']) {
    expect(Buffer.from(one.get(secret) ?? '', 'base64url').length, secret).toBeGreaterThanOrEqual(32)
    expect(one.get(secret), secret).not.toBe(two.get(secret))
  }
})

test('no other site is led to afterwards', async () => {
  const { at } = await browser.logIn('s-1', '/login/oidc?redirectTo=//example.org/')
  expect(new URL(at).origin).toBe(site.origin)
})

test('another site cannot log anybody in: its links lead to the login page', async () => {
  const from = (site_: string) =>
    browser.ask(`${site.origin}/login/oidc?redirectTo=%2Fproduction`, {
      headers: { 'Sec-Fetch-Site': site_ },
    })
  for (const other of ['cross-site', 'same-site'])
    expect((await from(other)).headers.get('location'), other).toBe('/login?redirectTo=%2Fproduction')
  for (const own of ['same-origin', 'none'])
    expect((await from(own)).headers.get('location'), own).toContain(provider.issuer)
})

test('a login is finished once, in the browser that began it', async () => {
  const callback = await browser.reachCallback('s-1')
  const thief = smallBrowser(site.origin)
  await thief.follow(`${site.origin}/login/oidc`, '/auth')
  const stolen = await thief.follow(callback)
  expect(stolen.answer.status).toBe(422)
  expect(await stolen.answer.text()).toContain('This login was not begun in this browser')
  expect(await who(thief)).toBe(401)
  // Two answers at once: one of them finds the attempt.
  const { session } = browser.cookies(site.origin)
  const both = await Promise.all(
    [0, 1].map(() => fetch(callback, { headers: { Cookie: `session=${session}` }, redirect: 'manual' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([302, 422])
  expect(provider.asked.get('/token')).toBeGreaterThan(0)
})

test('a state that is missing, foreign or too old is refused before the provider is asked', async () => {
  const callback = new URL(await browser.reachCallback('s-1'))
  const asked = provider.asked.get('/token')
  for (const state of ['', 'x', '__proto__']) {
    const forged = new URL(callback)
    forged.searchParams.set('state', state)
    expect((await browser.ask(forged.href)).status, state).toBe(422)
  }
  await site.ownerSql`
    update session set data = jsonb_set(data, '{signOns,0,startedAt}', '1000') where data ? 'signOns'`
  const late = await browser.ask(callback.href)
  expect([late.status, await late.text()]).toEqual([422, expect.stringContaining('longer than ten minutes')])
  expect(provider.asked.get('/token')).toBe(asked)
})

test('pages that were opened one after the other each lead to a login', async () => {
  const first = await browser.reachCallback('s-1', '/login/oidc?redirectTo=%2Fproduction')
  await browser.follow(`${site.origin}/login/oidc`, '/auth')
  const { at } = await browser.follow(first)
  expect(new URL(at).pathname).toBe('/production')
  // And back in the browser's history, the finished one leads home.
  const again = await browser.ask(first)
  expect([again.status, again.headers.get('location')]).toEqual([302, '/'])
})

test('whoever is nobody here, disabled here, or nameless there is told so', async () => {
  provider.people.set('s-9', 'stranger')
  const unknown = await browser.logIn('s-9')
  expect(unknown.status).toBe(403)
  expect(unknown.text).toContain('knows you as &quot;stranger&quot;, but Fundesk has no user of that name')
  await site.ownerSql`update app_user set disabled_at = now() where user_name = 'manager1'`
  const disabled = await smallBrowser(site.origin).logIn('s-2')
  expect([disabled.status, disabled.text]).toEqual([
    403,
    expect.stringContaining('The user manager1 is disabled'),
  ])
  await site.ownerSql`update app_user set disabled_at = null where user_name = 'manager1'`
  for (const preferred_username of [undefined, '', 7, ['accountant1'], 'a\0b', 'x'.repeat(201)]) {
    provider.lies = { user: (claims) => ({ ...claims, preferred_username }) }
    const nameless = await smallBrowser(site.origin).logIn('s-1')
    expect(nameless.status, String(preferred_username)).toBe(422)
    expect(nameless.text).toContain('does not say your user name')
  }
  provider.lies = { user: (claims) => ({ ...claims, preferred_username: '<script>alert(1)</script>' }) }
  const hostile = await smallBrowser(site.origin).logIn('s-1')
  expect(hostile.text).not.toContain('<script>alert')
})

test('a user name that went to somebody else at the provider opens nothing here', async () => {
  provider.people.set('s-3', 'teamleader1').set('s-4', 'teamleader1')
  expect((await browser.logIn('s-3')).status).toBe(200)
  const heir = await smallBrowser(site.origin).logIn('s-4')
  expect([heir.status, heir.text]).toEqual([
    403,
    expect.stringContaining('is not the one who logged in here before'),
  ])
  expect((await smallBrowser(site.origin).logIn('s-3')).status).toBe(200)
})

test('a token that has the name itself needs no second question', async () => {
  const asked = provider.asked.get('/me') ?? 0
  provider.lies = { claims: (claims) => ({ ...claims, preferred_username: 'auditor1' }) }
  provider.people.set('s-5', 'auditor1')
  await browser.logIn('s-5')
  expect(await who()).toBe('auditor1')
  expect(provider.asked.get('/me') ?? 0).toBe(asked)
})

test('logging out leads on to the logout of the provider, for those who came from there', async () => {
  await browser.logIn('s-1')
  const out = await browser.ask(`${site.origin}/logout`, { method: 'POST', body: new URLSearchParams() })
  expect(out.headers.get('location')).toBe('/login?left=provider')
  const page = await (await browser.ask(`${site.origin}/login?left=provider`)).text()
  expect(page).toContain('still logged in at the identity provider')
  const there = await browser.ask(`${site.origin}/login/oidc/logout`)
  const url = new URL(there.headers.get('location') ?? '')
  expect(url.origin).toBe(provider.issuer)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${site.origin}/login`)
  site.use('beside')
  provider.lies = { metadata: ({ end_session_endpoint: _, ...rest }) => rest }
  const none = await browser.ask(`${site.origin}/login/oidc/logout`)
  expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('offers no logout')])
})

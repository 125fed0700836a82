import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { type SmallBrowser, smallBrowser } from 'tests/support/single-sign-on/browser'
import { CLIENT, type Lies } from 'tests/support/single-sign-on/provider'
import { signOnOf } from 'tests/support/single-sign-on/sign-on-of'
import type { Claims } from 'tests/support/single-sign-on/signed'
import { afterEach, beforeEach, expect, test } from 'vitest'

let browser: SmallBrowser
const site = await opened(httpSite())
const signOn = await opened(signOnOf(site))
beforeEach(() => {
  browser = smallBrowser(site.origin)
  signOn.use('beside')
})
afterEach(async () => {
  expect(await signOn.who(browser), 'nobody was let in').toBe(401)
  expect(site.crashes()).toEqual([])
  signOn.provider.lies = {}
  // The next login works again.
  const next = smallBrowser(site.origin)
  signOn.use('beside')
  await next.logIn('s-1')
  expect(await signOn.who(next)).toBe('accountant1')
})

/** Checks the error page: a sentence, a link to continue, and no internals. */
function pageOf({ status, text }: { status: number; text: string }): [status: number, sentence: string] {
  expect(text).toContain('Start again</a>')
  expect(text).not.toMatch(/\bat \S+ \(|OAUTH_|node_modules|0800/)
  return [status, /role="alert">.*?<p>(.*?)<\/p>/s.exec(text)?.[1] ?? text]
}

const changed = (changes: Claims) => ({ claims: (claims: Claims) => ({ ...claims, ...changes }) })
const without = (name: string) => ({
  claims: (claims: Claims) => Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name)),
})
const past = Math.floor(Date.now() / 1_000) - 3_600

const UNTRUSTED = expect.stringContaining('The answer of the identity provider cannot be trusted')
const UNANSWERED = expect.stringContaining('The identity provider does not answer. Try again in a minute')

test.each<[what: string, lies: Lies]>([
  ['of another provider', changed({ iss: 'http://127.0.0.1:9999' })],
  ['for another site', changed({ aud: 'somebody-else' })],
  ['for several sites, ours not the one it is meant for', changed({ aud: [CLIENT.id, 'x'], azp: 'x' })],
  ['of another login', changed({ nonce: 'x'.repeat(43) })],
  ['of no login', without('nonce')],
  ['that is over', changed({ exp: past, iat: past - 600 })],
  ['that begins tomorrow', changed({ nbf: Math.floor(Date.now() / 1_000) + 86_400 })],
  ['without an end', without('exp')],
  ['without a person', without('sub')],
  ['that someone else signed', { signer: 'other' }],
  ['that nobody signed', { signer: 'none' }],
  ['that is signed with what the site knows as well', { signer: { secret: CLIENT.secret } }],
])('a token %s is not accepted', async (_, lies) => {
  signOn.provider.lies = lies
  expect(pageOf(await browser.logIn('s-1'))).toEqual([422, UNTRUSTED])
})

test('a response from elsewhere, a repeated code and an invented one are refused', async () => {
  const answers: Record<string, (callback: URL) => void> = {
    'another provider': ({ searchParams }) => searchParams.set('iss', 'http://127.0.0.1:9999'),
    'two codes': ({ searchParams }) => searchParams.append('code', 'x'),
    'an invented code': ({ searchParams }) => searchParams.set('code', 'x'),
    'no code': ({ searchParams }) => searchParams.delete('code'),
  }
  for (const [what, change] of Object.entries(answers)) {
    const callback = new URL(await browser.reachCallback('s-1'))
    change(callback)
    const answer = await browser.ask(callback.href)
    const [status] = pageOf({ status: answer.status, text: await answer.text() })
    expect(status, what).toBe(422)
  }
})

test('a cancelled or refused login is reported in our words, not the provider’s', async () => {
  const [status, sentence] = pageOf(await browser.logIn('s-1', '/login/oidc', 'deny'))
  expect([status, sentence]).toEqual([422, expect.stringContaining('did not let you in, or you cancelled')])
  for (const error of ['server_error', 'made up', '<script>alert(1)</script>', 'constructor']) {
    const callback = new URL(await browser.reachCallback('s-1'))
    callback.searchParams.delete('code')
    callback.searchParams.set('error', error)
    const answer = await browser.ask(callback.href)
    const text = await answer.text()
    expect(pageOf({ status: answer.status, text }), error).toEqual([
      422,
      expect.stringMatching(/^The identity provider (failed|refused this login)/),
    ])
    expect(text).not.toContain('made up')
  }
})

test('a provider that is down, fails or times out gives another message than a refusal; passwords still work', async () => {
  const logIn = () =>
    fetch(`${site.origin}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'manager1', password: 'fundesk-demo' }),
    })
  const callback = await browser.reachCallback('s-1')
  signOn.provider.lies = { down: true }
  const cut = await browser.follow(callback)
  expect(pageOf({ status: cut.answer.status, text: await cut.answer.text() })).toEqual([503, UNANSWERED])
  expect(cut.answer.headers.get('retry-after')).toBe('5')
  expect((await logIn()).status).toBe(302)
  signOn.use('beside')
  const start = await browser.ask(`${site.origin}/login/oidc`)
  expect(pageOf({ status: start.status, text: await start.text() })).toEqual([503, UNANSWERED])
  signOn.use('beside', { issuer: 'http://127.0.0.1:9' })
  const unanswered = await browser.ask(`${site.origin}/login/oidc?redirectTo=%2Fproduction`)
  const page = await unanswered.text()
  expect(pageOf({ status: unanswered.status, text: page })).toEqual([503, UNANSWERED])
  expect(page, 'the next try leads to the same page').toContain('href="/login/oidc?redirectTo=%2Fproduction"')
  signOn.use('beside')
  signOn.provider.lies = { tokenStatus: 502 }
  expect(pageOf(await browser.logIn('s-1'))).toEqual([503, UNANSWERED])
  // It would succeed in the end.
  signOn.provider.lies = { slow: 30_000 }
  expect(pageOf(await browser.logIn('s-1'))).toEqual([503, UNANSWERED])
})

test('a provider that does not match the settings is not used', async () => {
  const odd: Lies['metadata'][] = [
    (said) => ({ ...said, issuer: 'http://127.0.0.1:9999' }),
    ({ issuer: _, ...said }) => said,
    () => ({}),
  ]
  for (const metadata of odd) {
    signOn.use('beside')
    signOn.provider.lies = { metadata }
    const { status, text } = await begin()
    expect(pageOf({ status, text })).toEqual([422, expect.stringContaining('OIDC_ISSUER')])
  }
  signOn.provider.lies = {}
  signOn.use('beside', { issuer: `${signOn.provider.issuer}/nowhere` })
  expect(pageOf(await begin())).toEqual([422, expect.stringContaining('OIDC_ISSUER')])
  signOn.use('beside', { clientSecret: 'wrong' })
  expect(pageOf(await browser.logIn('s-1'))).toEqual([422, expect.stringContaining('OIDC_CLIENT_SECRET')])
})

test('the log says why a login failed, without codes, states or secrets', async () => {
  const callback = await browser.reachCallback('s-1')
  signOn.provider.lies = changed({ nonce: 'x' })
  await browser.follow(callback)
  const lines = site.logged()
  const logged = lines.filter(({ msg }) => msg === 'single sign-on failed').at(-1)
  expect(logged).toMatchObject({ level: 'warn', reason: 'unexpected JWT claim value encountered' })
  const { searchParams } = new URL(callback)
  for (const secret of [searchParams.get('code'), searchParams.get('state'), CLIENT.secret])
    expect(JSON.stringify(lines)).not.toContain(secret)
})

/** Starts a login that is expected to fail. */
async function begin() {
  const answer = await browser.ask(`${site.origin}/login/oidc`)
  return { status: answer.status, text: await answer.text() }
}

import { settings } from 'tests/support/http/server/serve'
import { expect, test } from 'vitest'
import { statusCookie, takeStatus } from '~/http/cookies'
import type { Services } from '~/http/server/services'

const site = (changed: object = {}) => ({ settings: { ...settings, ...changed } }) as Services
const sent = (cookie: string) =>
  new Request('http://fundesk.test/', { headers: { Cookie: cookie.split(';', 1)[0] ?? '' } })

test('the line is shown once, to its user, without a query', async () => {
  const cookie = await statusCookie(site(), { userId: 7, line: 'Crème brûlée saved' })
  expect(cookie).toMatch(/^status=.*HttpOnly/)
  const taken = await takeStatus(sent(cookie), site(), 7)
  expect(taken.line).toBe('Crème brûlée saved')
  expect(await takeStatus(sent(taken.forget ?? ''), site(), 7)).toEqual({ line: null, forget: null })
  expect((await takeStatus(sent(cookie), site(), 8)).line).toBeNull()
  expect((await takeStatus(sent(cookie), site(), undefined)).line).toBeNull()
})

test('an unsigned line is not shown, and none is too long for a cookie', async () => {
  const other = await statusCookie(site({ sessionSecret: 'x'.repeat(32) }), { userId: 7, line: 'Forged' })
  expect(await takeStatus(sent(other), site(), 7)).toEqual({ line: null, forget: null })
  const cookie = await statusCookie(site(), { userId: 7, line: 'Ř'.repeat(5_000) })
  expect(cookie.length).toBeLessThan(4_096)
  expect((await takeStatus(sent(cookie), site(), 7)).line).toMatch(/^Ř+…$/)
})

test('on https the cookie belongs to this host only', async () => {
  const secure = site({ siteUrl: 'https://fundesk.test' })
  expect(await statusCookie(secure, { userId: 7, line: 'x' })).toMatch(/^__Host-status=.*Secure/)
})

test('a warning and links to new objects are included, few enough for a cookie', async () => {
  const links = Array.from({ length: 12 }, (_, at) => ({ label: `invoice ${at}`, href: `/invoices/${at}` }))
  const saved = { userId: 7, line: 'Draft 5 completed', warning: 'May be a duplicate.', links }
  const { forget, ...shown } = await takeStatus(sent(await statusCookie(site(), saved)), site(), 7)
  expect(forget).toMatch(/Max-Age=0/)
  expect(shown).toEqual({ line: saved.line, warning: saved.warning, links: links.slice(0, 5) })
  const long = { userId: 7, line: 'Ř'.repeat(790), warning: 'Ř'.repeat(790), links }
  expect((await statusCookie(site(), long)).length).toBeLessThan(4_096)
})

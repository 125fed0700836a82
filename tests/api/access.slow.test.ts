import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { apiAddresses } from '../support/api/build'
import { apiSite, type UserName } from '../support/api/site'

const site = await opened(apiSite())

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const USERS: UserName[] = [
  'accountant1',
  'teamleader1',
  'manager1',
  'production1',
  'auditor1',
  'finance1',
  'admin2',
]

/** Who may DELETE at an address. Who may GET and POST is in the site map’s table (tests/support/routes/matrix). */
const MAY_DELETE: Record<string, UserName[]> = {
  '/api/account/tokens/:tokenId': USERS,
  '/api/substitutes/:substitutionId': USERS,
  // The answer depends on the kind of object; this one does not exist.
  '/api/documents/:documentId': USERS,
  '/api/layouts/:name': USERS,
  '/api/costs/:costId/delete': ['finance1'],
  '/api/lookups/:table/delete/:key': ['admin2'],
  '/api/budget/delete/:budgetId': [],
  '/api/bankaccount/delete/:key': [],
}

const own = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }
const pathOf = (address: string) => address.replace('/api/', '').replace(/:\w+/g, '999999')

test.each(Object.entries(MAY_DELETE))('DELETE %s is limited to authorised users', async (address, may) => {
  expect(apiAddresses()).toContain(address)
  const anonymous = await site.call(null, 'DELETE', pathOf(address), { headers: own, body: '' })
  expect([anonymous.status, anonymous.body.errorMessage]).toEqual([401, expect.stringMatching(/\w/)])
  for (const user of USERS) {
    const { status, body } = await site.call(user, 'DELETE', pathOf(address), { headers: own, body: '' })
    const refused = status === 403 && /^You are not authorised/.test(body?.errorMessage ?? '')
    expect([user, refused]).toEqual([user, !may.includes(user)])
    expect(status, user).toBeLessThan(500)
  }
})

test('unknown addresses answer in JSON, whatever the method', async () => {
  for (const method of METHODS)
    for (const path of ['nothing/here', '', 'dashboard', 'dashboard/nav/1/2/3/4']) {
      const { status, body, answer } = await site.call('accountant1', method, path)
      expect([method, path, status, body?.code]).toEqual([method, path, 404, 'not-found'])
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
})

test('HEAD is GET without a body; OPTIONS lists the methods and allows no cross-origin use', async () => {
  const head = await site.call('auditor1', 'HEAD', 'dashboard/nav')
  expect([head.status, head.answer.headers.get('x-total-count')]).toEqual([200, '4'])
  const options = await site.call(null, 'OPTIONS', 'dashboard/nav', {
    headers: { Origin: 'https://evil.example' },
  })
  expect([options.status, options.answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  expect(options.answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('auth/user returns functions and permissions, and no private data', async () => {
  const { body } = await site.call('accountant1', 'GET', 'auth/user')
  expect(body).toMatchObject({ role: 'ACCOUNTANT', firstName: 'Test', lastName: 'accountant' })
  expect(body.authorisations).toEqual([
    {
      uxFunction: {
        uxFunction: 'navctrl',
        name: 'NAV Controls',
        domain: 'NAV Controls',
        domainType: 'Fund Accounting',
        isDomain: true,
        routing: '/nav-controls',
        uxSortOrder: 50,
      },
      permissions: { add: true, update: true, delete: true },
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(/hash|password/i)
  const leads = async (user: UserName) =>
    (await site.call(user, 'GET', 'auth/user/isaccountingteamleader')).body
  expect([await leads('teamleader1'), await leads('accountant1')]).toEqual([true, false])
})

test('an address spelt with other case or escapes is guarded the same way', async () => {
  for (const [path, status] of [
    ['/API/dashboard/nav', 401],
    ['/%61pi/dashboard/nav', 404],
    ['/api/dashboard/nav/', 401],
    ['/api//dashboard/nav', 401],
  ] as const) {
    const answer = await fetch(site.origin + path, { redirect: 'manual' })
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.headers.get('content-type'), path).toMatch(/^application\/json/)
  }
})

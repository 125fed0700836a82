import { apiAddresses } from 'tests/support/api/build'
import { type Row, rows } from 'tests/support/routes/matrix'
import { addressOf, ROLES, statusFor, type Visited, visitedSite } from 'tests/support/routes/visit'
import { addresses } from 'tests/support/routes/whole-build'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let visited: Visited
beforeAll(async () => {
  visited = await visitedSite()
})
beforeEach(() => visited.site.forgetCookies())
afterAll(() => visited.site.close())

const users = Object.entries(ROLES)
const patience = { timeout: 300_000 }

/** As it would stand in the table, to be read beside it. */
const told = ({ method, path }: Row, statuses: number[]) => `${method} ${path} ${statuses.join(' ')}`

/** The address that a script of the page asks for its data. */
const dataOf = (path: string) => (path === '/' ? '/_root.data' : `${path}.data`)

test('every address of the site is in the table, and nothing else is', () => {
  const paths = [...new Set([...addresses().map(({ path }) => path), ...apiAddresses()])].sort()
  for (const method of ['GET', 'POST'])
    expect(
      rows
        .filter((row) => row.method === method)
        .map(({ path }) => path)
        .sort(),
      'Who may use a new address? Say it in tests/support/routes/matrix.ts.',
    ).toEqual(paths)
  for (const row of rows) expect(row.statuses.length, told(row, row.statuses)).toBe(users.length)
})

test('every address answers every role as the table says', patience, async () => {
  const found: string[] = []
  for (const row of rows) {
    const path = addressOf(row.path, visited)
    const statuses: number[] = []
    for (const [, user] of users) statuses.push(await statusFor(visited.site, user, row.method, path))
    found.push(told(row, statuses))
  }
  expect(found).toEqual(rows.map((row) => told(row, row.statuses)))
  expect(visited.site.crashes()).toEqual([])
})

test('the data of a page, asked for without the page, is for the same people', patience, async () => {
  const asData = (status: number) => (status === 302 ? 202 : status)
  const found: string[] = []
  for (const row of rows) {
    // Led on is who shows the login although logged in; a post alone shows nothing.
    if (row.path.endsWith('*') || (row.path === '/login' && row.method === 'POST')) continue
    const path = dataOf(addressOf(row.path, visited))
    const statuses: number[] = []
    for (const [, user] of users) statuses.push(await statusFor(visited.site, user, row.method, path))
    const expected = row.statuses.map(asData)
    if (statuses.join() !== expected.join())
      found.push(`${told(row, statuses)}, expected ${expected.join(' ')}`)
  }
  expect(found).toEqual([])
})

test('whoever is refused sees nothing of what the address is about', patience, async () => {
  const { site } = visited
  const list = rows.find(({ method, path }) => method === 'GET' && path === '/nav-controls')
  for (const row of rows.filter(({ method }) => method === 'GET')) {
    const path = addressOf(row.path, visited)
    for (const [at, [role, user]] of users.entries()) {
      // Beside a form that is refused stands the list, for those who may read it.
      if (row.statuses[at] === 200 || list?.statuses[at] === 200) continue
      for (const each of [path, dataOf(path)]) {
        // The login leads back to the address that was asked for, which they know.
        const text = (await (await site.ask(user, each)).text()).replaceAll(encodeURIComponent(path), '')
        expect(text, `${role} ${each}`).not.toMatch(/LUX001|Amélie|accountant1/)
      }
    }
  }
})

test('one part of a page, asked for alone, is guarded by itself', patience, async () => {
  const { site } = visited
  const parts = addresses().filter(({ isPage, path }) => isPage && /^\/(nav-controls|production)/.test(path))
  expect(parts.length).toBeGreaterThan(8)
  let shown = 0
  for (const { path, routeIds } of parts)
    for (const routeId of routeIds) {
      const asked = `${addressOf(path, visited)}.data?_routes=${encodeURIComponent(routeId)}`
      for (const user of [null, 'newcomer1', 'finance1', 'admin']) {
        const answer = await site.ask(user, asked)
        const text = await answer.text()
        if (user === 'admin') shown += /LUX001/.test(text) ? 1 : 0
        else expect(text, `${user} ${asked}`).not.toMatch(/LUX001/)
      }
    }
  // The same question, asked by somebody who may, does bring it.
  expect(shown).toBeGreaterThan(8)
  for (const odd of ['', ',', 'root,root', '__proto__', 'routes/nowhere', 'x'.repeat(5_000)]) {
    const answer = await site.ask('finance1', `/nav-controls/${visited.navId}.data?_routes=${odd}`)
    expect(answer.status, odd).toBeLessThan(500)
    expect(await answer.text(), odd).not.toMatch(/LUX001/)
  }
})

test('what does not exist is 404, for those who might have seen it', patience, async () => {
  const id = 999_999
  const none = { navId: id, controlId: id, ruleResultId: id, documentId: id, userId: id }
  const found: string[] = []
  for (const row of rows) {
    const named = /:(\w*Id|id)\b/.test(row.path) && row.method === 'GET' && row.statuses[2] === 200
    if (!named) continue
    found.push(row.path)
    for (const path of [addressOf(row.path, none), dataOf(addressOf(row.path, none))])
      expect(await statusFor(visited.site, 'accountant1', 'GET', path), path).toBe(404)
  }
  expect(found.length).toBeGreaterThan(15)
})

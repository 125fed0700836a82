import { apiAddresses } from 'tests/support/api/build'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { type Row, rows } from 'tests/support/routes/matrix'
import { addressOf, answerTo, ROLES, toVisit } from 'tests/support/routes/visit'
import { addresses } from 'tests/support/routes/whole-build'
import { beforeEach, expect, test } from 'vitest'

const site = await opened(httpSite())
const visited = await toVisit(site)
beforeEach(() => site.forgetCookies())

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

test(
  'every address answers as the table says, and those whom it refuses see nothing of what it is about',
  patience,
  async () => {
    const found: string[] = []
    for (const row of rows) {
      const path = addressOf(row.path, visited)
      const statuses = [...row.statuses]
      for (const at of isPage.get(row.path) ? oneOfEachAnswer(row) : everyRole(row)) {
        const [role = '', user = null] = users[at] ?? []
        const { status, text } = await answerTo(site, user, row.method, path)
        statuses[at] = status
        if (isHidden(row, at)) expect(textBeside(path, text), `${role} ${path}`).not.toMatch(NAMED)
      }
      found.push(told(row, statuses))
    }
    expect(found).toEqual(rows.map((row) => told(row, row.statuses)))
    expect(site.crashes()).toEqual([])
  },
)

test('the data of a page, asked for without the page, is for the same people', patience, async () => {
  const asData = (status: number) => (status === 302 ? 202 : status)
  const found: string[] = []
  for (const row of rows) {
    // Led on is who shows the login although logged in; a post alone shows nothing.
    if (row.path.endsWith('*') || (row.path === '/login' && row.method === 'POST')) continue
    const path = dataOf(addressOf(row.path, visited))
    for (const at of isPage.get(row.path) ? everyRole(row) : oneOfEachAnswer(row)) {
      const [role = '', user = null] = users[at] ?? []
      const { status, text } = await answerTo(site, user, row.method, path)
      const expected = asData(row.statuses[at] ?? 0)
      if (status !== expected) found.push(`${role} ${row.method} ${path} ${status}, expected ${expected}`)
      if (isHidden(row, at)) expect(textBeside(path, text), `${role} ${path}`).not.toMatch(NAMED)
    }
  }
  expect(found).toEqual([])
})

/** What the addresses of the table are about, and whose it is. */
const NAMED = /LUX001|Amélie|accountant1/

const list = rows.find(({ method, path }) => method === 'GET' && path === '/nav-controls')

/** Beside a form that is refused stands the list, for those who may read it. */
const isHidden = ({ method, statuses }: Row, at: number) =>
  method === 'GET' && statuses[at] !== 200 && list?.statuses[at] !== 200

/** The login leads back to the address that was asked for, which they know. */
const textBeside = (path: string, text: string) =>
  text.replaceAll(encodeURIComponent(path), '').replaceAll(encodeURIComponent(path.replace('.data', '')), '')

/** A page is asked for by every role as data, which costs a third of it, and as a whole by one role for each answer. */
const isPage = new Map(addresses().map((each) => [each.path, each.isPage]))

/** No role is told anything by a method that an address does not have. */
const everyRole = ({ statuses }: Row) =>
  statuses.every((status) => status === 405) ? [0, 1, statuses.length - 1] : statuses.map((_, at) => at)

/** Nobody, somebody without rights, and the first role of each other answer. */
function oneOfEachAnswer({ statuses }: Row): number[] {
  const firsts = statuses.map((status) => statuses.indexOf(status, 2))
  return [...new Set([0, 1, ...firsts])].filter((at) => at >= 0).sort((a, b) => a - b)
}

test('one part of a page, asked for alone, is guarded by itself', patience, async () => {
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
      expect((await answerTo(site, 'accountant1', 'GET', path)).status, path).toBe(404)
  }
  expect(found.length).toBeGreaterThan(15)
})

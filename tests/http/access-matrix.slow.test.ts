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

/** A row in the format of the table, for comparison. */
const inTable = ({ method, path }: Row, statuses: number[]) => `${method} ${path} ${statuses.join(' ')}`

/** The address from which a script of the page loads its data. */
const dataOf = (path: string) => (path === '/' ? '/_root.data' : `${path}.data`)

test('the table lists exactly the addresses of the site', () => {
  const paths = [...new Set([...addresses().map(({ path }) => path), ...apiAddresses()])].sort()
  for (const method of ['GET', 'POST'])
    expect(
      rows
        .filter((row) => row.method === method)
        .map(({ path }) => path)
        .sort(),
      'Who may use a new address? Say it in tests/support/routes/matrix.ts.',
    ).toEqual(paths)
  for (const row of rows) expect(row.statuses.length, inTable(row, row.statuses)).toBe(users.length)
})

test(
  'every address answers as in the table, and refusals reveal nothing of its content',
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
      found.push(inTable(row, statuses))
    }
    expect(found).toEqual(rows.map((row) => inTable(row, row.statuses)))
    expect(site.crashes()).toEqual([])
  },
)

test('the data of a page, requested without the page, is for the same users', patience, async () => {
  const asData = (status: number) => (status === 302 ? 202 : status)
  const found: string[] = []
  for (const row of rows) {
    // A logged-in user who opens the login is redirected; an address with only POST shows nothing.
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

/** Content of the addresses in the table, and its owner. */
const NAMED = /LUX001|Amélie|accountant1/

const list = rows.find(({ method, path }) => method === 'GET' && path === '/nav-controls')

/** A refused form shows the list behind it, to those who may read it. */
const isHidden = ({ method, statuses }: Row, at: number) =>
  method === 'GET' && statuses[at] !== 200 && list?.statuses[at] !== 200

/** The login has the requested address in its links, which the user knows anyway. */
const textBeside = (path: string, text: string) =>
  text.replaceAll(encodeURIComponent(path), '').replaceAll(encodeURIComponent(path.replace('.data', '')), '')

/** Every role requests a page as data, at a third of the cost; one role per answer requests the whole page. */
const isPage = new Map(addresses().map((each) => [each.path, each.isPage]))

/** An unsupported method answers every role alike. */
const everyRole = ({ statuses }: Row) =>
  statuses.every((status) => status === 405) ? [0, 1, statuses.length - 1] : statuses.map((_, at) => at)

/** No user, and the first user of each answer. */
function oneOfEachAnswer({ statuses }: Row): number[] {
  const firsts = statuses.map((status) => statuses.indexOf(status, 1))
  return [...new Set([0, ...firsts])].filter((at) => at >= 0).sort((a, b) => a - b)
}

test('one part of a page, requested alone, has its own guard', patience, async () => {
  const parts = addresses().filter(({ isPage, path }) => isPage && /^\/(nav-controls|production)/.test(path))
  expect(parts.length).toBeGreaterThan(8)
  let shown = 0
  for (const { path, routeIds } of parts)
    for (const routeId of routeIds) {
      const address = `${addressOf(path, visited)}.data?_routes=${encodeURIComponent(routeId)}`
      for (const user of [null, 'newcomer1', 'finance1', 'admin']) {
        const answer = await site.ask(user, address)
        const text = await answer.text()
        if (user === 'admin') shown += /LUX001/.test(text) ? 1 : 0
        else expect(text, `${user} ${address}`).not.toMatch(/LUX001/)
      }
    }
  // The same request does return it to an authorised user.
  expect(shown).toBeGreaterThan(8)
  for (const odd of ['', ',', 'root,root', '__proto__', 'routes/nowhere', 'x'.repeat(5_000)]) {
    const answer = await site.ask('finance1', `/nav-controls/${visited.navId}.data?_routes=${odd}`)
    expect(answer.status, odd).toBeLessThan(500)
    expect(await answer.text(), odd).not.toMatch(/LUX001/)
  }
})

test('unknown objects are 404, for users who could have seen them', patience, async () => {
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

test(
  'a user whose rights were removed gets no more than one who never had any, also of their own work',
  patience,
  async () => {
    const user = 'accountant1'
    const fund = await site.addFund({ fundCode: 'LUX002', fundName: 'Once Opened' })
    await site.control(user, fund)
    await site.step(user, fund.navId, 'submit')
    const own = ['/work/others.data', '/work/done.data', '/work/export/done_today.csv', '/search/found']
    const ofWork = (text: string) => /LUX00[12]|Once Opened/.test(text)
    const shown = async () =>
      Promise.all(own.map(async (path) => ofWork((await answerTo(site, user, 'GET', path)).text)))
    expect(await shown()).toEqual(own.map(() => true))

    await site.ownerSql`delete from authorisation where user_id = ${site.actor(user).id}`
    expect(await shown()).toEqual(own.map(() => false))
    const found: string[] = []
    for (const { method, path, statuses } of rows) {
      // The page after the login is a choice of the user, not a right.
      if (method !== 'GET' || path === '/' || path.endsWith('*')) continue
      const address = addressOf(path, visited)
      const { status, text } = await answerTo(site, user, method, address)
      const [, newcomer] = statuses
      if (status !== newcomer) found.push(`${address} ${status}, expected ${newcomer}`)
      if (ofWork(textBeside(address, text))) found.push(`${address} shows what was worked on`)
    }
    expect(found).toEqual([])
  },
)

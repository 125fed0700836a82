import { apiAddresses } from 'tests/support/api/build'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { type Row, rows } from 'tests/support/routes/matrix'
import { addressOf, answerTo, oneOf, ROLES, toVisit } from 'tests/support/routes/visit'
import { addresses, wholeBuild } from 'tests/support/routes/whole-build'
import { beforeEach, expect, test } from 'vitest'

const site = await opened(httpSite())
const visited = await toVisit(site)
beforeEach(() => renewSessions(0))

const users = Object.entries(ROLES)
const together = oneOf(site)
const { routes } = (await wholeBuild()).assets
const patience = { timeout: 300_000 }

/** Users who are seldom asked for would meet the end of their sessions, as each reading of the clock takes a second. */
const renewSessions = (row: number) => {
  if (row % 25 === 0) site.forgetCookies()
}

/** A row in the format of the table, for comparison. */
const inTable = ({ method, path }: Row, statuses: number[]) => `${method} ${path} ${statuses.join(' ')}`

/** The address from which a script of the page loads its data. */
const dataOf = (path: string) => (path === '/' ? '/_root.data' : `${path}.data`)

/**
 * The address of the data that a route adds to those above it, which have their own guards and addresses; one role per
 * answer also requests the whole page. Where an object does not exist, a route above answers first.
 */
function ownDataOf({ method, path, statuses }: Row, address: string): string {
  const own = addresses()
    .filter((each) => each.path === path)
    .map(({ routeIds }) => routeIds.at(-1) ?? '')
    .filter((id) => routes[id]?.hasLoader)
  return method === 'POST' || statuses.includes(404) || own.length === 0
    ? dataOf(address)
    : `${dataOf(address)}?_routes=${encodeURIComponent(own.join())}`
}

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
    for (const [at, row] of rows.entries()) {
      renewSessions(at)
      const path = addressOf(row.path, visited)
      const statuses = [...row.statuses]
      const visitors = isPage.get(row.path) ? wholePageVisitors(row) : everyRole(row)
      for await (const { columns, role, status, text } of answersTo(row, path, visitors)) {
        for (const column of columns) statuses[column] = status
        if (isHidden(row, columns)) expect(textBeside(path, text), `${role} ${path}`).not.toMatch(NAMED)
      }
      found.push(inTable(row, statuses))
    }
    expect(found).toEqual(rows.map((row) => inTable(row, row.statuses)))
    expect(site.crashes()).toEqual([])
  },
)

test('the data of a page, requested without the page, is for the same users', patience, async () => {
  const found: string[] = []
  for (const [at, row] of rows.entries()) {
    renewSessions(at)
    if (!hasData(row) || (!isPage.get(row.path) && isUnsupported(row))) continue
    const page = addressOf(row.path, visited)
    const path = ownDataOf(row, page)
    for await (const { columns, role, status, text } of answersTo(row, path, everyRole(row), asData)) {
      const expected = asData(row.statuses[columns[0] ?? 0] ?? 0)
      if (status !== expected) found.push(`${role} ${row.method} ${path} ${status}, expected ${expected}`)
      if (isHidden(row, columns)) expect(textBeside(page, text), `${role} ${path}`).not.toMatch(NAMED)
    }
  }
  expect(found).toEqual([])
})

/** Content of the addresses in the table, and its owner. */
const NAMED = /LUX001|Amélie|accountant1/

const list = rows.find(({ method, path }) => method === 'GET' && path === '/nav-controls')

const mayRead = (at: number) => list?.statuses[at] === 200

/** A refused form shows the list behind it, to those who may read it. */
const isHidden = ({ method, statuses }: Row, columns: readonly number[]) =>
  method === 'GET' && columns.every((at) => statuses[at] !== 200 && !mayRead(at))

/** A logged-in user who opens the login is redirected; an address with only POST shows nothing. */
const hasData = ({ method, path }: Row) => !path.endsWith('*') && !(path === '/login' && method === 'POST')

/** The status that a script gets: a redirection is for it to follow. */
const asData = (status: number) => (status === 302 ? 202 : status)

/** The login has the requested address in its links, which the user knows anyway. */
const textBeside = (path: string, text: string) => text.replaceAll(encodeURIComponent(path), '')

/** Every role requests a page as data, at a third of the cost; one role per answer requests the whole page. */
const isPage = new Map(addresses().map((each) => [each.path, each.isPage]))

/** An unsupported method answers every role alike. */
const isUnsupported = ({ statuses }: Row) => statuses.every((status) => status === 405)

interface Visitor {
  /** The columns of the table for which it stands. */
  columns: readonly number[]
  /** Several columns as one user: who may do what any of them may, or only what all of them may. */
  rights: 'of any' | 'of all'
}

const alone = (at: number): Visitor => ({ columns: [at], rights: 'of all' })

/**
 * Every role, those with the same answer as one, as rights only ever open an address: what is refused to a user with the
 * rights of several is refused to each of them, and what is open to one with only the rights that they share is open to each.
 */
function everyRole(row: Row): Visitor[] {
  const { statuses } = row
  if (isUnsupported(row)) return [alone(0), alone(statuses.length - 1)]
  const loggedIn = statuses.map((_, at) => at).slice(1)
  const refused = loggedIn.filter((at) => statuses[at] === 403)
  const answers = new Set(loggedIn.map((at) => statuses[at]).filter((status) => status !== 403))
  const groups: Visitor[] = [
    { columns: refused.filter(mayRead), rights: 'of any' },
    { columns: refused.filter((at) => !mayRead(at)), rights: 'of any' },
    ...[...answers].map((answer): Visitor => {
      return { columns: loggedIn.filter((at) => statuses[at] === answer), rights: 'of all' }
    }),
  ]
  return [alone(0), ...groups.filter(({ columns }) => columns.length > 0)]
}

/** Of those with the same answer the first. A form that is refused to the rest is so before its page, as without the page. */
function wholePageVisitors(row: Row): Visitor[] {
  const { method, statuses } = row
  const visitors = everyRole(row).map((each) =>
    each.rights === 'of all' ? alone(each.columns[0] ?? 0) : each,
  )
  const isTaken = ({ columns: [at = 0] }: Visitor) => ![302, 403].includes(statuses[at] ?? 0)
  return method === 'POST' && hasData(row) ? visitors.filter(isTaken) : visitors
}

/** What the visitors get; each role of a visitor by itself where they are not as one answered as each should be. */
async function* answersTo(
  row: Row,
  path: string,
  visitors: readonly Visitor[],
  shown = (status: number) => status,
): AsyncGenerator<{ columns: readonly number[]; role: string; status: number; text: string }> {
  for (const { columns, rights } of visitors) {
    const names = columns.flatMap((at) => users[at]?.[1] ?? [])
    const role = columns.map((at) => users[at]?.[0]).join(' and ')
    const answer = await answerTo(site, await together(names, rights), row.method, path)
    if (columns.length === 1 || answer.status === shown(row.statuses[columns[0] ?? 0] ?? 0))
      yield { columns, role, ...answer }
    else yield* answersTo(row, path, columns.map(alone), shown)
  }
}

test('one part of a page, requested alone, has its own guard', patience, async () => {
  const parts = addresses().filter(({ isPage, path }) => isPage && /^\/(nav-controls|production)/.test(path))
  expect(parts.length).toBeGreaterThan(8)
  let shown = 0
  const asked = new Set<string>()
  for (const { path, routeIds } of parts)
    for (const routeId of routeIds.filter((id) => !asked.has(id))) {
      asked.add(routeId)
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
      const page = addressOf(path, visited)
      const address = isPage.get(path) ? dataOf(page) : page
      const { status, text } = await answerTo(site, user, method, address)
      const newcomer = isPage.get(path) ? asData(statuses[1] ?? 0) : statuses[1]
      if (status !== newcomer) found.push(`${address} ${status}, expected ${newcomer}`)
      if (ofWork(textBeside(page, text))) found.push(`${address} shows what was worked on`)
    }
    expect(found).toEqual([])
  },
)

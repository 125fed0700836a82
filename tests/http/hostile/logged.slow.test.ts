import { randomUUID } from 'node:crypto'
import { formOf } from 'tests/support/api/uploads'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())

const logIn = (username: string, password: string) =>
  site.ask(null, '/login', { method: 'POST', body: new URLSearchParams({ username, password }) })

/** The lines this work wrote. */
async function linesOf(work: () => Promise<unknown>) {
  const before = site.logged().length
  await work()
  // A line is written after its answer is sent: once a later request has its line, the others have theirs.
  const marker = `/nowhere/${randomUUID()}`
  const isMarker = ({ path }: Record<string, unknown>) => path === marker
  await site.ask(null, marker)
  await expect.poll(() => site.logged().some(isMarker)).toBe(true)
  return site
    .logged()
    .slice(before)
    .filter((line) => !isMarker(line))
}

test('logins, failed logins and logouts are logged with user, time and request, without the password', async () => {
  const lines = await linesOf(async () => {
    await logIn('accountant1', 'a wrong secret')
    await logIn('accountant1', 'fundesk-demo')
    await site.ask('accountant1', '/logout', { method: 'POST', fresh: true })
  })
  const logins = lines.filter(({ msg }) => ['login failed', 'logged in', 'logged out'].includes(String(msg)))
  expect(logins.map(({ msg, user, level }) => [msg, user, level])).toEqual([
    ['login failed', 'accountant1', 'warn'],
    ['logged in', 'accountant1', 'info'],
    ['logged out', 'accountant1', 'info'],
  ])
  for (const { time, requestId } of logins) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const request = lines.find((line) => line.msg === 'answered' && line.requestId === requestId)
    expect(request).toMatchObject({ method: 'POST', address: '127.0.0.1' })
  }
  expect(JSON.stringify(lines)).not.toMatch(/a wrong secret|fundesk-demo|session=/)
})

test('every refusal for missing rights is a warning with user and address', async () => {
  const requests: [string, string | null, string, string][] = [
    ['a page', 'finance1', 'GET', '/nav-controls'],
    ['its data', 'finance1', 'GET', '/nav-controls.data'],
    ['a form', 'manager1', 'POST', '/nav-controls/new/fia-3'],
    ['a call', 'finance1', 'GET', '/api/dashboard/nav'],
    ['a call of nobody', null, 'GET', '/api/dashboard/nav'],
  ]
  for (const [what, user, method, path] of requests) {
    const lines = await linesOf(() => site.ask(user, path, { method }).then((answer) => answer.text()))
    const line = lines.find(({ msg }) => msg === 'answered')
    expect(line, what).toMatchObject({ level: 'warn', method, path, status: user === null ? 401 : 403 })
    if (user !== null) expect(line, what).toMatchObject({ userId: user })
  }
})

test('a request from another site, a refused upload and a flood are logged', async () => {
  const lines = await linesOf(async () => {
    await site.ask('accountant1', '/appearance', {
      method: 'POST',
      body: new URLSearchParams({ theme: 'dark' }),
      headers: { Origin: 'https://evil.example' },
    })
    const file = { name: 'a.xlsx', bytes: new Uint8Array([1, 2, 3]) }
    const body = formOf([file], { comment: 'x', reason: 'FIRST' })
    await site.ask('accountant1', '/api/uploadfilesFIA/3', { method: 'POST', body })
    for (let n = 0; n < 6; n++) await logIn('treasurer1', 'wrong')
  })
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'cross-site request refused',
      origin: 'https://evil.example',
      level: 'warn',
    }),
  )
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'refused', code: 'invalid', path: '/api/uploadfilesFIA/3' }),
  )
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'answered', path: '/login', status: 429, level: 'warn' }),
  )
})

test('no name can forge a log line, or send control sequences to a terminal', async () => {
  const evil = 'x\n{"level":"info","msg":"logged in","user":"admin"}\r\n\u001b[31m\u202e'
  const lines = await linesOf(() => logIn(evil, 'wrong'))
  expect(lines.filter(({ user }) => user === 'admin')).toEqual([])
  const [failed] = lines.filter(({ msg }) => msg === 'login failed')
  expect(String(failed?.user)).toContain('"logged in"')
  expect(String(failed?.user)).not.toContain('\u001b')
})

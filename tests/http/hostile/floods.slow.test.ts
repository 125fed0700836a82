import { randomUUID } from 'node:crypto'
import { formOf } from 'tests/support/api/uploads'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { fundModel } from 'tests/support/workbooks/model'
import { writeSet } from 'tests/support/workbooks/write'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
afterAll(() => expect(site.crashes()).toEqual([]))

const logIn = (username: string, password: string, path = '/login', headers: Record<string, string> = {}) =>
  site.ask(null, path, { method: 'POST', body: new URLSearchParams({ username, password }), headers })

test('after five wrong passwords the right one is refused too for a while: 429 with the time to wait', async () => {
  for (let n = 0; n < 5; n++) expect((await logIn('auditor1', 'wrong')).status).toBe(422)
  for (const path of ['/login', '/login.data', '/login?redirectTo=/admin']) {
    const answer = await logIn('auditor1', 'fundesk-demo', path)
    expect([path, answer.status]).toEqual([path, 429])
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await answer.text()).toMatch(/Too many failed logins\. Wait 15 minutes/)
  }
  // A visitor cannot fake another address.
  const claimed = await logIn('auditor1', 'fundesk-demo', '/login', { 'X-Forwarded-For': '203.0.113.9' })
  expect(claimed.status).toBe(429)
  expect((await logIn('accountant1', 'fundesk-demo')).status).toBe(302)
})

test('twenty parallel wrong passwords count as at most five', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => logIn('manager1', 'wrong')))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 422).length).toBe(5)
  expect(statuses.filter((status) => status === 429).length).toBe(15)
})

test('many parallel right passwords all get in', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => logIn('finance1', 'fundesk-demo')))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(302))
  expect((await logIn('finance1', 'fundesk-demo')).status).toBe(302)
})

test('a device that logged in before is not affected by failures under that name; a made-up or another user’s device is', async () => {
  const deviceOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('device='))
      ?.split(';', 1)[0] ?? ''
  const before = await logIn('treasurer1', 'fundesk-demo')
  const device = deviceOf(before)
  expect(before.headers.getSetCookie().find((line) => line.startsWith('device='))).toMatch(
    /; HttpOnly; SameSite=Lax$/,
  )
  expect(Buffer.from(decodeURIComponent(device), 'base64').toString()).not.toContain('treasurer1')
  const colleague = deviceOf(await logIn('treasurer2', 'fundesk-demo'))
  for (let n = 0; n < 35; n++) await logIn('treasurer1', 'wrong')
  expect((await logIn('treasurer1', 'fundesk-demo')).status).toBe(429)
  for (const Cookie of [colleague, `${device}x`, 'device=W10%3D', device.replace(/\..*/, '.forged')])
    expect((await logIn('treasurer1', 'fundesk-demo', '/login', { Cookie })).status).toBe(429)
  const again = await logIn('treasurer1', 'fundesk-demo', '/login', { Cookie: device })
  expect(again.status).toBe(302)
  // A browser shared by two users is known for both.
  const both = await logIn('treasurer2', 'fundesk-demo', '/login', { Cookie: deviceOf(again) })
  expect((await logIn('treasurer1', 'fundesk-demo', '/login', { Cookie: deviceOf(both) })).status).toBe(302)
})

test('a refusal because too many files are being read says when to retry, on a page and in a call', async () => {
  const { navId } = await site.addFund({ fundCode: 'LUX001' })
  const files = await writeSet(fundModel({ fundCode: 'LUX001' }), 'FIA3')
  await site.cookieOf('accountant1')
  let going = true
  const reader = async () => {
    while (going) {
      for (const [index, file] of files.entries())
        await site.services.workers.run('readFile', [file, index]).catch(() => {})
      // Give the requests a moment before sending more files that occupy the workers.
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const readers = Array.from({ length: 60 }, reader)
  const fields = { comment: 'x', reason: 'FIRST', idempotencyKey: randomUUID() }
  const send = (path: string) =>
    site.ask('accountant1', path, { method: 'POST', body: formOf(files, fields) })
  const answers = await Promise.all(
    ['/api/uploadfilesFIA/3', '/nav-controls/new/fia-3', `/nav-controls/${navId}/new/fia-3.data`].map(send),
  )
  going = false
  await Promise.all(readers)
  for (const answer of answers) {
    expect([answer.url, answer.status]).toEqual([answer.url, 429])
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(await answer.text()).toContain('Many files are being read at the moment. Wait a minute')
  }
})

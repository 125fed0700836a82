import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import type { DemoProgress } from '~/areas/access/demo-progress'

let now: DemoProgress | null = { what: 'NAVs of 18/08/2026', percent: 34 }
const site = await opened(httpSite())
site.services.demoProgress = () => now

const FAR = 'NAVs of 18/08/2026 (34 %)'
const sent = (path: string) => site.send('auditor1', path, { username: 'auditor1', password: 'fundesk-demo' })

test('while the demo data loads, every page leads to the login, which shows the progress and accepts no login', async () => {
  for (const path of ['/', '/nav-controls/1001', '/login/oidc']) {
    const answer = await site.ask('auditor1', path)
    expect([answer.status, answer.headers.get('location')], path).toEqual([302, '/login'])
  }
  const login = await site.ask(null, '/login')
  expect(login.status).toBe(200)
  expect((await login.text()).replaceAll('<!-- -->', '')).toContain(
    `The demo data is still being loaded: ${FAR}. You can log in once all of it is loaded.`,
  )
  const answer = await site.ask(null, '/login', {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'username=auditor1&password=fundesk-demo',
  })
  const html = await answer.text()
  expect([
    answer.status,
    answer.headers.getSetCookie().filter((each) => each.startsWith('session=')),
  ]).toEqual([422, []])
  expect(html).toContain(`The demo data is still being loaded: ${FAR}. Log in when all of it is there.`)
  expect(html).toContain('value="auditor1"')
})

test('everything that would read or change data is refused with a message, and the site is not ready', async () => {
  const saved = await sent('/account/tokens/new')
  expect(saved.status).toBe(503)
  expect(saved.html).toContain(`Nothing was saved: the demo data is still being loaded, ${FAR}.`)
  const call = await site.ask('auditor1', '/api/auth/user', { fails: true })
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await call.json()).toMatchObject({ code: 'unavailable' })
  expect((await site.ask('auditor1', '/nav-controls.data')).status).toBe(503)
  const ready = await site.ask(null, '/readyz')
  expect([ready.status, await ready.text()]).toEqual([503, `loading the demo data: ${FAR}\n`])
  expect((await site.ask(null, '/healthz')).status).toBe(200)
})

test('once loaded, the site works as usual', async () => {
  now = null
  expect((await site.page('auditor1', '/nav-controls')).status).toBe(200)
  expect(await (await site.ask(null, '/login')).text()).not.toContain('being loaded')
  expect((await site.ask(null, '/readyz')).status).toBe(200)
})

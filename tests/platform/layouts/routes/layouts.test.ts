import { randomUUID } from 'node:crypto'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, beforeEach, expect, test } from 'vitest'

const site = await opened(httpSite())
afterAll(() => expect(site.crashes()).toEqual([]))
beforeEach(() => site.ownerSql`delete from saved_layout`)

const LIST = '/nav-controls'
type Fields = Record<string, string>

const post = (fields: Fields, { user = 'accountant1', key = 'navdashboard' } = {}) =>
  site.ask(user, `/layouts/${key}`, {
    method: 'POST',
    body: new URLSearchParams({ idempotencyKey: randomUUID(), ...fields }),
  })

/** Where a form redirects, and the status line of the next page. */
async function done(fields: Fields, given?: { user?: string; key?: string }) {
  const answer = await post(fields, given)
  expect(answer.status, await answer.clone().text()).toBe(302)
  const page = await site.ask(given?.user ?? 'accountant1', '/appearance')
  const line = /<p class="status-line" role="status">(.*?)<\/p>/.exec(await page.text())?.[1]
  return { to: answer.headers.get('location'), line }
}

const stored = () => site.ownerSql<
  { id: number; user_id: number; key: string; name: string; state: unknown }[]
>`
  select id, user_id, key, name, state from saved_layout order by id`
const view = async (name: string, user = 'accountant1') => {
  const { to } = await done({ intent: 'save-view', name, query: 'sort=fundcode', back: LIST }, { user })
  return Number(to?.replace(`${LIST}?view=`, ''))
}

test('each form stores, redirects and says what happened', async () => {
  const back = `${LIST}?sort=-navdate&tab=x`
  expect(await done({ intent: 'save', query: 'sort=-navdate', back })).toEqual({
    to: back,
    line: 'Layout saved',
  })
  expect(await stored()).toMatchObject([{ key: 'navdashboard', name: '', state: { query: 'sort=-navdate' } }])
  expect(await done({ intent: 'reset', query: 'x', back })).toEqual({ to: LIST, line: 'Layout reset' })
  expect(await done({ intent: 'reset', back })).toEqual({ to: LIST, line: 'Layout reset' })
  expect(await stored()).toEqual([])

  const saved = await done({
    intent: 'save-view',
    name: ' Month  end <1>',
    query: 'size=50',
    back: `${LIST}/12?sort=x`,
  })
  const [row] = await stored()
  expect(row).toMatchObject({ name: 'Month end <1>', state: { query: 'size=50' } })
  expect(saved).toEqual({ to: `${LIST}/12?view=${row?.id}`, line: 'View “Month end &lt;1&gt;” saved' })
  const again = await done({ intent: 'save-view', name: 'Month end <1>', query: 'size=10', back: LIST })
  expect(again.to).toBe(`${LIST}?view=${row?.id}`)

  const viewId = String(row?.id)
  const gone = await done({ intent: 'delete-view', viewId, back: `${LIST}?view=${viewId}&sort=-a` })
  expect(gone).toEqual({ to: `${LIST}?sort=-a`, line: 'View “Month end &lt;1&gt;” deleted' })
  expect(await stored()).toEqual([])
  const other = await view('Other')
  const third = await view('Third')
  const kept = await done({ intent: 'delete-view', viewId: String(other), back: `${LIST}?view=${third}` })
  expect(kept.to).toBe(`${LIST}?view=${third}`)
})

test('no form redirects to another site', async () => {
  for (const back of [
    'https://evil.example/',
    '//evil.example/a',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\t/evil.example',
    'evil.example',
    'javascript:alert(1)',
    '/%0d%0aLocation:%20https://evil.example',
    ' //evil.example',
    'https:evil.example',
    '@evil.example',
    '',
    '//evil.example?view=1',
  ])
    for (const intent of ['save', 'reset', 'save-view']) {
      const { to } = await done({ intent, name: 'a', query: '', back })
      const target = new URL(to ?? '', 'http://here.invalid')
      expect([back, target.host]).toEqual([back, 'here.invalid'])
      expect(to, back).toMatch(/^\/(?![/\\])/)
    }
})

test('a refused form is shown again with the input, and a link back', async () => {
  const name = 'n'.repeat(81)
  const refused = await post({ intent: 'save-view', name, query: 'sort=a&size=5', back: `${LIST}?sort=a` })
  const html = await refused.text()
  expect(refused.status).toBe(422)
  expect(html).toMatch(/role="alert".*at most 80 characters/)
  expect(html).toContain(`value="${name}"`)
  expect(html).toContain('name="query" value="sort=a&amp;size=5"')
  expect(html).toContain(`href="${LIST}?sort=a"`)
  const evil = await (await post({ intent: 'save-view', name: '', query: '', back: '//evil.example' })).text()
  expect(evil).not.toContain('href="//evil')
  const wrong: Fields[] = [
    { intent: 'save-view' },
    { intent: 'delete-view' },
    { intent: 'delete-view', viewId: 'x' },
    { intent: 'delete-view', viewId: '-1' },
    { intent: 'save', query: 'x'.repeat(21_000) },
  ]
  for (const fields of wrong) {
    const answer = await post(fields)
    expect([fields, answer.status]).toEqual([fields, 422])
    expect(await answer.text()).toMatch(/role="alert"/)
  }
  for (const fields of [{}, { intent: 'drop' }, { intent: '__proto__' }] as Fields[]) {
    const answer = await post(fields)
    expect([fields, answer.status]).toEqual([fields, 422])
    expect(await answer.text()).toContain('The page has no such form, and nothing was changed.')
  }
  expect(await stored()).toEqual([])
})

test('invalid keys are refused, unusual ones work like others', async () => {
  for (const key of ['%00', 'a%00b', 'x'.repeat(1_000), '%20'])
    for (const intent of ['save', 'reset', 'save-view'])
      expect([key, intent, (await post({ intent, name: 'a', query: '' }, { key })).status]).toEqual([
        key,
        intent,
        422,
      ])
  for (const key of ['..%2fx', '%F0%9F%98%80', 'a%20b', '__proto__']) {
    await done({ intent: 'save', query: '' }, { key })
    expect((await stored()).at(-1)?.key).toBe(decodeURIComponent(key))
  }
})

test('users cannot delete or replace what belongs to others', async () => {
  const id = await view('Mine')
  await done({ intent: 'save', query: 'mine' })
  const before = await stored()
  const refused = await post({ intent: 'delete-view', viewId: String(id), back: LIST }, { user: 'admin' })
  expect([refused.status, /You have no such view/.test(await refused.text())]).toEqual([404, true])
  await done({ intent: 'reset', back: LIST }, { user: 'admin' })
  await done({ intent: 'save', query: 'theirs', back: LIST }, { user: 'admin' })
  expect(await view('Mine', 'admin')).not.toBe(id)
  expect((await stored()).slice(0, 2)).toEqual(before)
  const page = await (await site.ask('manager1', '/layouts/navdashboard')).text()
  expect(page).toContain('You have no saved views of this list yet.')
  expect(await (await site.ask('accountant1', '/layouts/navdashboard')).text()).toContain('Mine')
})

test('another site can send none of the forms', async () => {
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
  ] as Fields[]) {
    const body = new URLSearchParams({ intent: 'save', query: 'x' })
    const answer = await site.ask('accountant1', '/layouts/navdashboard', { method: 'POST', headers, body })
    expect([headers, answer.status]).toEqual([headers, 403])
  }
  expect(await stored()).toEqual([])
})

test('a script of one of our pages may save a layout, also while leaving the page', async () => {
  const answer = await site.ask('accountant1', '/api/layouts/navdashboard', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Origin: site.origin },
    body: JSON.stringify({ query: 'sort=-navdate' }),
  })
  expect(answer.status).toBe(200)
  expect(await stored()).toMatchObject([{ key: 'navdashboard', name: '', state: { query: 'sort=-navdate' } }])
})

import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())

const LIST = '/admin/lookups/expense-types'

const page = (path: string, user = 'admin') => site.page(user, path)

/** The hidden fields of a page’s form, as a browser sends them with the input. */
function hiddenOf(html: string, after = '<form'): Record<string, string> {
  const form = html.slice(html.indexOf(after))
  const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(idempotencyKey|seen)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescaped(value)],
    ),
  )
}

const send = (path: string, fields: Record<string, string>, user = 'admin') => site.send(user, path, fields)

/** Adds an expense type by its form; returns its key. */
async function add(name: string, category = ''): Promise<string> {
  const { html } = await page(`${LIST}/new`)
  const done = await send(`${LIST}/new?search=${name}`, { ...hiddenOf(html), name, category })
  expect([done.status, done.to]).toEqual([302, `${LIST}?search=${name}`])
  const [row] = await site.ownerSql`select id from expense_type where name = ${name}`
  return String(row?.id)
}

const categoryOf = async (key: string) =>
  (await site.ownerSql`select category from expense_type where id = ${Number(key)}`)[0]?.category

test('without scripts a row is added, edited on its page, edited in place, and deleted', async () => {
  const key = await add('Alpha', 'A')
  const form = await page(`${LIST}/rows/${key}`)
  expect(form.html).toContain('value="Alpha"')
  const saved = await send(`${LIST}/rows/${key}`, { ...hiddenOf(form.html), name: 'Alpha', category: 'B' })
  expect([saved.status, saved.to, await categoryOf(key)]).toEqual([302, LIST, 'B'])
  const list = await page(LIST)
  expect(list.html).toContain('Expense type Alpha changed')

  const inline = await page(`${LIST}?sort=-name&edit=${key}`)
  expect(inline.html).toMatch(/<form[^>]*id="inline"[^>]*>/)
  expect(inline.html).toMatch(/<input[^>]*name="category" form="inline"[^>]*value="B"/)
  expect(inline.html).toMatch(/<button type="submit" form="inline"[^>]*>Save<\/button>/)
  const hidden = hiddenOf(inline.html, '<form method="post"')
  const fields = { ...hidden, name: 'Alpha', category: 'C' }
  const done = await send(`${LIST}?sort=-name&edit=${key}`, fields)
  expect([done.status, done.to, await categoryOf(key)]).toEqual([302, `${LIST}?sort=-name`, 'C'])

  const ask = await page(`${LIST}/rows/${key}/delete`)
  expect(ask.html).toContain('Delete expense type Alpha?')
  const gone = await send(`${LIST}/rows/${key}/delete`, hiddenOf(ask.html))
  expect([gone.status, gone.to, await categoryOf(key)]).toEqual([302, LIST, undefined])
  const again = await page(`${LIST}/rows/${key}/delete`)
  expect([again.status, again.html.includes('No such expense type')]).toEqual([404, true])
})

test('errors are shown at their field with the input', async () => {
  const key = await add('Beta', 'A')
  for (const path of [`${LIST}/rows/${key}`, `${LIST}?edit=${key}`]) {
    const { html } = await page(path)
    const typed = { ...hiddenOf(html, 'method="post"'), name: ' ', category: '<b>typed</b>' }
    const refused = await send(path, typed)
    expect(refused.status).toBe(422)
    expect(refused.html).toMatch(/id="[^"]*name-error"[^>]*>Enter the name\.</)
    expect(refused.html).toContain('value="&lt;b&gt;typed&lt;/b&gt;"')
  }
})

test('without scripts a fund gets a year end and a fee, shown in usual notation', async () => {
  await site.ownerSql`insert into currency values ('EUR', 'Euro') on conflict do nothing`
  const [made] = await site.ownerSql`
    insert into fund (code, name, currency, type, regime, provider, client_validation)
    values ('OAK01', 'Oak Equities', 'EUR', 'EQUITY', 'UCITS', 'FIA', false) returning id`
  const id = String(made?.id)
  const path = `/admin/lookups/funds/rows/${id}`
  const { html } = await page(path)
  expect(html).toMatch(/<input[^>]*name="yearEnd"/)
  const fields = {
    code: 'OAK01',
    name: 'Oak Equities',
    currency: 'EUR',
    type: 'EQUITY',
    regime: 'UCITS',
    provider: 'FIA',
  }
  const wrong = await send(path, { ...hiddenOf(html, 'method="post"'), ...fields, yearEnd: '31/02' })
  expect([
    wrong.status,
    wrong.html.includes('Year end &quot;31/02&quot; is not a day of the year (dd/MM).'),
  ]).toEqual([422, true])
  const done = await send(path, { ...hiddenOf(html, 'method="post"'), ...fields, yearEnd: '30/09' })
  expect(done.status).toBe(302)
  expect((await site.ownerSql`select year_end from fund where id = ${id}`)[0]?.year_end).toBe('09-30')
  expect((await page(path)).html).toMatch(/<input[^>]*name="yearEnd"[^>]*value="30\/09"/)
  expect((await page('/admin/lookups/funds?filter.yearEnd=30/09')).html).toContain('30/09')

  const fees = '/admin/lookups/fee-schedule'
  const form = await page(`${fees}/new`)
  const fee = { fundId: id, accountPrefix: '611', validFrom: '2026-01-01', days: 'ACT' }
  const both = await send(`${fees}/new`, { ...hiddenOf(form.html), ...fee, rate: '1', amount: '5' })
  expect([both.status, both.html.includes('Give a rate or an amount, not both')]).toEqual([422, true])
  expect((await send(`${fees}/new`, { ...hiddenOf(form.html), ...fee, rate: '1.25' })).status).toBe(302)
  const list = await page(fees)
  expect(list.html).toContain('OAK01 Oak Equities')
  expect(list.html).toContain('1.25')
})

test('a concurrent change is shown field by field, with two choices', async () => {
  const key = await add('Gamma', 'A')
  for (const path of [`${LIST}/rows/${key}`, `${LIST}?edit=${key}`]) {
    await site.ownerSql`update expense_type set category = 'A' where id = ${Number(key)}`
    const { html } = await page(path)
    await site.ownerSql`update expense_type set category = 'Theirs' where id = ${Number(key)}`
    const typed = { ...hiddenOf(html, 'method="post"'), name: 'Gamma', category: 'Mine' }
    const refused = await send(path, typed)
    expect([refused.status, await categoryOf(key)]).toEqual([409, 'Theirs'])
    for (const words of [
      'When you opened it',
      'Stored now',
      'Yours',
      'Use the stored version',
      'value="Mine"',
    ])
      expect(refused.html).toContain(words)
    expect(refused.html).toMatch(/<mark[^>]*>Theirs</)
    const over = /name="over" value="([^"]*)"/.exec(refused.html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    expect(JSON.parse(over)).toEqual({ name: 'Gamma', category: 'Theirs' })
    const done = await send(path, { ...typed, over })
    expect([done.status, await categoryOf(key)]).toEqual([302, 'Mine'])
  }
})

test('a row deleted meanwhile can be added again with the input', async () => {
  for (const way of ['popup', 'inline']) {
    const key = await add(`Delta-${way}`, 'A')
    const path = way === 'popup' ? `${LIST}/rows/${key}` : `${LIST}?edit=${key}`
    const { html } = await page(path)
    await site.ownerSql`delete from expense_type where id = ${Number(key)}`
    const typed = { ...hiddenOf(html, 'method="post"'), name: `Delta-${way}`, category: 'Mine' }
    const refused = await send(path, typed)
    expect(refused.status).toBe(409)
    for (const words of ['Add my version again', 'Leave it deleted', 'value="Mine"'])
      expect(refused.html).toContain(words)
    const done = await send(path, { ...typed, over: 'null' })
    expect(done.status).toBe(302)
    const rows = await site.ownerSql`select category from expense_type where name = ${`Delta-${way}`}`
    expect(rows).toMatchObject([{ category: 'Mine' }])
  }
})

test('read-only users see the rows and cannot change them', async () => {
  const key = await add('Epsilon')
  const list = await page(`${LIST}?edit=${key}`, 'auditor1')
  expect(list.status).toBe(200)
  expect(list.html).toContain('Epsilon')
  expect(list.html).not.toMatch(/form="inline"|>Edit<|>Delete<|New expense type|\/rows\//)
  const { html } = await page(`${LIST}/rows/${key}`)
  for (const path of [`${LIST}?edit=${key}`, `${LIST}/rows/${key}`, `${LIST}/rows/${key}/delete`]) {
    const { status } = await send(path, { ...hiddenOf(html), name: 'x' }, 'auditor1')
    expect([path, status]).toEqual([path, 403])
  }
  await site.ownerSql`update authorisation set may_add = false where function_id = 'administration'`
  const updater = await page(LIST)
  expect([updater.html.includes('New expense type'), updater.html.includes('>Edit<')]).toEqual([false, true])
  const late = await send(`${LIST}/rows/${key}`, { ...hiddenOf(html), name: 'x', over: 'null' })
  expect(late.status).toBe(403)
  await site.ownerSql`update authorisation set may_add = true where function_id = 'administration' and may_update`
})

test('impossible form data is refused, and nothing breaks', async () => {
  const key = await add('Zeta')
  const { html } = await page(`${LIST}/rows/${key}`)
  const hidden = hiddenOf(html)
  const changes: Record<string, string>[] = [
    { seen: '{' },
    { seen: '[1]' },
    { seen: '{"name":{}}' },
    { seen: 'x'.repeat(200_000) },
    { idempotencyKey: 'x' },
  ]
  for (const change of changes) {
    const { status } = await send(`${LIST}/rows/${key}`, { ...hidden, name: 'x', ...change })
    expect([Object.keys(change), status]).toEqual([Object.keys(change), 422])
  }
  for (const [odd, status] of [
    ['%00', 404],
    ['..%2f', 404],
    ['__proto__', 404],
    ['%F0%9F', 400],
    ['x'.repeat(3_000), 404],
  ] as const) {
    expect((await page(`${LIST}?edit=${odd}`)).status, odd).toBe(200)
    expect([odd, (await page(`${LIST}/rows/${odd}`)).status]).toEqual([odd, status])
  }
  expect((await page('/admin/lookups/nothing')).status).toBe(404)
  expect(site.crashes()).toEqual([])
})

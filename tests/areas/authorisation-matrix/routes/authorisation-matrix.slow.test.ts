import { randomUUID } from 'node:crypto'
import { addMatrix, CLIENT } from 'tests/support/areas/authorisation-matrix/add-matrix'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const client = (await addMatrix(site)).client
await site.ownerSql`insert into currency (code, name) values ('EUR', 'Euro'), ('CHF', 'Swiss franc')`

const PAGE = '/authorisation-matrix'
const shown = async (user: string, path = PAGE) => (await site.ask(user, path)).text()
const post = (user: string, path: string, fields: Record<string, string>, type = 'form') =>
  site.ask(user, path, {
    method: 'POST',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: type === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  })
const rule = {
  legalEntityId: '1',
  currency: 'CHF',
  amountFrom: '0',
  amountTo: '',
  rule: 'A+A',
  validFrom: '2026-01-01',
}
const rules = async () =>
  Number((await site.ownerSql`select count(*) from authorisation_rule where currency = 'CHF'`)[0]?.count)
const waiting = async () =>
  (await site.ownerSql`select id from pending_change where decision is null order by id`).map(({ id }) =>
    String(id),
  )

test('a rule added by an administrator is pending, and the status line says for whom', async () => {
  const form = await shown('admin', '/admin/lookups/authorisation-rules/new')
  const key = /name="idempotencyKey" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const fields = { ...rule, legalEntityId: String(client), idempotencyKey: key, validTo: '' }
  const done = await post('admin', '/admin/lookups/authorisation-rules/new', fields)
  expect([done.status, done.headers.get('location')]).toEqual([302, '/admin/lookups/authorisation-rules'])
  const list = await shown('admin', '/admin/lookups/authorisation-rules')
  expect(list).toContain(
    'Authorisation rule CHF from 0.00, valid from 01/01/2026 will be added: it takes effect when a member of TEAM LEADER approves it',
  )
  expect(await rules()).toBe(0)
  // Amounts have two decimals.
  expect(list).toMatch(/5,000\.01/)
  expect(list).toMatch(/>5,000\.00</)
})

test('a team leader sees it with its matrix and approves it; others see who decides', async () => {
  const [id = ''] = await waiting()
  const mine = await shown('teamleader1')
  expect(mine).toContain(
    `Authorisation rule of ${CLIENT.replace('&', '&amp;')}, CHF from 0.00, valid from 01/01/2026`,
  )
  expect(mine).toMatch(/Rule: A\+A/)
  expect(mine).toContain('value="approve"')
  expect(mine).toMatch(new RegExp(`href="/authorisation-matrix/${client}/\\d{4}-\\d\\d-\\d\\d\\.pdf"`))
  for (const user of ['accountant1', 'auditor1']) {
    const theirs = await shown(user)
    expect(theirs, user).not.toContain('value="approve"')
    expect(theirs, user).toContain(
      'Only members of TEAM LEADER who may update Drafted Expenses can decide this change.',
    )
  }
  expect(
    (await post('accountant1', PAGE, { idempotencyKey: randomUUID(), id, intent: 'approve' })).status,
  ).toBe(403)
  expect(await rules()).toBe(0)
  expect(await shown('admin', '/admin/changes')).toContain('Needs another person')
  const done = await post('teamleader1', PAGE, { idempotencyKey: randomUUID(), id, intent: 'approve' })
  expect([done.status, done.headers.get('location'), await rules()]).toEqual([302, PAGE, 1])
  expect(await shown('teamleader1')).toContain('Approved: ')
  const again = await post('teamleader2', PAGE, {
    idempotencyKey: randomUUID(),
    id,
    intent: 'refuse',
    comment: 'Too late',
  })
  expect([again.status, await again.text()]).toEqual([
    409,
    expect.stringContaining('already approved by teamleader1'),
  ])
})

test('team leaders reach the page from the expense pages', async () => {
  const link = 'href="/authorisation-matrix"'
  expect(await shown('teamleader1', '/invoices')).toContain(link)
  expect(await shown('accountant1', '/invoices')).not.toContain(link)
})

test('calls answer 202 with a note and the current row; a refused change has no effect', async () => {
  const path = '/api/lookups/authorisation-rules'
  const [row] = await site.ownerSql`select id from authorisation_rule where currency = 'CHF'`
  const change = await post('admin', `${path}/update`, { key: String(row?.id), rule: 'A' }, 'json')
  expect([change.status, await change.json()]).toEqual([
    202,
    expect.objectContaining({
      rule: 'A+A',
      note: 'it takes effect when a member of TEAM LEADER approves it',
    }),
  ])
  const gone = await post('admin', `${path}/delete`, { key: String(row?.id) }, 'json')
  expect(gone.status).toBe(202)
  // The newer request replaced the older one.
  const [id = '', ...more] = await waiting()
  expect(more).toEqual([])
  expect(await shown('teamleader2')).toMatch(/Deleted; /)
  expect(
    (
      await post('teamleader2', PAGE, {
        idempotencyKey: randomUUID(),
        id,
        intent: 'refuse',
        comment: 'Not now',
      })
    ).status,
  ).toBe(302)
  expect([await rules(), await waiting()]).toEqual([1, []])
  const file = await site.ask('teamleader1', `${PAGE}/export/pending_changes.csv`)
  expect(file.status).toBe(200)
})

test('the matrix of a day opens in the browser, and may be framed by the site', async () => {
  const answer = await site.ask('treasurer1', `${PAGE}/${client}/2026-10-30.pdf`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('content-disposition')).toMatch(/^inline/)
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()))
  expect(text.join(' ')).toContain(CLIENT)
  for (const [path, status] of [
    [`${client}/2026-13-01.pdf`, 422],
    [`${client}/x.pdf`, 422],
    ['999999/2026-10-30.pdf', 404],
    ['none/2026-10-30.pdf', 404],
  ] as const)
    expect([path, (await site.ask('treasurer1', `${PAGE}/${path}`)).status]).toEqual([path, status])
  expect(site.crashes()).toEqual([])
})

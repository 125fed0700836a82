import { randomUUID } from 'node:crypto'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const IBAN = 'LU280019400644750000'
const BIC = 'BGLLLULLXXX'

const site = await opened(httpSite())
const reference = await expenseReference(site)
const supplier = reference.supplierId
const settling = reference.settlingId
await site.ownerSql`insert into currency (code, name) values ('EUR', 'Euro')`

const row = (more: object = {}) => ({
  entityId: supplier,
  iso3Currency: 'EUR',
  bic: BIC,
  iban: IBAN,
  ...more,
})
const call = async (user: string, path: string, body?: unknown) => {
  const answer = await site.ask(user, `/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}
const accounts = async () =>
  (await call('treasurer1', `/entity/bankaccount/${supplier}`)).json as unknown as Record<string, unknown>[]
const stored = async () =>
  Number((await site.ownerSql`select count(*) from pending_change where kind = 'bank account'`)[0]?.count)
/** Decides the oldest pending change on the page. */
async function decide(user: string, decision: 'approve' | 'refuse') {
  const [change] = await site.ownerSql`select id from pending_change where decision is null order by id`
  const sent = { idempotencyKey: randomUUID(), id: String(change?.id), intent: decision, comment: 'Not now' }
  return (await site.send(user, '/bank-accounts', sent)).status
}

test('a new account returns 202 and a note; its requester cannot approve it, a team leader can', async () => {
  const made = await call('finance1', '/bankaccount', row({ iban: 'LU28 0019 4006 4475 0000' }))
  expect([made.status, made.json]).toEqual([
    202,
    expect.objectContaining({
      ...row(),
      note: 'it takes effect when a member of TEAM LEADER approves it',
    }),
  ])
  expect(await accounts()).toEqual([])
  expect(await decide('finance1', 'approve')).toBe(403)
  expect(await decide('teamleader1', 'approve')).toBe(302)
  expect(await accounts()).toEqual([
    expect.objectContaining({
      ...row(),
      id: expect.any(Number),
      creationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      createdBy: 'Ines Carvalho',
      approvedBy: 'Claire Weyland',
      waits: null,
    }),
  ])
})

test('a request with an id changes that account and returns its current state; deletion is pending too', async () => {
  const [account] = await accounts()
  const { id } = account ?? {}
  const changed = await call('finance1', '/bankaccount', { ...row({ bic: 'BILLLULL' }), id })
  expect([changed.status, changed.json.bic]).toEqual([202, BIC])
  const same = await call('finance1', '/bankaccount', { id, bic: BIC })
  expect([same.status, same.json.bic, same.json.note]).toEqual([200, BIC, undefined])
  expect((await accounts())[0]?.waits).toMatch(/^Change requested by Ines Carvalho, /)
  expect(await decide('teamleader1', 'refuse')).toBe(302)
  const gone = await call('teamleader1', '/bankaccount/delete', { id })
  expect([gone.status, gone.json]).toMatchObject([202, { id, note: expect.stringContaining('TEAM LEADER') }])
  expect(await decide('teamleader1', 'approve')).toBe(403)
  expect(await decide('teamleader2', 'refuse')).toBe(302)
  expect(await accounts()).toHaveLength(1)
})

test.each([
  [{ iban: 'LU290019400644750000' }, 422, 'iban'],
  [{ bic: 'BGLL' }, 422, 'bic'],
  [{ bic: 12 }, 422, 'bic'],
  [{ iso3Currency: 'XXX' }, 422, 'iso3Currency'],
  [{ iso3Currency: 'USD' }, 422, 'iso3Currency'],
  [{ iban: IBAN }, 422, 'iban'],
  [{ entityId: '' }, 422, 'entityId'],
  [{ entityId: 'x' }, 422, 'entityId'],
  [{ entityId: 1e12 }, 422, 'entityId'],
])('%o is refused with %i and a message for %s, and stores nothing', async (more, status, field) => {
  const before = await stored()
  const { status: got, json } = await call(
    'finance1',
    '/bankaccount',
    row({ iban: 'DE02120300000000202051', ...more }),
  )
  expect([got, Object.keys(json.fields as object), json.title]).toEqual([status, [field], 'Settings error'])
  expect(json.errorMessage).toEqual(expect.stringMatching(/\.$/))
  expect(await stored()).toBe(before)
})

test('refuses unknown accounts and entities, and users without permission', async () => {
  const [account] = await accounts()
  const id = account?.id
  for (const [user, path, body, status] of [
    ['finance1', '/bankaccount', row({ entityId: 999_999 }), 404],
    ['finance1', '/bankaccount', row({ id: 999_999 }), 404],
    ['finance1', '/bankaccount', { id: 'x', bic: BIC }, 404],
    ['finance1', '/bankaccount', row({ id, entityId: settling }), 404],
    ['finance1', '/bankaccount', [], 422],
    ['finance1', '/bankaccount/delete', { id }, 403],
    ['accountant1', '/bankaccount', row(), 403],
    ['treasurer1', '/bankaccount', row({ id }), 403],
    ['manager1', `/entity/bankaccount/${supplier}`, undefined, 403],
    ['treasurer1', '/entity/bankaccount/999999', undefined, 404],
    ['treasurer1', '/entity/bankaccount/x', undefined, 404],
    ['teamleader1', '/bankaccount/delete', {}, 422],
    ['teamleader1', '/bankaccount/delete', { id: 999_999 }, 404],
  ] as const)
    expect([user, path, body, (await call(user, path, body)).status]).toEqual([user, path, body, status])
  const refused = await call('teamleader1', '/bankaccount/delete', { id: 999_999 })
  expect(refused.json.title).toBe('Delete Error')
})

test('GET bankaccount/delete/{key} requests the deletion, from a page of this site or with a token alone', async () => {
  const [account] = await accounts()
  const path = `/api/bankaccount/delete/${account?.id}`
  const remove = (headers: Record<string, string>, method = 'GET') =>
    site.ask('teamleader1', path, { method, headers })
  const before = await stored()
  const foreign: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Purpose': 'prefetch' },
  ]
  for (const headers of foreign) {
    const refused = await remove(headers)
    expect([headers, refused.status]).toEqual([headers, 403])
    expect(await refused.text()).toContain('Send DELETE to it')
  }
  expect((await site.ask('finance1', path, { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(
    403,
  )
  expect(await stored()).toBe(before)
  const gone = await remove({ 'Sec-Fetch-Site': 'same-origin' })
  expect([gone.status, await gone.json()]).toMatchObject([
    202,
    { id: account?.id, note: expect.stringContaining('TEAM LEADER') },
  ])
  expect(await decide('teamleader2', 'refuse')).toBe(302)
  expect((await remove({ 'Sec-Fetch-Site': 'same-origin' }, 'DELETE')).status).toBe(202)
  expect(await decide('teamleader2', 'refuse')).toBe(302)
  expect(await accounts()).toHaveLength(1)
})

test('a concurrent change is a conflict that shows both versions', async () => {
  const [account] = await accounts()
  await call('finance1', '/bankaccount', { id: account?.id, bic: 'BILLLULL' })
  await decide('teamleader1', 'approve')
  const late = await call('finance2', '/bankaccount', { id: account?.id, bic: 'CELLLULL', seen: account })
  expect([late.status, late.json.details]).toMatchObject([
    409,
    { opened: { bic: BIC }, stored: { bic: 'BILLLULL' } },
  ])
})

test('the page opens with the default entity, which authorised users set and the event log records', async () => {
  const post = (user: string, fields: Record<string, string>, idempotencyKey: string = crypto.randomUUID()) =>
    site.send(user, '/bank-accounts', { intent: 'default entity', idempotencyKey, ...fields })
  expect(await (await site.ask('auditor1', '/bank-accounts')).text()).toContain('Choose a legal entity')
  expect((await post('treasurer1', { defaultEntity: String(supplier) })).status).toBe(403)
  expect((await post('finance1', { defaultEntity: '999999' })).status).toBe(404)
  expect((await post('finance1', { defaultEntity: 'x' })).status).toBe(422)
  const key = crypto.randomUUID()
  expect((await post('finance1', { defaultEntity: String(supplier) }, key)).status).toBe(302)
  const page = await (await site.ask('auditor1', '/bank-accounts')).text()
  expect(page).toContain('LU28 0019 4006 4475 0000')
  expect(page).not.toContain('value="approve"')
  const other = await (await site.ask('auditor1', `/bank-accounts?entity=${settling}`)).text()
  expect(other).toContain('There is no bank account yet')
  expect((await site.ask('auditor1', '/bank-accounts?entity=999999')).status).toBe(404)
  const sought = await (await site.ask('auditor1', '/bank-accounts?entity=no-such-name')).text()
  expect(sought).toMatch(/role="alert"|field__error|message/)
  expect(sought).toContain('no-such-name')
  expect(sought).not.toContain('LU28')
  const [event] = await site.ownerSql`select who_name, log from workflow_event where name = 'change setting'`
  expect(event).toEqual({
    who_name: 'Ines Carvalho',
    log: 'Default entity of Bank Accounts: "" → "Index Data House Ltd"',
  })
  // A repeated form has no effect once another entity was set.
  const count = async () =>
    (await site.ownerSql`select from workflow_event where name = 'change setting'`).length
  expect((await post('finance1', { defaultEntity: String(settling) })).status).toBe(302)
  expect((await post('finance1', { defaultEntity: String(supplier) }, key)).status).toBe(302)
  expect(await count()).toBe(2)
  expect((await post('finance1', { defaultEntity: String(supplier) })).status).toBe(302)
})

test('accounts and decisions are exported, with numbers as stored, without spaces', async () => {
  const file = async (name: string) => (await site.ask('auditor1', `/bank-accounts/export/${name}`)).text()
  const text = await file('bank-accounts.csv')
  expect(text).toMatch(
    /Ccy.Bic.IBAN.Clearing code.Any currency.Charges.Pending.Created.Created by.Updated.Updated by.Approved by/,
  )
  expect(text).toContain(IBAN)
  expect(await file('decided_changes.csv')).toMatch(/Bic: BGLLLULLXXX → BILLLULL.+approved/)
  expect(await file('pending_changes.csv')).toContain('Requested by')
  expect(site.crashes()).toEqual([])
})

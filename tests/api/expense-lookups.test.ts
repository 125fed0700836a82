import { clientValidator, legalEntity } from 'db/schema/lookups'
import { addMatrix, CLIENT } from 'tests/support/areas/authorisation-matrix/add-matrix'
import { opened } from 'tests/support/opened'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { apiSite } from '../support/api/site'

const site = await opened(apiSite())
const client = (await addMatrix(site)).client
await site.transaction(async (tx) => {
  await tx.insert(legalEntity).values([
    { name: 'Old Supplier', kind: 'SUPPLIER', deadDate: '2026-11-01' },
    { name: 'Dying Supplier', kind: 'SUPPLIER', deadDate: '2026-11-02' },
    { name: 'Target ICAV', kind: 'SUPPLIER FUND' },
  ])
  await tx
    .insert(clientValidator)
    .values({ legalEntityId: client, firstName: 'Zoë', lastName: 'Álvarez', isRetired: false })
})

const get = (path: string) => site.call('finance1', 'GET', path)

test('legal entities are listed in full or as names, without those dead today', async () => {
  const all = await get('entities')
  expect([all.status, all.answer.headers.get('x-total-count')]).toEqual([200, '5'])
  expect(all.answer.headers.get('link')).toContain('rel="last"')
  expect(all.body).toContainEqual({
    id: client,
    name: CLIENT,
    kind: 'COMPANY',
    jurisdiction: null,
    vatNumber: null,
    deadDate: null,
  })
  const named = await get('lookup/entities?filter.name=Old')
  expect(named.body).toEqual([{ id: expect.any(Number), name: 'Old Supplier', deadDate: '2026-11-01' }])
  // The clock says 2 November.
  const living = await get('entities/ntr?sort=-name&size=2')
  expect(living.answer.headers.get('x-total-count')).toBe('4')
  expect(living.body).toEqual([
    { id: expect.any(Number), name: 'Target ICAV' },
    { id: client, name: CLIENT },
  ])
})

test('expense users read expense types and routine types; other tables need Administration', async () => {
  await site.ownerSql`insert into expense_type (name, category) values ('Audit fee', 'Professional fees')`
  await site.ownerSql`insert into routine_type (name) values ('Quarterly')`
  const [type] = (await get('lookups/expense-types')).body
  expect(type).toMatchObject({ id: expect.any(Number), name: 'Audit fee', category: 'Professional fees' })
  expect((await get('lookups/routine-types')).body).toMatchObject([{ name: 'Quarterly' }])
  for (const path of ['lookups/funds', 'lookups/nothing', 'lookups/legal-entities']) {
    const { status, body } = await get(path)
    expect([path, status, body.errorMessage]).toEqual([path, 403, expect.stringContaining('Administration')])
  }
  const added = await site.call('finance1', 'POST', 'lookups/expense-types', { body: { name: 'Mine' } })
  expect(added.status).toBe(403)
  expect((await site.call('production1', 'GET', 'lookups/expense-types')).status).toBe(403)
})

test('suppliers and supplier funds come with their dead date', async () => {
  const names = async (path: string) =>
    (await get(path)).body.map(({ name, deadDate }: Record<string, string>) => [name, deadDate])
  expect(await names('drafttransactions/suppliers')).toEqual([
    ['Dying Supplier', '2026-11-02'],
    ['Old Supplier', '2026-11-01'],
  ])
  expect(await names('drafttransactions/funds')).toEqual([['Target ICAV', null]])
})

test('the validators of a client exclude retired ones', async () => {
  const { body, answer } = await get(`clients/${client}`)
  expect(answer.headers.get('x-total-count')).toBe('4')
  expect(body.map(({ lastName }: { lastName: string }) => lastName)).toEqual([
    'Bäck',
    'Cœur',
    'Daßler',
    'Álvarez',
  ])
  expect(body[0]).toEqual({ id: expect.any(Number), firstName: 'Anna', lastName: 'Bäck', isRetired: false })
  for (const odd of ['999999', '99999999999', 'x', '0', '1e3'])
    expect([odd, (await get(`clients/${odd}`)).status]).toEqual([odd, 404])
})

test('mappings by key, amount types and the statuses of invoices', async () => {
  const { body } = await get('mappings/key/POSTING_FILTER')
  expect(body.map(({ code, sortingOrder }: Record<string, string>) => [code, sortingOrder])).toEqual([
    ['ALL', 1],
    ['STATUTORY', 2],
    ['MANAGEMENT', 3],
  ])
  for (const key of ['posting_filter', 'NONE', '__proto__', '%00'])
    expect([key, (await get(`mappings/key/${key}`)).status]).toEqual([key, 404])
  expect((await get('amounttypes')).body).toEqual([
    { id: 'gross', name: 'Gross' },
    { id: 'net', name: 'Net' },
    { id: 'taxes', name: 'Taxes' },
  ])
  const states = (await get('expenseworkflow/nondraft')).body
  expect(states).toContainEqual({ eventStatus: 'TO BOOK', eventQueue: 'ACCOUNTING', eventClass: 'new' })
  expect(states.map(({ eventStatus }: { eventStatus: string }) => eventStatus)).toEqual([
    'TO BOOK',
    'TO APPROVE',
    'CANCELLED',
    'FIRST APPROVAL',
    'APPROVED',
    'SENT',
    'PAID',
    'RECREATED',
    'RETURNED',
    'IN DISPUTE',
  ])
})

test('the authorisation matrix for a day is a PDF; an invalid day or entity is refused with a message', async () => {
  const answer = await fetch(`${site.origin}/api/authmatrix/${client}/2026-10-30`, {
    headers: { Cookie: await site.cookieOf('finance1') },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('content-disposition')).toContain(`authorisation_matrix_${client}_2026-10-30.pdf`)
  const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()))
  expect(text.join(' ')).toContain(CLIENT)
  for (const [path, status] of [
    [`${client}/2026-02-30`, 422],
    [`${client}/today`, 422],
    ['999999/2026-10-30', 404],
    ['99999999999/2026-10-30', 404],
    ['x/2026-10-30', 404],
  ] as const) {
    const refused = await get(`authmatrix/${path}`)
    expect([path, refused.status, refused.body.errorMessage]).toEqual([
      path,
      status,
      expect.stringMatching(/\w/),
    ])
  }
})

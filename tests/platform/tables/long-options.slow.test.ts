import { opened } from 'tests/support/opened'
import { newProcessDate } from 'tests/support/process-dates'
import { httpSite } from 'tests/support/routes/http-site'
import { describe, expect, test } from 'vitest'
import { MAX_OFFERED } from '~/platform/tables/options.server'

const MANY = 3_000

const site = await opened(httpSite())
await site.ownerSql`
  insert into legal_entity (name, kind)
  select 'Entity ' || n || ' of Ålesund', 'COMPANY' from generate_series(1, ${MANY}) n`
await site.ownerSql`
  insert into client_validator (legal_entity_id, first_name, last_name, is_retired)
  select id, 'Sigrid', 'Aas', false from legal_entity where name like 'Entity %'`
await site.ownerSql`
  insert into currency (code, name) values ('LUF', 'Luxembourg franc') on conflict do nothing`
await site.ownerSql`
  insert into fund (code, name, currency, provider, regime, type, client_validation)
  select 'LONG' || n, 'Fund of Ålesund ' || n, code, 'FIA', 'UCITS', 'BOND', false
  from generate_series(1, ${MANY}) n, (select code from currency limit 1) as money`
await site.ownerSql`
  insert into app_user (user_name, first_name, last_name, role, homepage, created_at)
  select 'many' || n, 'Åse', 'Number ' || n, 'OPERATIONS', '', now() from generate_series(1, ${MANY}) n`
await site.ownerSql`
  insert into authorisation (user_id, function_id, may_add, may_update, may_delete)
  select id, 'processdashboard', false, false, false from app_user where user_name like 'many%'`

const idOf = async (name: string) => {
  const [row] = await site.ownerSql<{ id: number }[]>`select id from legal_entity where name = ${name}`
  return Number(row?.id)
}
const optionsIn = (html: string) => html.match(/<option/g)?.length ?? 0
/** The page state for scripts does not contain them either. */
const carries = (html: string) => html.match(/of Ålesund \d*|LONG\d+|Åse/g)?.length ?? 0
const once = () => ({ idempotencyKey: crypto.randomUUID() })

describe('of thousands of values a page has only those of its rows', () => {
  const newProcess = async () => {
    const { processDateId } = await site.transaction((tx) =>
      newProcessDate(tx, {
        name: 'Long lists',
        now: site.clock(),
        eventDate: '2026-11-01',
        dueDate: '2026-11-20',
        tasks: [{ name: 'Send' }],
      }),
    )
    return `/processes?filter.process=Long&edit=${processDateId}`
  }
  const fund = async () => {
    const [row] = await site.ownerSql`select id from fund where code = 'LONG7'`
    return String(row?.id)
  }
  test.each([
    ['funds/new', () => '/admin/lookups/funds/new', 'legalEntityId'],
    ['a fund', async () => `/admin/lookups/funds/rows/${await fund()}`, 'legalEntityId'],
    [
      'a fund in its row',
      async () => `/admin/lookups/funds?filter.code=LONG7&size=5&edit=${await fund()}`,
      'legalEntityId',
    ],
    ['a share class', () => '/admin/lookups/share-classes/new', 'fundId'],
    ['a NAV date', () => '/admin/lookups/nav-calendar/new', 'fundId'],
    ['a fee', () => '/admin/lookups/fee-schedule/new', 'fundId'],
    ['a validator', () => '/admin/lookups/client-validators/new', 'legalEntityId'],
    ['a signatory', () => '/admin/lookups/signatories/new', 'validatorId'],
    ['a rule of signatures', () => '/admin/lookups/authorisation-rules/new', 'legalEntityId'],
    ['an entity', () => '/admin/lookups/legal-entities/new', 'managementCompanyId'],
    ['an entity that runs a process', () => '/admin/lookups/entity-processes/new', 'userId'],
    ['a tolerance', () => '/admin/tolerances/new', 'subject'],
    ['the user of a process', newProcess, 'user_id'],
  ])('%s', async (_, path, field) => {
    const { status, html } = await site.page(
      path.name === 'newProcess' ? 'operations1' : 'admin',
      await path(),
    )
    expect(status).toBe(200)
    expect(html).toMatch(
      new RegExp(`<input[^>]*name="${field}"[^>]*type="text"|<input[^>]*type="text"[^>]*name="${field}"`),
    )
    expect(optionsIn(html)).toBeLessThan(3 * MAX_OFFERED)
    // The list below the popup has its own page of rows.
    expect(carries(html)).toBeLessThan(6 * MAX_OFFERED)
    expect(html.length).toBeLessThan(400_000)
  })
})

test('users who may write the table find a value by part of its text', async () => {
  const ask = async (user: string, path: string) => {
    const { status, html } = await site.page(user, path)
    return status === 200 ? JSON.parse(html) : status
  }
  expect(await ask('admin', '/choices/funds/legalEntityId?text=alesund+2999')).toEqual([
    { value: String(await idOf('Entity 2999 of Ålesund')), label: 'Entity 2999 of Ålesund' },
  ])
  expect(await ask('admin', '/choices/funds/legalEntityId?text=entity')).toHaveLength(20)
  expect(await ask('admin', '/choices/tolerances/subject?text=long2999')).toMatchObject([
    { value: 'LONG2999' },
  ])
  expect(await ask('admin', '/choices/funds/toString?text=a')).toBe(404)
  expect(await ask('admin', '/choices/nothing/legalEntityId?text=a')).toBe(404)
  for (const user of ['auditor1', 'finance1'])
    expect(await ask(user, '/choices/funds/legalEntityId?text=entity')).toBe(403)
  expect(await ask('operations1', '/choices/process-users?text=number+2999')).toMatchObject([
    { label: 'Åse Number 2999' },
  ])
  expect(await ask('finance1', '/choices/process-users?text=number')).toBe(403)
})

test('input is matched to the value with that name, with any accents and case', async () => {
  const path = '/admin/lookups/client-validators/new'
  const person = { firstName: 'Ingrid', lastName: 'Berg' }
  const added = await site.send('admin', path, {
    ...once(),
    ...person,
    legalEntityId: 'entity 1234 of ALESUND',
  })
  expect(added.status).toBe(302)
  const [row] = await site.ownerSql`select id, legal_entity_id from client_validator where last_name = 'Berg'`
  expect(Number(row?.legal_entity_id)).toBe(await idOf('Entity 1234 of Ålesund'))

  const stored = {
    ...person,
    id: Number(row?.id),
    legalEntityId: Number(row?.legal_entity_id),
    isRetired: false,
    key: String(row?.id),
  }
  const inRow = `/admin/lookups/client-validators?edit=${row?.id}&filter.lastName=Berg`
  const typed = { intent: 'save row', seen: JSON.stringify(stored), ...person }
  const refused = await site.send('admin', inRow, {
    ...once(),
    ...typed,
    legalEntityId: 'Entity 12345 of Alesund',
  })
  expect(refused.status).toBe(422)
  expect(refused.html).toMatch(
    /Legal entity: “Entity 12345 of Alesund” is not in the list. The nearest names: /,
  )
  expect(refused.html).toContain('value="Entity 12345 of Alesund"')
  const saved = await site.send('admin', inRow, {
    ...once(),
    ...typed,
    legalEntityId: 'Entity 77 of Ålesund',
  })
  expect(saved.status).toBe(302)

  // Another user still has the old row: both versions are shown by name.
  const late = await site.send('admin2', inRow, {
    ...once(),
    ...typed,
    legalEntityId: 'Entity 78 of Ålesund',
  })
  expect(late.status).toBe(409)
  for (const name of ['Entity 1234 of', 'Entity 77 of', 'Entity 78 of']) expect(late.html).toContain(name)
})

test('a numeric name is read as that name, not as the id of another row', async () => {
  const name = String(await idOf('Entity 7 of Ålesund'))
  await site.ownerSql`insert into legal_entity (name, kind) values (${name}, 'COMPANY')`
  const person = { firstName: 'Ingrid', lastName: 'Digits' }
  const path = '/admin/lookups/client-validators/new'
  const added = await site.send('admin', path, { ...once(), ...person, legalEntityId: name })
  expect(added.status).toBe(302)
  const [row] = await site.ownerSql`select legal_entity_id from client_validator where last_name = 'Digits'`
  expect(Number(row?.legal_entity_id)).toBe(await idOf(name))
})

import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { findEntities, withEntityIds } from '~/areas/reference-data/find-entities.server'
import { MAX_OFFERED, optionNamed } from '~/platform/tables/options.server'

const site = await opened(httpSite())
await site.ownerSql`
  insert into legal_entity (name, kind)
  select 'Fund ' || n || ' of Ålesund', 'SUPPLIER FUND' from generate_series(1, ${MAX_OFFERED + 50}) n`
await site.ownerSql`
  insert into legal_entity (name, kind, dead_date) values
    ('Übersee Kapitalförvaltning AB', 'SUPPLIER FUND', null),
    ('Crédit Général de Liège', 'SUPPLIER FUND', '2026-06-30'),
    ('Crédit for companies', 'COMPANY', null)`

const FUND = { fund: { list: 'supplier-funds', label: 'Supplier Fund' } } as const
const found = async (text: string, on: string | null = null) =>
  (await findEntities(site.read, 'supplier-funds', { text, on })).map(({ label }) => label)

test('entities are found by words anywhere in their name, ignoring accents and case', async () => {
  expect(await found('kapitalforv')).toEqual(['Übersee Kapitalförvaltning AB'])
  expect(await found('ab UBER')).toEqual(['Übersee Kapitalförvaltning AB'])
  expect(await found('crédit')).toEqual(['Crédit Général de Liège'])
  expect(await found('100%')).toEqual([])
  expect(await found('fund')).toHaveLength(20)
})

test('entities not available on the day are not offered', async () => {
  expect(await found('liege', '2026-06-30')).toHaveLength(1)
  expect(await found('liege', '2026-07-01')).toEqual([])
})

test('a name is read with any accents and case; ids and empty fields stay', async () => {
  const [one] = await findEntities(site.read, 'supplier-funds', { text: 'übersee', on: null })
  const read = (fund: string) => withEntityIds(site.read, { fund, other: 'x' }, FUND)
  expect(await read('ubersee  KAPITALFORVALTNING ab')).toEqual({ fund: String(one?.value), other: 'x' })
  expect(await read('17')).toEqual({ fund: '17', other: 'x' })
  expect(await read('')).toEqual({ fund: '', other: 'x' })
})

test('a numeric name means that entity, not the one with this id', async () => {
  const [one] = await findEntities(site.read, 'supplier-funds', { text: 'übersee', on: null })
  const name = String(one?.value)
  const [digits] = await site.ownerSql<{ id: number }[]>`
    insert into legal_entity (name, kind) values (${name}, 'SUPPLIER FUND') returning id`
  expect(await withEntityIds(site.read, { fund: name }, FUND)).toEqual({ fund: String(digits?.id) })
  // A list sent in full with the page uses ids.
  const COMPANY = { fund: { list: 'entities', label: 'Entity' } } as const
  await site.ownerSql`update legal_entity set kind = 'COMPANY' where id = ${Number(digits?.id)}`
  expect(await withEntityIds(site.read, { fund: name }, COMPANY)).toEqual({ fund: name })
  await site.ownerSql`delete from legal_entity where id = ${Number(digits?.id)}`
})

test('names that differ only by an accent need a choice, unless written exactly', async () => {
  const made = await site.ownerSql<{ id: number }[]>`
    insert into legal_entity (name, kind) values ('Société Réelle', 'SUPPLIER FUND'), ('Societe Reelle', 'SUPPLIER FUND')
    returning id`
  const read = (fund: string) => withEntityIds(site.read, { fund }, FUND)
  expect(await read('Societe Reelle')).toEqual({ fund: String(made[1]?.id) })
  await expect(read('SOCIETE REELLE')).rejects.toThrow(
    /^Supplier Fund: “SOCIETE REELLE” may be any of these names: Societ. R.elle; Soci.t. R.elle\. Choose one of them\.$/,
  )
})

test('entries with the same name are refused with what to do, instead of guessing', () => {
  const funds = [
    { value: '1', label: 'LUX 1 Alpha' },
    { value: '2', label: 'LUX 1 Alpha' },
    { value: '3', label: 'LUX 2 Beta' },
  ]
  expect(optionNamed(funds, 'Fund', 'LUX 1 Alpha')).toBe(
    'Fund: 2 entries of the list are called “LUX 1 Alpha”. Rename one of them in the reference data, then choose again.',
  )
  expect(optionNamed(funds, 'Fund', 'lux 2 beta')).toEqual(funds[2])
})

test('an unknown name is refused at its field, with the nearest names', async () => {
  const refused = (fund: string) => withEntityIds(site.read, { fund }, FUND).catch((error: unknown) => error)
  const near =
    /^Supplier Fund: “Credit General” is not in the list. The nearest names: Crédit Général de Liège/
  expect(await refused('Credit General')).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(near),
    options: { fields: { fund: expect.stringMatching(near) } },
  })
  expect(await refused('Ubersee Kapitalfoervaltning')).toMatchObject({
    message: expect.stringContaining('Übersee Kapitalförvaltning AB'),
  })
  expect(await refused('qqqq')).toMatchObject({
    message: 'Supplier Fund: “qqqq” is not in the list. Enter a name of the list.',
  })
})

test('only expense users get the options for a text', async () => {
  const ask = async (user: string | null, path: string) => (await site.ask(user, path)).status
  expect(await ask(null, '/choices/suppliers?text=a')).toBe(302)
  expect(await ask('operations1', '/choices/suppliers?text=a')).toBe(403)
  expect(await ask('finance1', '/choices/everything?text=a')).toBe(404)
  const page = await site.page('finance1', '/choices/supplier-funds?text=ubersee')
  expect(JSON.parse(page.html)).toEqual([
    { value: expect.any(String), label: 'Übersee Kapitalförvaltning AB' },
  ])
})

test('a page with a long list has a text field, and a budget can be saved with it', async () => {
  const { html } = await site.page('accountant1', '/budgets/new')
  expect(html).toMatch(
    /<input[^>]*name="supplier_id"[^>]*type="text"|<input[^>]*type="text"[^>]*name="supplier_id"/,
  )
  expect(html).not.toContain('of Ålesund')
  const refused = await site.send('accountant1', '/budgets/new', {
    idempotencyKey: crypto.randomUUID(),
    supplier_id: 'Fund 17 of Alesundt',
  })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('value="Fund 17 of Alesundt"')
  expect(refused.html).toContain('Fund 17 of Ålesund')
  const named = await site.send('accountant1', '/budgets/new', {
    idempotencyKey: crypto.randomUUID(),
    supplier_id: 'fund 17 of alesund',
  })
  // The other fields are still missing; the supplier is recognised.
  expect(named.html).not.toContain('is not in the list')
})

test('the bank accounts of an entity found by name have its id in the address', async () => {
  const [one] = await findEntities(site.read, 'supplier-funds', { text: 'fund 17 of', on: null })
  const answer = await site.ask('finance1', '/bank-accounts?entity=fund+17+of+alesund&page=1')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    `/bank-accounts?entity=${one?.value}&page=1`,
  ])
  expect((await site.ask('finance1', `/bank-accounts?entity=${one?.value}`)).status).toBe(200)
  const refused = await site.page('finance1', '/bank-accounts?entity=fund+17+of+alesundt')
  expect(refused.html).toContain('Fund 17 of Ålesund')
})

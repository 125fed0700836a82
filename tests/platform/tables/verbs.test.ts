import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { lookupTables, refusal } from '../../support/platform/tables/verbs'

const site = await opened(testSite())
const tables = await lookupTables(site)

test('a row of each table is added, found, changed and deleted', async () => {
  const entity = (await tables.create('legal-entities', { name: 'Alpha S.A.', kind: 'company' })).row
  expect(entity).toMatchObject({ name: 'Alpha S.A.', kind: 'COMPANY', deadDate: null, vatNumber: null })
  await tables.create('currencies', { code: 'SEK', name: 'Swedish Krona' })
  const rows: [table: string, row: Record<string, unknown>, change: Record<string, unknown>][] = [
    ['currencies', { code: 'NOK', name: 'Norwegian Krone' }, { name: 'Krone' }],
    ['expense-types', { name: 'Audit fees', category: 'Fees' }, { category: null }],
    ['routine-types', { name: 'Monthly' }, { name: 'Each month' }],
    [
      'mappings',
      { list: 'FEES_TYPE', code: 'BANK', display: 'Bank', sortingOrder: 99 },
      { display: 'Bank fees' },
    ],
    ['reasons', { code: 'AUDIT', display: 'Audit', sortingOrder: 9 }, { sortingOrder: 10 }],
    ['holidays', { calendar: 'LU', date: '2026-06-23', name: 'National day' }, { name: 'Fête nationale' }],
    [
      'exchange-rates',
      { currency: 'SEK', date: '2026-11-02', rate: '0.0912345678901234567' },
      { rate: '0.1' },
    ],
    [
      'legal-entities',
      { name: 'Beta', kind: 'FUND', jurisdiction: 'LU', vatNumber: 'LU1', deadDate: '2026-12-31' },
      { deadDate: '2027-01-01' },
    ],
    [
      'client-validators',
      { legalEntityId: Number(entity.id), firstName: 'Jo', lastName: 'Doe', isRetired: false },
      { isRetired: true },
    ],
  ]
  for (const [table, row, change] of rows) {
    const added = await tables.create(table, row)
    expect([added.what, added.row], table).toEqual(['added', expect.objectContaining(row)])
    const { key } = added.row
    expect(await tables.find(table, key), table).toEqual(added.row)
    expect(await tables.load(table), table).toContainEqual(added.row)
    const changed = await tables.update(table, key, change, added.row)
    expect([changed.what, changed.row], table).toEqual(['changed', { ...added.row, ...change }])
    const deleted = await tables.delete(table, key, changed.row)
    expect([deleted.what, deleted.row], table).toEqual(['deleted', changed.row])
    expect(await tables.find(table, key), table).toBeNull()
    const events = (await tables.events()).filter(({ data }) => data.table === table && data.key === key)
    expect(events.map(({ name }) => name)).toEqual(['delete row', 'update row', 'insert row'])
    expect(JSON.parse(events[1]?.data.after ?? '')).toEqual(changed.row)
    expect(JSON.parse(events[1]?.data.before ?? '')).toEqual(added.row)
  }
  const audit = await verifyAudit(site.read, 'unused')
  expect(audit.broken).toBeNull()
})

test('the history has old and new value of each field, and the user', async () => {
  const { row } = await tables.create('expense-types', { name: 'Custody', category: 'Fees' })
  await tables.update('expense-types', row.key, { category: 'Bank fees' }, row, tables.by(tables.other))
  const [event] = await tables.events()
  expect(event).toMatchObject({
    status: 'CHANGED',
    who_name: 'Ada Second',
    log: 'Expense types Custody: changed; Category "Fees" → "Bank fees"',
  })
})

test('a form sent twice takes effect once, with the same answer', async () => {
  const add = tables.by()
  const posted = { name: 'Twice', category: '' }
  const [one, two] = await Promise.all([
    tables.create('expense-types', posted, add),
    tables.create('expense-types', posted, add),
  ])
  expect(one).toEqual(two)
  expect((await tables.load('expense-types')).filter(({ name }) => name === 'Twice')).toHaveLength(1)
  const change = tables.by()
  const changed = await tables.update('expense-types', one.row.key, { category: 'C' }, one.row, change)
  expect(await tables.update('expense-types', one.row.key, { category: 'C' }, one.row, change)).toEqual(
    changed,
  )
  const remove = tables.by()
  const gone = await tables.delete('expense-types', one.row.key, null, remove)
  expect(await tables.delete('expense-types', one.row.key, null, remove)).toEqual(gone)
  expect((await tables.events()).filter(({ log }) => log.includes('Twice'))).toHaveLength(3)
})

test('an unchanged row writes nothing', async () => {
  const { row } = await tables.create('routine-types', { name: 'Yearly' })
  const before = (await tables.events()).length
  expect((await tables.update('routine-types', row.key, { name: ' Yearly ' }, row)).what).toBe('unchanged')
  expect((await tables.update('routine-types', row.key, {})).what).toBe('unchanged')
  expect((await tables.events()).length).toBe(before)
})

test('fields left out of an update do not change; names lose . : [ ] on the way', async () => {
  const { row } = await tables.create('legal-entities', {
    'na.me': 'Gamma',
    '[kind]': 'SUPPLIER',
    'juris:diction': 'FR',
    unknown: 'left aside',
    id: 77,
    key: 'x',
  })
  expect(row).toMatchObject({ name: 'Gamma', kind: 'SUPPLIER', jurisdiction: 'FR' })
  expect(row.id).not.toBe(77)
  const { row: changed } = await tables.update('legal-entities', row.key, { 'vat.Number': 'FR9' })
  expect(changed).toEqual({ ...row, vatNumber: 'FR9' })
  const twice = await refusal(tables.create('routine-types', { name: 'a', 'na.me': 'b' }))
  expect(twice.options.fields).toEqual({ name: 'It was sent twice.' })
})

test('a row in use cannot be deleted, and the refusal says what uses it and what to do instead', async () => {
  const fund = await site.addFund({ fundCode: 'LUX001' })
  const { fundCurrency } = fund.model
  await tables.create('currencies', { code: fundCurrency, name: 'Its currency' })
  await tables.create('exchange-rates', { currency: fundCurrency, date: '2026-11-03', rate: 1 })
  const used = await refusal(tables.delete('currencies', fundCurrency))
  expect([used.code, used.options.title]).toEqual(['refused', 'Delete Error'])
  expect(used.message).toMatch(
    new RegExp(
      `^Currency ${fundCurrency} is used by 1 fund, \\d share classes and 1 exchange rate and cannot be deleted\\.`,
    ),
  )
  const { row } = await tables.create('legal-entities', { name: 'Client', kind: 'COMPANY' })
  for (const lastName of ['One', 'Two'])
    await tables.create('client-validators', {
      legalEntityId: row.id,
      firstName: 'A',
      lastName,
      isRetired: false,
    })
  expect((await refusal(tables.delete('legal-entities', row.key))).message).toBe(
    'Legal entity Client is used by 2 client validators and cannot be deleted. Give it a dead date: then it is no longer offered.',
  )
  expect(await tables.find('legal-entities', row.key)).toEqual(row)
  await site.control('accountant1', fund)
  expect((await refusal(tables.delete('reasons', 'FIRST'))).message).toContain('is used by 1 control and')
})

test('an undeclared reference is refused by the database itself', async () => {
  const { row } = await tables.create('legal-entities', { name: 'Referred', kind: 'COMPANY' })
  await site.ownerSql`create table other_area (entity integer references legal_entity (id))`
  await site.ownerSql`insert into other_area values (${Number(row.id)})`
  const used = await refusal(tables.delete('legal-entities', row.key))
  expect([used.code, used.message]).toEqual([
    'refused',
    expect.stringContaining('is used by rows of "other area" and cannot be deleted'),
  ])
  await site.ownerSql`drop table other_area`
})

test('keys of other kinds find no row, and cause no error', async () => {
  for (const key of ['', '~', 'x', '0', '-1', '99999999999', '%', '%00', '%ff', '1~2', "1' or '1'='1", '..'])
    expect(await tables.find('legal-entities', key), key).toBeNull()
  for (const key of ['LU', 'LU~', 'LU~2026-02-30', 'LU~x', '~~', '%00~2026-01-01', 'LU~2026-01-01~'])
    expect(await tables.find('holidays', key), key).toBeNull()
  const gone = await refusal(tables.update('holidays', 'LU~2026-02-30', { name: 'x' }))
  expect([gone.code, gone.message]).toEqual([
    'not-found',
    expect.stringContaining('There is no such holiday'),
  ])
  expect((await refusal(tables.delete('holidays', 'XX~2026-01-01'))).options.title).toBe('Delete Error')
})

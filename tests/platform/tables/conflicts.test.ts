import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { lookupTables, refusal } from '../../support/platform/tables/verbs'

const site = await opened(testSite())
const tables = await lookupTables(site)

test('a concurrent change is not overwritten; both versions are returned', async () => {
  const { row: seen } = await tables.create('legal-entities', { name: 'Alpha', kind: 'SUPPLIER' })
  const theirs = { jurisdiction: 'FR', deadDate: '2026-12-31' }
  const { row: stored } = await tables.update(
    'legal-entities',
    seen.key,
    theirs,
    seen,
    tables.by(tables.other),
  )
  const mine = { name: 'Alpha', kind: 'supplier', jurisdiction: 'DE', vatNumber: '', deadDate: null }
  const { code, message, options } = await refusal(tables.update('legal-entities', seen.key, mine, seen))
  expect(code).toBe('conflict')
  expect(message).toBe(
    'Legal entity Alpha was changed by Ada Second after you opened it. Compare the versions, then save yours or use the stored one.',
  )
  expect(options.fields).toEqual({
    jurisdiction: 'Stored now: "FR". When you opened it: "".',
    deadDate: 'Stored now: "2026-12-31". When you opened it: "".',
  })
  const address = { street: null, buildingNumber: null, postCode: null, town: null, country: null, lei: null }
  const unset = { vatNumber: null, managementCompanyId: null, calendar: null, ...address }
  const same = { name: 'Alpha', kind: 'SUPPLIER', ...unset }
  expect(options.details).toEqual({
    opened: { ...same, jurisdiction: null, deadDate: null },
    stored: { ...same, ...theirs },
    yours: { ...same, jurisdiction: 'DE', deadDate: null },
  })
  expect(await tables.find('legal-entities', seen.key)).toEqual(stored)
  const over = await tables.update('legal-entities', seen.key, mine, stored)
  expect(over.row).toMatchObject({ jurisdiction: 'DE', deadDate: null })
})

test('of two at once one is stored, the other is refused', async () => {
  const { row } = await tables.create('expense-types', { name: 'Race', category: '' })
  const runs = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((category) => tables.update('expense-types', row.key, { category }, row)),
  )
  const stored = runs.filter(({ status }) => status === 'fulfilled')
  expect(stored).toHaveLength(1)
  for (const run of runs)
    if (run.status === 'rejected') expect(run.reason).toMatchObject({ code: 'conflict' })
})

test('the same change by two people is no conflict', async () => {
  const { row } = await tables.create('expense-types', { name: 'Both', category: '' })
  await tables.update('expense-types', row.key, { category: 'X' }, row, tables.by(tables.other))
  expect((await tables.update('expense-types', row.key, { category: 'X' }, row)).what).toBe('unchanged')
})

test('a row deleted meanwhile is a conflict without a stored version', async () => {
  const { row } = await tables.create('routine-types', { name: 'Gone' })
  await tables.delete('routine-types', row.key, row, tables.by(tables.other))
  const { code, message, options } = await refusal(
    tables.update('routine-types', row.key, { name: 'Gone with me' }, row),
  )
  expect([code, message]).toEqual([
    'conflict',
    'Routine type Gone was deleted by Ada Second after you opened it. Add it again, or leave it deleted.',
  ])
  expect(options.details).toEqual({
    opened: { name: 'Gone' },
    stored: null,
    yours: { name: 'Gone with me' },
  })
})

test('invalid input is first a conflict, and shown as typed', async () => {
  await tables.create('currencies', { code: 'SEK', name: 'Krona' })
  const { row } = await tables.create('exchange-rates', { currency: 'SEK', date: '2026-11-02', rate: '0.09' })
  await tables.update('exchange-rates', row.key, { rate: '0.0912' }, row, tables.by(tables.other))
  const { code, options } = await refusal(tables.update('exchange-rates', row.key, { rate: 'abc' }, row))
  expect(code).toBe('conflict')
  expect(options.details).toMatchObject({ stored: { rate: '0.0912' }, yours: { rate: 'abc' } })
})

test('equal figures are equal in any notation', async () => {
  const { row } = await tables.create('exchange-rates', {
    currency: 'SEK',
    date: '2026-11-03',
    rate: '0.0900',
  })
  expect(row.rate).toBe('0.09')
  const seen = { ...row, rate: 0.09 }
  expect((await tables.update('exchange-rates', row.key, { rate: '0.09000' }, seen)).what).toBe('unchanged')
  expect((await tables.update('exchange-rates', row.key, { rate: 0.091 }, seen)).row.rate).toBe('0.091')
})

test('a row changed after its deletion was requested is not deleted', async () => {
  const { row } = await tables.create('expense-types', { name: 'Shown', category: 'A' })
  await tables.update('expense-types', row.key, { category: 'B' }, row, tables.by(tables.other))
  const { code, message, options } = await refusal(tables.delete('expense-types', row.key, row))
  expect([code, options.title, message]).toEqual([
    'conflict',
    'Delete Error',
    'Expense type Shown was changed by Ada Second after you opened it. Check what is stored now before you delete it.',
  ])
  expect(options.details).toMatchObject({ stored: { category: 'B' }, yours: null })
  expect(await tables.find('expense-types', row.key)).not.toBeNull()
})

test('the author of a change is named only if known', async () => {
  const { row } = await tables.create('expense-types', { name: 'Imported', category: 'A' })
  // As an import does: without an event for the row.
  await site.ownerSql`update expense_type set category = 'I' where name = 'Imported'`
  const { message } = await refusal(tables.update('expense-types', row.key, { category: 'B' }, row))
  expect(message).toMatch(/^Expense type Imported was changed after you opened it\./)
})

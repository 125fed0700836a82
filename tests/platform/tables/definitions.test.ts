import { expect, test } from 'vitest'
import { LOOKUP_TABLES } from '~/areas/lookups/lookup-tables.server'
import { plainColumnName, RESERVED } from '~/platform/tables/table-column'

test('tables have unique names that need no escaping in addresses', () => {
  const names = LOOKUP_TABLES.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

test.each(LOOKUP_TABLES.map((table) => [table.name, table] as const))('%s: its columns', (_, table) => {
  const ids = table.columns.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) {
    expect(plainColumnName(id)).toBe(id)
    expect(RESERVED).not.toContain(id)
  }
  for (const { column } of table.order) expect(ids).toContain(column)
  for (const { kind, options, id } of table.columns)
    if (kind === 'choice') expect(options !== undefined || table.options !== undefined, id).toBe(true)
})

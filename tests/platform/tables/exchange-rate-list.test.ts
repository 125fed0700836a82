import fc from 'fast-check'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { type List, type ListQuery, WHOLE } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import type { TableRow } from '~/platform/tables/table-column'
import { callColumns } from '~/platform/tables/table-columns'

const site = await opened(testSite())
await site.ownerSql`
  insert into exchange_rate (currency, date, rate)
  select code, day::date, (1 + extract(doy from day) % 7) / 3.0
  from unnest(array['AAA', 'CHF', 'EUR', 'USD', 'ZZZ']) as code,
    generate_series('1900-01-01'::date, '1900-01-05'::date, '1 day') as day
  union all select 'USD', '2200-12-31', 123456789.123456789 union all select 'ZZZ', '2026-11-02', 0.5`
const table = lookupTableNamed('exchange-rates')
const stored = table.list?.(contextOf({ read: site.read })) as List<TableRow>
const rows = await table.load(contextOf({ read: site.read }))
const atHand = rowList(rows, callColumns(table.columns), { keyOf: ({ key }) => key })

const query = (): fc.Arbitrary<ListQuery> => {
  const column = fc.constantFrom('currency', 'date', 'rate')
  const filter = fc.nat(26).chain((at) => {
    const row = rows[at % rows.length] as TableRow
    return fc.constantFrom(
      { column: 'currency', operator: 'equals' as const, values: [String(row.currency)] },
      { column: 'date', operator: 'at-least' as const, values: [String(row.date)] },
      { column: 'rate', operator: 'less' as const, values: [String(row.rate)] },
      { column: 'key', operator: 'equals' as const, values: [row.key] },
    )
  })
  return fc.record({
    page: fc.integer({ min: 1, max: 4 }),
    size: fc.constantFrom(4, 25, 100),
    // The key orders equal rows differently in each list, so everything is distinguished.
    sort: fc
      .tuple(column, fc.boolean())
      .map(([name, descending]) =>
        [name, 'date', 'currency']
          .filter((each, at, all) => all.indexOf(each) === at)
          .map((each) => ({ column: each, descending })),
      ),
    filters: fc.array(filter, { maxLength: 2 }),
    search: fc.constantFrom('', 'us', 'Z', 'x'),
    groups: fc.constantFrom<string[]>([], ['currency'], ['date']),
    openGroups: fc.constantFrom('all', 'none'),
    toggled: fc.constant([]),
  })
}

test('the database pages the rates like an in-memory list', async () => {
  await fc.assert(
    fc.asyncProperty(query(), async (each) => {
      expect(await stored.page(each)).toEqual(await atHand.page(each))
    }),
    { numRuns: 150 },
  )
})

test('all rates come, each once, digits and ends included', async () => {
  const all: TableRow[] = []
  for await (const batch of stored.rows({ ...WHOLE, sort: [{ column: 'date', descending: true }] }))
    all.push(...batch)
  expect(all).toHaveLength(27)
  expect(all[0]).toEqual({
    currency: 'USD',
    date: '2200-12-31',
    rate: '123456789.123456789',
    key: 'USD~2200-12-31',
  })
  expect(new Set(all.map(({ key }) => key))).toEqual(new Set(rows.map(({ key }) => key)))
})

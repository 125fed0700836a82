import fc from 'fast-check'
import { opened } from 'tests/support/opened'
import { rounds, shareOf } from 'tests/support/rounds'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'

const columns = new Map<string, string[]>()

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001' })
await site.control('accountant1', { ...fund, model: fund.previous })
const { controlId } = await site.control('accountant1', fund)
const nav = `/nav-controls/${fund.navId}`
const delta = `${nav}/controls/${controlId}/delta`
/** All grids: a user who sees the page, its path, and the prefix of the grid. */
const grids: [user: string, path: string, prefix: string][] = [
  ['accountant1', '/nav-controls', ''],
  ['accountant1', nav, ''],
  ['accountant1', nav, 'controls.'],
  ['accountant1', nav, 'rules.'],
  ['accountant1', nav, 'elements.'],
  ['accountant1', `${nav}/checks`, 'checks.'],
  ['accountant1', `${delta}/nav`, ''],
  ['accountant1', `${delta}/balance`, ''],
  ['accountant1', `${delta}/inventory`, ''],
  ['manager1', '/production', ''],
  ['treasurer1', '/invoices', ''],
  ['admin', '/admin/lookups/reasons', ''],
  ['admin', '/admin/changes', ''],
]
for (const [user, path] of grids) {
  const answer = await site.ask(user, path)
  expect([path, answer.status]).toEqual([path, 200])
  const html = await answer.text()
  columns.set(path, [...new Set([...html.matchAll(/data-column="([^"]+)"/g)].map(([, id = '']) => id))])
}
afterAll(() => expect(site.crashes()).toEqual([]))

const ids = () => [...new Set([...columns.values()].flat())]
const many = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at))

/** Queries of a grid, with the expected note about what was ignored, if any. */
const HOSTILE: [name: string, query: (prefix: string) => string, note?: RegExp][] = [
  ['a page of 10^9', (p) => `${p}page=1000000000`, /the last one, page \d+, is shown/],
  ['a page of 10^30', (p) => `${p}page=1${'0'.repeat(30)}`, /is not a valid page/],
  ['a negative page', (p) => `${p}page=-3`, /“-3” is not a valid page; page 1 is shown/],
  ['pages of 10^9 rows', (p) => `${p}size=1000000000`, /is not a valid size; size 250 is shown/],
  ['columns that are not', (p) => `${p}columns=nothing,else`, /There is no column “nothing” to show/],
  [
    'SQL as a column',
    (p) => `${p}sort=${encodeURIComponent("-id; drop table fund_nav; --'")}`,
    /There is no col/,
  ],
  ['SQL as a filter', (p) => `${p}filter.${encodeURIComponent("x') or 1=1 --")}=1`, /There is no column/],
  ['objects’ own names', (p) => `${p}sort=__proto__,constructor&${p}filter.__proto__=1&${p}in.toString=1`],
  ['__proto__ as widths', (p) => `${p}width.__proto__=100&${p}width.constructor=1e9&${p}values=valueOf`],
  ['300 groups', (p) => `${p}group=${many(300, (at) => `g${at}`)}`, /There is no column “g0” to group by/],
  ['all columns as groups', (p) => `${p}group=${ids()}&${p}open=all&${p}sort=${ids().map((id) => `-${id}`)}`],
  ['broken percent signs', (p) => `${p}search=%E0%A4%A&${p}sort=%&${p}toggle=%ff%fe&%%%=%zz`],
  ['NUL and line breaks', (p) => `${p}search=a%00b%0d%0ac&${p}toggle=%00|%00&${p}expanded=%00`],
  ['halves of letters', (p) => `${p}search=%ED%A0%80&${p}find=%F0%9F`],
  ['signs of LIKE and of regular expressions', (p) => `${p}search=${encodeURIComponent('%_\\%((((a+)+)+$')}`],
  ['100 KB of search', (p) => `${p}search=${'x'.repeat(100_000)}`, /address is too long/],
  ['100 KB of other things', () => `junk=${'x'.repeat(100_000)}`],
  ['10,000 parameters', (p) => many(10_000, (at) => `${p}a${at}=1`).join('&')],
  ['10,000 marks', (p) => `${p}selected=${many(10_000, String)}`, /address is too long/],
  ['500 marks', (p) => `${p}selected=${many(500, String)}`, /At most 200 rows can be marked/],
  ['2,000 opened groups', (p) => many(2_000, (at) => `${p}toggle=a|${at}`).join('&')],
]

/** One of each kind of list: in SQL, in memory, in a worker thread, edited row by row. */
const KINDS = ['/nav-controls', 'rules.', 'inventory', '/invoices', '/admin/lookups/reasons']
const ofEachKind = () =>
  KINDS.map((kind) => grids.find(([, path, prefix]) => prefix === kind || path.endsWith(kind)) ?? [])

test.each(HOSTILE)('%s: the nearest sensible page, on every kind of grid', async (_, query, note) => {
  for (const [user = '', path = '', prefix = ''] of ofEachKind()) {
    const answer = await site.ask(user, `${path}?${query(prefix)}`)
    expect([path, answer.status]).toEqual([path, 200])
    const html = await answer.text()
    expect(html).toContain('<table')
    expect(html.length, path).toBeLessThan(4_000_000)
    if (note && path === '/nav-controls') expect(html).toMatch(note)
  }
})

test('no filter is refused, whatever it contains, nor 10,000 values for one column', async () => {
  const texts = [
    'much',
    '>=..<=',
    '31/02/2026',
    '1e400',
    "'; select 1 --",
    '\\',
    '<>',
    '=',
    '..',
    '\u0000',
    '9'.repeat(40),
    '0000-00-00..9999-99-99',
  ]
  for (const [place, [user, path, prefix]] of grids.entries()) {
    const own = columns.get(path) ?? []
    // Three texts at a time, each for a third of the columns.
    for (const at of shareOf([0, 3, 6, 9], place, 2)) {
      const params = new URLSearchParams(
        own.map((id, column) => [`${prefix}filter.${id}`, texts[(at + (column % 3)) % texts.length] ?? '']),
      )
      const answer = await site.ask(user, `${path}?${params}`)
      expect([path, at, answer.status]).toEqual([path, at, 200])
      await answer.text()
    }
    const values = many(10_000, (at) => `${prefix}in.${own.at(-1)}=${at}`).join('&')
    const { status } = await site.ask(user, `${path}?${values}`)
    expect([path, status]).toEqual([path, 200])
  }
})

test('no address of any grid is refused', async () => {
  const id = fc.oneof(fc.constantFrom(...ids()), fc.constantFrom('', '__proto__', 'no', 'a.b'))
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '1',
      '-1',
      '0',
      'all',
      'none',
      'true',
      '2026-10',
      '2026-02-30',
      '>=1',
      '..2026',
      '<>',
      '=',
    ),
    fc.array(id, { maxLength: 5 }).map(String),
    id.map((each) => `-${each}`),
  )
  const one = fc.constantFrom(
    'page',
    'size',
    'sort',
    'search',
    'expanded',
    'group',
    'open',
    'toggle',
    'columns',
  )
  const other = fc.constantFrom('selected', 'edit', 'values', 'find', 'view', 'unknown')
  const ofColumn = fc.tuple(fc.constantFrom('filter', 'in', 'width'), id).map((parts) => parts.join('.'))
  const name = fc.oneof(one, other, ofColumn)
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 8 })
  const grid = fc.nat().map((at) => grids[at % grids.length] as (typeof grids)[number])
  await fc.assert(
    fc.asyncProperty(grid, pairs, async ([user, path, prefix], asked) => {
      const params = new URLSearchParams(asked.map(([each, of]) => [prefix + each, of]))
      const answer = await site.ask(user, `${path}?${params}`)
      const html = await answer.text()
      expect([`${path}?${params}`, answer.status]).toEqual([`${path}?${params}`, 200])
      expect(html).toContain('</html>')
    }),
    { numRuns: rounds(40, 100) },
  )
}, 300_000)

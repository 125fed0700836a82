import { readControl } from 'tests/support/workbooks/read-control'
import { positionsIn } from 'tests/support/workbooks/read-matching'
import { expect, test } from 'vitest'
import { tablesOfSet, templateTables } from '~/areas/navs/workbooks/table-guides'
import { templateWorkbook } from '~/platform/exports/excel/template-workbook'

/** The template of this name, as a file to upload. */
async function template(name: string) {
  return { name: `${name}.xlsx`, bytes: await templateWorkbook(templateTables(name) ?? []) }
}

test.each([
  ['FIA2', ['nav', 'balance'], null],
  ['FIA3', ['nav', 'balance', 'inventory'], 3],
  ['MFFA', ['nav-pack', 'balance'], 3],
] as const)('the templates of %s are read as a set, with all their rows', async (set, names, positions) => {
  const data = await readControl(await Promise.all(names.map(template)), set)
  expect([data.fundCode, data.navDate]).toEqual(['LIN01', '2027-01-29'])
  expect([data.nav.lines.length, data.balance.lines.length]).toEqual([9, 6])
  expect(data.inventory?.lines.length ?? null).toBe(positions)
  expect(data.nav.lines.find(({ type }) => type === 'NAV PER SHARE')).toMatchObject({
    code: 'LIN01-A',
    value: '100',
  })
  // Each file of the set has a template, and each of its columns is explained.
  const guides = tablesOfSet(set)
  expect([...new Set(guides.map(({ href }) => href))]).toEqual(
    names.map((name) => `/nav-controls/templates/${name}.xlsx`),
  )
  for (const { guide } of guides)
    for (const { header, about } of guide.columns) expect([header, about.length > 3]).toEqual([header, true])
})

test('the template of positions is read as a matching', async () => {
  const { matching, fundCode } = await positionsIn(await template('positions'))
  expect([fundCode, matching.lines.length, matching.lines[0]?.isin]).toEqual(['LIN01', 2, 'DE00LINDEN09'])
})

test('there is no template of another name', () => {
  expect([templateTables('funds'), templateTables('')]).toEqual([null, null])
})

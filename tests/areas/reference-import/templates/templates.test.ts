import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { workOf } from '~/areas/access/user-work.server'
import { columnsOf, SHEET_NAMES } from '~/areas/lookups/sheets'
import { runImport } from '~/areas/reference-import/run-import.server'
import { GUIDES, guidesOf, slugOf, WHOLE } from '~/areas/reference-import/templates/guides'
import { templateFile } from '~/areas/reference-import/templates/template-file.server'
import { GUIDE_SHEET } from '~/platform/exports/table-guide'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import { importsInto } from '../../../support/areas/reference-import/imports-into'

const site = await opened(testDatabase())
const { services } = await importsInto(site)

test('the template of all tables is imported as it is on an empty site, each row as a new one', async () => {
  const { bytes } = await templateFile(WHOLE)
  const report = await runImport(
    workOf(services, null),
    services,
    { name: 'all.xlsx', bytes },
    { dryRun: false },
  )
  const sheets = report.sheets.map(({ sheet, rows, inserted, updated }) => ({
    sheet,
    rows,
    stored: inserted + updated,
  }))
  expect(sheets.map(({ sheet }) => sheet)).toEqual(SHEET_NAMES)
  // The account plan is there from the beginning; its examples change the sides of two prefixes.
  for (const { sheet, rows, stored } of sheets) expect([sheet, stored]).toEqual([sheet, rows])
  expect(sheets.filter(({ rows }) => rows < 2)).toEqual([])
  expect(report.notes.filter((note) => /unknown|ignored/.test(note))).toEqual([])
})

test('templates have all columns that the import reads, and explain them', async () => {
  for (const sheet of SHEET_NAMES) {
    const { bytes, fileName } = await templateFile(slugOf(sheet))
    const { sheets } = await readWorkbook(bytes, fileName)
    const [table, guide] = sheets
    expect([sheet, sheets.map(({ name }) => name)]).toEqual([sheet, [sheet, GUIDE_SHEET]])
    const headers = columnsOf(sheet).map(([, { header }]) => header)
    expect(table?.rows[0]?.cells.map(({ text }) => text)).toEqual(headers)
    const rows = guide?.rows.slice(1).map(({ cells }) => cells.map(({ text }) => text))
    expect(rows?.map((cells) => cells[1])).toEqual(headers)
    for (const [, , required, about, accepts] of rows ?? [])
      expect([['yes', 'no'].includes(required ?? ''), (about ?? '').length > 3, accepts !== '']).toEqual([
        true,
        true,
        true,
      ])
  }
})

test('templates are found by the names in addresses only', () => {
  expect(guidesOf('share-classes')?.map(({ name }) => name)).toEqual(['Share classes'])
  expect(guidesOf(WHOLE)).toHaveLength(GUIDES.length)
  expect([guidesOf('Share classes'), guidesOf('nothing'), guidesOf('')]).toEqual([null, null, null])
})

import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { formatJson } from '~/areas/navs/formats/format-rows.server'
import { FUNDESK_JSON } from '~/areas/navs/formats/fundesk-format'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { faultsOf, importsInto } from '../../support/areas/reference-import/imports-into'
import type { Book } from '../../support/areas/reference-import/reference-book'

const site = await opened(testDatabase())
const imports = await importsInto(site)

const BANK = { ...FUNDESK_JSON, code: 'BANK', name: 'Files of the bank', from: '2026-01-01' }
const book = (...formats: [code: string, format: object | string][]): Book => ({
  'File formats': [
    ['Code', 'JSON'],
    ...formats.map(([code, format]) => [code, typeof format === 'string' ? format : JSON.stringify(format)]),
  ],
})

test('on a new site a format takes effect at once; the same one with other blanks changes nothing', async () => {
  const report = await imports.run(book(['BANK', BANK]))
  expect(report.changes).toMatchObject([
    {
      key: 'BANK',
      action: 'insert',
      waits: false,
      fields: [
        { field: 'Name', after: 'Files of the bank' },
        { field: 'Reads', after: 'NAV, BALANCE, INVENTORY' },
      ],
    },
  ])
  const { version, definition } = await formatJson(site.read, 'BANK')
  expect([version, JSON.parse(definition)]).toEqual([1, BANK])
  expect((await imports.run(book(['BANK', JSON.stringify(BANK, null, 7)]))).changes).toEqual([])
})

test('what is no format is refused with its cell and the place in its JSON', async () => {
  expect(
    await faultsOf(
      imports.run(
        book(
          ['A', 'not JSON'],
          ['B', { ...BANK, code: 'B', files: 9 }],
          ['C', BANK],
          ['Fundesk', { ...BANK, code: 'Fundesk' }],
        ),
      ),
    ),
  ).toEqual([
    'File formats!B2: "not JSON" is not JSON',
    'File formats!B3: /files: Give 1 to 5.',
    'File formats!A4: "C" is not the code of its format, BANK',
    'File formats!A5: FUNDESK is built in: give another code',
  ])
})

test('later a changed format waits for another administrator, once, and shows what differs', async () => {
  const anna = await imports.user('anna')
  await imports.user('ben')
  const changed = book(['BANK', { ...BANK, files: 2 }])
  const report = await imports.run(changed, anna)
  expect(report.changes).toMatchObject([
    { key: 'BANK', action: 'update', waits: true, fields: [{ field: '/files', before: '3', after: '2' }] },
  ])
  expect((await imports.run(changed, anna)).sheets).toEqual([
    { sheet: 'File formats', rows: 1, inserted: 0, updated: 0, waiting: 1, unchanged: 0 },
  ])
  expect(await pendingChanges(site.read)).toMatchObject([{ kind: 'file format', target: 'BANK' }])
  expect((await formatJson(site.read, 'BANK')).version).toBe(1)
})

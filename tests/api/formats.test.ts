import { utils, write } from '@e965/xlsx'
import { storeFormat } from 'tests/support/formats/stored-format'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { apiSite } from '../support/api/site'
import { formOf } from '../support/api/uploads'

const site = await opened(apiSite())

const FORMAT = {
  code: 'TRUSTEE',
  name: 'Balance of a trustee',
  from: '2026-01-01',
  files: 2,
  dates: ['dd-MMM-yyyy'],
  funds: { '4711': 'LUX001' },
  tables: [
    {
      kind: 'BALANCE',
      facts: {
        'Fund code': { label: ['Fonds'] },
        'NAV date': { nav: true },
        'Fund currency': { value: 'EUR' },
      },
      parts: [
        {
          columns: {
            'Account number': { headings: ['Konto'], text: '{} - *' },
            'Account name': { headings: ['Konto'], text: '* - {}' },
            Currency: { value: 'EUR' },
            Balance: { headings: ['Saldo*'] },
          },
          skip: ['Summe*'],
        },
      ],
    },
    {
      kind: 'NAV',
      facts: {
        'Fund code': { label: ['Fonds'] },
        'NAV date': { label: ['Per'] },
        'Fund currency': { value: 'EUR' },
      },
      parts: [{ shape: 'labels', labels: [{ label: ['Net assets'], Type: 'FUND TNA' }] }],
    },
  ],
}

function trialBalance(): { name: string; bytes: Uint8Array } {
  const book = utils.book_new()
  const rows = [
    ['Fonds:', 4711],
    ['Konto', 'Saldo EUR'],
    ['100 - Kapital', -250.5],
    ['510 - Bank', 250.5],
    ['Summe', 0],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Bilanz')
  return { name: 'balance.xls', bytes: new Uint8Array(write(book, { type: 'buffer', bookType: 'biff8' })) }
}

const navFile = (text: string) => ({ name: 'nav.csv', bytes: new TextEncoder().encode(text) })
const NAV_TEXT = 'Fonds;4711\nPer;30-Okt-2026\nNet assets;"1.250,50"\n'

const tried = (
  files: { name: string; bytes: Uint8Array }[],
  format: unknown = FORMAT,
  user: 'accountant1' | 'manager1' = 'accountant1',
) =>
  site.call(user, 'POST', 'formats/try', {
    body: formOf(files, {
      format: typeof format === 'string' ? format : JSON.stringify(format),
      fundNavId: String(site.navId('LUX001')),
    }),
  })

test('files are read by a format that is sent with them, each value with its cell', async () => {
  const { status, body } = await tried([trialBalance(), navFile(NAV_TEXT)])
  expect(status).toBe(200)
  expect(body).toMatchObject({ format: null, faults: [] })
  expect(body.tables).toMatchObject([
    {
      kind: 'BALANCE',
      file: 'balance.xls',
      skipped: 1,
      funds: [
        {
          facts: {
            'Fund code': { value: 'LUX001', cell: 'Bilanz!B1' },
            'NAV date': { value: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), cell: null },
          },
          lines: [
            {
              row: 3,
              values: {
                'Account number': '100',
                'Account name': 'Kapital',
                'Balance debtor': null,
                'Balance creditor': '250.5',
              },
              cells: { 'Account number': 'Bilanz!A3', 'Balance creditor': 'Bilanz!B3' },
            },
            { row: 4, values: { 'Balance debtor': '250.5', 'Balance creditor': null } },
          ],
        },
      ],
    },
    {
      kind: 'NAV',
      file: 'nav.csv',
      funds: [
        {
          facts: { 'NAV date': { value: '2026-10-30', cell: 'nav!B2' } },
          lines: [
            {
              row: 3,
              values: { Type: 'FUND TNA', Code: 'LUX001', Currency: 'EUR', Value: '1250.5' },
              cells: { Value: 'nav!B3', Code: 'nav!B1' },
            },
          ],
        },
      ],
    },
  ])
})

test('unreadable files, missing or repeated tables and faulty cells are reported', async () => {
  const notThere = await tried([{ name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n') }])
  expect(notThere.status).toBe(200)
  expect(notThere.body.faults).toEqual([
    { file: 'a.pdf', sheet: null, cell: null, what: expect.stringContaining('a.pdf is not') },
    { file: null, sheet: null, cell: null, what: 'No file has the table BALANCE' },
    { file: null, sheet: null, cell: null, what: 'No file has the table NAV' },
  ])
  const twice = await tried([
    trialBalance(),
    navFile(NAV_TEXT.replace('30-Okt-2026', 'yesterday')),
    { ...navFile(NAV_TEXT), name: 'again.csv' },
  ])
  expect(twice.body.faults).toEqual([
    { file: 'nav.csv', sheet: 'nav', cell: 'nav!B2', what: '"yesterday" is not a date' },
    { file: 'again.csv', sheet: null, cell: null, what: expect.stringContaining('nav.csv as well') },
  ])
  const other = await tried([{ name: 'other.csv', bytes: new TextEncoder().encode('Konto;Text\n1;2\n') }])
  expect(other.body.faults[0].what).toMatch(/lacks Saldo\*; it has Konto, Text\.$/)
})

test('what is no format is refused with each place in its JSON, and only who adds controls may try', async () => {
  const { tables } = FORMAT
  const [balance, nav] = tables
  const refused = await tried([trialBalance()], {
    ...FORMAT,
    files: 9,
    tables: [{ ...balance, kind: 'X' }, nav],
  })
  expect(refused.status).toBe(422)
  expect(refused.body.list).toEqual([
    { pointer: '/files', what: 'Give 1 to 5.' },
    { pointer: '/tables/0/kind', what: 'Give a kind of table.' },
  ])
  expect((await tried([trialBalance()], 'TRUSTEE')).status).toBe(422)
  expect((await tried([])).status).toBe(422)
  expect((await tried([trialBalance()], FORMAT, 'manager1')).status).toBe(403)
})

test('formats are listed, read by version, and tried by their code', async () => {
  await storeFormat(site, FORMAT)
  await storeFormat(site, { ...FORMAT, name: 'Second' }, 2)
  const list = await site.call('accountant1', 'GET', 'formats')
  expect(list.body).toEqual([
    expect.objectContaining({ code: 'FUNDESK', version: 1, status: 'active' }),
    {
      code: 'TRUSTEE',
      name: 'Second',
      provider: null,
      version: 2,
      from: '2026-01-01',
      to: null,
      status: 'active',
    },
  ])
  expect((await site.call('accountant1', 'GET', 'formats/TRUSTEE')).body).toEqual({
    ...FORMAT,
    name: 'Second',
    version: 2,
  })
  expect((await site.call('accountant1', 'GET', 'formats/TRUSTEE/1')).body).toEqual({ ...FORMAT, version: 1 })
  expect((await site.call('accountant1', 'GET', 'formats/TRUSTEE/3')).status).toBe(404)
  expect((await site.call('accountant1', 'GET', 'formats/TRUSTEE/2/controls')).body).toEqual([])
  expect((await site.call('accountant1', 'GET', 'formats/TRUSTEE/versions')).body).toMatchObject([
    { version: 2, name: 'Second', approvedBy: 'Command line' },
    { version: 1, name: 'Balance of a trustee' },
  ])
  expect((await site.call('accountant1', 'GET', 'formats/TRUSTEE/1/differences/2')).body).toEqual([
    { pointer: '/name', before: '"Second"', after: '"Balance of a trustee"' },
  ])
  expect((await site.call('accountant1', 'GET', 'formats/TRUSTEE/1/differences/3')).status).toBe(404)
  expect((await site.call('finance1', 'GET', 'formats')).status).toBe(403)
  const byCode = await tried([trialBalance(), navFile(NAV_TEXT)], 'TRUSTEE')
  expect(byCode.body).toMatchObject({ format: { code: 'TRUSTEE', version: 2 }, faults: [] })
})

test('a version is proposed to another administrator; what is wrong has its place', async () => {
  const proposed = await site.call('admin2', 'POST', 'formats', { body: { ...FORMAT, files: 3 } })
  expect(proposed.status).toBe(202)
  const { note, ...row } = proposed.body
  expect(row).toEqual({
    code: 'TRUSTEE',
    name: 'Balance of a trustee',
    provider: null,
    version: 3,
    from: '2026-01-01',
    to: null,
    status: 'pending',
  })
  expect(note).toContain('another administrator')
  const list = await site.call('admin2', 'GET', 'formats')
  expect(list.body).toContainEqual(row)
  const refused = await site.call('admin2', 'POST', 'formats', { body: { ...FORMAT, files: 9 } })
  expect(refused.status).toBe(422)
  expect(refused.body.list).toEqual([{ pointer: '/files', what: 'Give 1 to 5.' }])
  const { from: _, ...without } = FORMAT
  expect((await site.call('admin2', 'POST', 'formats', { body: without })).body.list).toEqual([
    { pointer: '/from', what: 'It is missing.' },
  ])
  const builtIn = await site.call('admin2', 'POST', 'formats', { body: { ...FORMAT, code: 'FUNDESK' } })
  expect(builtIn.body.list).toEqual([{ pointer: '/code', what: expect.stringContaining('built in') }])
  const broken = await tried([trialBalance()], '{"code": ')
  expect([broken.status, broken.body.list]).toEqual([422, [{ pointer: '', what: 'It is not JSON.' }]])
  expect((await site.call('auditor1', 'POST', 'formats', { body: FORMAT })).status).toBe(403)
})

test('a format is proposed for files; it reads them as it stands', async () => {
  const nav = navFile('Fonds;4711\nStichtag;30-Okt-2026\nTotal assets;"1.300,00"\nNet assets;"1.250,50"\n')
  const { status, body } = await site.call('accountant1', 'POST', 'formats/suggest', {
    body: formOf([trialBalance(), nav]),
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ code: 'NEW', files: 2, dates: ['dd-MMM-yyyy'] })
  const read = await tried([trialBalance(), nav], body)
  expect(read.body.faults).toEqual([])
  expect(read.body.tables).toMatchObject([
    {
      kind: 'BALANCE',
      skipped: 1,
      funds: [
        {
          lines: [
            { values: { 'Account number': '100', 'Account name': 'Kapital', 'Balance creditor': '250.5' } },
            { values: { 'Account number': '510', 'Balance debtor': '250.5' } },
          ],
        },
      ],
    },
    {
      kind: 'NAV',
      funds: [
        {
          facts: { 'NAV date': { value: '2026-10-30' } },
          lines: [
            { values: { Type: 'TOTAL ASSETS', Value: '1300' } },
            { values: { Type: 'FUND TNA', Value: '1250.5' } },
          ],
        },
      ],
    },
  ])
  const none = await site.call('accountant1', 'POST', 'formats/suggest', { body: formOf([]) })
  expect(none.status).toBe(422)
})

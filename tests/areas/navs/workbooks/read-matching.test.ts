import { matchingDataOf } from 'tests/support/workbooks/control-data-of'
import { fundModel } from 'tests/support/workbooks/model'
import { number, text } from 'tests/support/workbooks/plan'
import { BY_FUNDESK, positionsIn } from 'tests/support/workbooks/read-matching'
import { writeMatching, writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { readMatching } from '~/areas/navs/workbooks/read-matching'
import { checkFormat } from '~/platform/formats/format'

const model = fundModel()

test('a matching workbook is read completely', async () => {
  expect(await positionsIn(await writeMatching(model))).toEqual(matchingDataOf(model))
})

test('price and ISIN may be blank, quantity may not; the ISIN column may be absent', async () => {
  const blank = await writeMatching(model, (book) => {
    const [table] = book.tables
    const row = table?.rows[0]
    if (row) row.price = null
    if (table) table.columns = table.columns.filter((column) => column.key !== 'isin')
  })
  expect((await positionsIn(blank)).matching.lines[0]).toMatchObject({ price: null, isin: null })
  const faulty = await writeMatching(model, (book) => {
    const row = book.tables[0]?.rows[0]
    if (row) row.quantity = null
  })
  await expect(positionsIn(faulty)).rejects.toMatchObject({
    options: { list: [expect.stringContaining('Matching!E7: Quantity is blank')] },
  })
})

test('a workbook without a matching table, or with two, is refused', async () => {
  const [nav] = await writeSet(model, 'FIA3')
  await expect(positionsIn(nav ?? { name: '', bytes: new Uint8Array() })).rejects.toThrow(
    /holds no matching table.*It was taken for NAV/,
  )
  const two = await writeMatching(model, (book) => {
    const [table] = book.tables
    if (table)
      book.tables.push({
        ...table,
        sheet: 'Old',
        rows: [{ instrumentCode: text('A'), quantity: number('1') }],
      })
  })
  await expect(positionsIn(two)).rejects.toThrow(/more than one matching table \(sheets Matching and Old\)/)
})

const MANAGER = {
  code: 'MANAGER',
  name: 'Positions of the manager',
  provider: null,
  from: '2026-01-01',
  to: null,
  files: 1,
  tables: [
    {
      kind: 'MATCHING',
      facts: {
        'Fund code': { headings: ['Portfolio'] },
        'NAV date': { nav: true },
        'Fund currency': { value: 'EUR' },
      },
      parts: [
        {
          columns: {
            'Instrument code': { headings: ['Id'] },
            'Instrument name': { headings: ['Label'] },
            Currency: { headings: ['Cur'] },
            Quantity: { headings: ['Units'] },
            Price: { headings: ['Quote'], blank: ['n.d.'] },
            'Market value': { headings: ['Worth'] },
          },
        },
      ],
    },
  ],
}

function versionOf(json: object, version = 3) {
  const checked = checkFormat(json)
  if ('faults' in checked) throw new Error(checked.faults[0]?.what)
  return { code: checked.format.code, version, format: checked.format }
}

const csv = (...rows: string[]) => ({ name: 'm.csv', bytes: new TextEncoder().encode(rows.join('\n')) })
const FILE = csv(
  'Portfolio;Id;Label;Cur;Units;Quote;Worth',
  'ARV01;A1;Alder;EUR;10;9,5;95',
  'ARV02;B1;Birch;EUR;1;1;1',
  'ARV01;A2;Aspen;USD;2;n.d.;7,5',
)
const OF_FUND = { known: { 'NAV date': '2026-10-30' }, fundCode: 'ARV01' }

test('a file format reads the positions of the fund that it was started from, with its cells', async () => {
  const { data, format } = await readMatching(FILE, { ...OF_FUND, named: versionOf(MANAGER), others: [] })
  expect(format).toEqual({ code: 'MANAGER', version: 3 })
  expect(data).toMatchObject({ fundCode: 'ARV01', navDate: '2026-10-30' })
  expect(data.matching.lines).toEqual([
    {
      row: 2,
      instrumentCode: 'A1',
      instrumentName: 'Alder',
      currency: 'EUR',
      quantity: '10',
      price: '9.5',
      marketValue: '95',
      isin: null,
    },
    expect.objectContaining({ row: 4, instrumentCode: 'A2', price: null, marketValue: '7.5' }),
  ])
  expect(data.matching.source.columns).toMatchObject({ quantity: 'E', marketValue: 'G' })
  await expect(
    readMatching(FILE, { ...OF_FUND, fundCode: 'NONE', named: versionOf(MANAGER), others: [] }),
  ).rejects.toMatchObject({ options: { list: [expect.stringContaining('no lines of fund NONE')] } })
})

test('without a name the one format in force is recognised; two are named, and one of another time says why', async () => {
  const others = [{ version: versionOf(MANAGER), refusal: null }]
  const recognised = await readMatching(FILE, { ...OF_FUND, named: null, others })
  expect(recognised.format).toEqual({ code: 'MANAGER', version: 3 })
  const twice = [...others, { version: versionOf({ ...MANAGER, code: 'OTHER' }), refusal: null }]
  await expect(readMatching(FILE, { ...OF_FUND, named: null, others: twice })).rejects.toThrow(
    /can be read by MANAGER and OTHER/,
  )
  const late = [{ version: versionOf(MANAGER), refusal: 'MANAGER is valid from 01/12/2026.' }]
  await expect(readMatching(FILE, { ...OF_FUND, named: null, others: late })).rejects.toThrow(
    /valid from 01\/12\/2026/,
  )
  // FUNDESK's own headings come first.
  const own = await readMatching(await writeMatching(model), { ...BY_FUNDESK, others })
  expect(own.format).toBeNull()
})

test('faults of a format are reported with their cells', async () => {
  const faulty = csv('Portfolio;Id;Label;Cur;Units;Quote;Worth', 'ARV01;A1;Alder;EUR;ten;9,5;')
  await expect(
    readMatching(faulty, { ...OF_FUND, named: versionOf(MANAGER), others: [] }),
  ).rejects.toMatchObject({
    options: {
      list: expect.arrayContaining([
        expect.stringContaining('m!E2: "ten" is not a number'),
        expect.stringContaining('m!G2'),
      ]),
    },
  })
})

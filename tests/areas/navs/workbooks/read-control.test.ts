import { controlDataOf } from 'tests/support/workbooks/control-data-of'
import { fundModel } from 'tests/support/workbooks/model'
import {
  type BookPlan,
  number,
  type PlanKind,
  rowIn,
  type SetKind,
  tableIn,
  text,
} from 'tests/support/workbooks/plan'
import { readControl } from 'tests/support/workbooks/read-control'
import { writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'

const model = fundModel()
const expected = (set: SetKind = 'FIA3') => controlDataOf(model, set)

async function read(change: (books: BookPlan[]) => void = () => {}, set: SetKind = 'FIA3') {
  return readControl(await writeSet(model, set, change), set)
}

/** The lines without row numbers, which move when rows are added. */
const values = <T extends { row: number }>(lines: T[]) => lines.map(({ row, ...rest }) => rest)

test.each<SetKind>(['FIA3', 'FIA2', 'MFFA'])(
  'a %s set is read completely, every value with its cell',
  async (set) => {
    expect(await read(undefined, set)).toEqual(expected(set))
  },
)

test('files are recognised by content, whatever their order and names', async () => {
  const files = (await writeSet(model, 'FIA3')).reverse().map((file, i) => ({ ...file, name: `${i}.bin` }))
  const data = await readControl(files, 'FIA3')
  expect([data.nav, data.balance, data.inventory].map((table) => table?.source.fileIndex)).toEqual([2, 1, 0])
  expect(data.nav.lines).toEqual(expected().nav.lines)
})

test('columns may come in any order, far right, between others, under synonyms in any case and accent', async () => {
  const synonyms: Record<string, string> = {
    Name: 'NOM',
    Currency: ' devise ',
    Value: 'Wert',
    'Account number': 'KONTO',
    'Account name': 'libelle',
    'Balance debtor': 'débit',
    'Balance creditor': 'Haben',
    Quantity: 'QUANTITÉ',
    Price: 'Kurs',
    'Market value': 'Valeur\u00a0Boursiere',
  }
  const data = await read((books) => {
    for (const table of books.flatMap((book) => book.tables)) {
      table.columns.reverse()
      table.columns.splice(1, 0, { key: 'extra', header: 'Remark' })
      for (const row of table.rows) row.extra = text('12,5')
      for (const column of table.columns)
        column.header = synonyms[column.header] ?? column.header.toUpperCase()
      table.firstColumn = 30
    }
  })
  expect(values(data.nav.lines)).toEqual(values(expected().nav.lines))
  expect(values(data.balance.lines)).toEqual(values(expected().balance.lines))
  expect(values(data.inventory?.lines ?? [])).toEqual(values(expected().inventory?.lines ?? []))
  expect(data.balance.source.columns).toMatchObject({ creditor: 'AD', accountNumber: 'AI' })
})

test('of equal headers the leftmost counts, synonyms included', async () => {
  const data = await read((books) => {
    const nav = tableIn(books, 'NAV')
    nav.columns.push({ key: 'later', header: 'Valeur' }, { key: 'later', header: 'Value' })
    for (const row of nav.rows) row.later = number('1')
  })
  expect(data.nav.lines).toEqual(expected().nav.lines)
})

test('the preamble may be in any column, its values further right; the name is optional', async () => {
  const data = await read((books) => {
    const nav = tableIn(books, 'NAV')
    nav.preambleAt = { row: 3, column: 8 }
    nav.preambleGap = 3
    nav.headerRow = 30
    nav.preamble = nav.preamble.filter((each) => each.label !== 'Fund name').reverse()
    for (const each of nav.preamble) each.label = `  ${each.label.toUpperCase()}`
  })
  expect(data.nav.source.headerRow).toBe(30)
  expect(data.nav.source.preamble).toEqual({
    fundCurrency: { value: 'EUR', cell: 'L3' },
    navDate: { value: '2026-10-30', cell: 'L4' },
    fundCode: { value: 'LUX001', cell: 'L5' },
    fundName: null,
  })
  expect(values(data.nav.lines)).toEqual(values(expected().nav.lines))
})

test('hidden sheets are read, and sheets without a table are ignored', async () => {
  const data = await read((books) => {
    for (const book of books) {
      for (const table of book.tables) table.hidden = true
      book.extraSheets = [
        { name: 'Cover', rows: [[text('Type'), text('Code')], [{ error: '#N/A' }]], before: true },
      ]
    }
  })
  expect(data).toEqual(expected())
})

test('a header in row 31 is too low', async () => {
  const late = read((books) => {
    tableIn(books, 'NAV').headerRow = 31
  })
  await expect(late).rejects.toThrow(/Missing: NAV/)
})

test('total rows and rows blank in every read column are skipped, in Balance and Inventory', async () => {
  const keys: Partial<Record<PlanKind, string>> = { Balance: 'accountNumber', Inventory: 'instrumentCode' }
  const data = await read((books) => {
    for (const kind of ['Balance', 'Inventory'] as const) {
      const table = tableIn(books, kind)
      const key = keys[kind] ?? ''
      const name = kind === 'Balance' ? 'accountName' : 'instrumentName'
      table.columns.push({ key: 'remark', header: 'Remark' })
      table.rows.splice(2, 0, {}, { remark: text('only a remark') }, { [name]: text('Subtotal: class 2') })
      table.rows.push(
        { [key]: text('TOTAL') },
        { [key]: text('Total assets'), [name]: text('x') },
        { [name]: text('total') },
      )
    }
  })
  expect(values(data.balance.lines)).toEqual(values(expected().balance.lines))
  expect(values(data.inventory?.lines ?? [])).toEqual(values(expected().inventory?.lines ?? []))
})

test('a line that only resembles a total is data', async () => {
  const data = await read((books) => {
    rowIn(tableIn(books, 'Balance'), { accountNumber: '1010' }).accountName = text('Total capital')
    rowIn(tableIn(books, 'Inventory'), { instrumentCode: 'E00001' }).instrumentCode = text('TotalEnergies')
  })
  expect(data.balance.lines[0]?.accountName).toBe('Total capital')
  expect(data.inventory?.lines[0]?.instrumentCode).toBe('TotalEnergies')
})

test('numeric codes become plain digits, types ignore case, formulas count by their result', async () => {
  const data = await read((books) => {
    for (const row of tableIn(books, 'NAV').rows) {
      if (row.type && 'text' in row.type) row.type = text(row.type.text.toLowerCase())
    }
    const account = rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' })
    account.accountNumber = number('90100000000')
    account.debtor = { formula: '1-1', result: 0 }
    const line = rowIn(tableIn(books, 'Inventory'), { instrumentCode: 'E00001' })
    line.type = text('EQUITY')
    line.subtype = { formula: '1=2', result: false }
  })
  expect(data.nav.lines).toEqual(expected().nav.lines)
  expect(data.balance.lines.at(-1)).toMatchObject({ accountNumber: '90100000000', debtor: '0' })
  expect(data.inventory?.lines[0]).toMatchObject({ type: 'Equity', subtype: 'FALSE' })
})

test('% NAV is in percent: cells formatted as % count x 100, other cells and texts as they are', async () => {
  const data = await read((books) => {
    const [first, second, third] = tableIn(books, 'Inventory').rows
    if (first) first.navPercent = number('0.04', '0.00%')
    if (second) second.navPercent = text('3.9999 %')
    if (third) third.navPercent = { formula: 'A1', result: 0.070583, format: '0.0%' }
    if (first) first.priceFactor = number('1', '0%')
  })
  expect(data.inventory?.lines.slice(0, 3).map((line) => line.navPercent)).toEqual(['4', '3.9999', '7.0583'])
  expect(data.inventory?.lines[0]?.priceFactor).toBe('1')
})

test('a coupon is in percent likewise; its date and day count are read as they are', async () => {
  const data = await read((books) => {
    const [first, second] = tableIn(books, 'Inventory').rows
    Object.assign(first ?? {}, { coupon: number('0.0275', '0.00%'), dayCount: text(' ACT/ACT ') })
    Object.assign(second ?? {}, { coupon: text('4,5'), lastCouponDate: text('31.08.2026') })
  })
  expect(
    data.inventory?.lines
      .slice(0, 2)
      .map(({ coupon, lastCouponDate, dayCount }) => [coupon, lastCouponDate, dayCount]),
  ).toEqual([
    ['2.75', null, 'ACT/ACT'],
    ['4.5', '2026-08-31', null],
  ])
})

test('dates may be text in three formats', async () => {
  const data = await read((books) => {
    const date = tableIn(books, 'NAV').preamble.find((each) => each.label === 'NAV date')
    if (date) date.value = text('30.10.2026')
    const [first, second] = tableIn(books, 'Inventory').rows
    if (first) first.priceDate = text('29/10/2026')
    if (second) second.priceDate = text('2026-10-28')
  })
  expect(data.navDate).toBe('2026-10-30')
  expect(data.inventory?.lines.slice(0, 2).map((line) => line.priceDate)).toEqual([
    '2026-10-29',
    '2026-10-28',
  ])
})

test('an unambiguous text number decides only for its own sheet', async () => {
  const data = await read((books) => {
    const [a, b, c] = tableIn(books, 'Inventory').rows
    if (a) a.quantity = text('79.771')
    if (b) b.price = text('298,1517')
    if (c) c.marketValue = text('4.839.811,22')
    const balance = tableIn(books, 'Balance').rows
    if (balance[0]) balance[0].creditor = text("68'148'416.57")
    if (balance[1]) balance[1].debtor = text('(27,427)')
  })
  const [a, b, c] = data.inventory?.lines ?? []
  expect([a?.quantity, b?.price, c?.marketValue]).toEqual(['79771', '298.1517', '4839811.22'])
  expect([data.balance.lines[0]?.creditor, data.balance.lines[1]?.debtor]).toEqual(['68148416.57', '-27427'])
})

test('extra columns that together resemble another table do not make it one', async () => {
  const data = await read((books) => {
    const inventory = tableIn(books, 'Inventory')
    const extras = ['Code', 'Currency', 'Value'].map((header) => ({ key: `extra ${header}`, header }))
    inventory.columns.unshift(...extras)
    for (const row of inventory.rows) for (const { key } of extras) row[key] = text('x')
  })
  expect(values(data.inventory?.lines ?? [])).toEqual(values(expected().inventory?.lines ?? []))
})

test('a rate below 1 with three decimals as text decides the decimal mark of its sheet', async () => {
  const data = await read((books) => {
    const [a, b] = tableIn(books, 'Inventory').rows
    if (a) a.fxRate = text('0,921')
    if (b) b.quantity = text('79.771')
  })
  const [a, b] = data.inventory?.lines ?? []
  expect([a?.fxRate, b?.quantity]).toEqual(['0.921', '79771'])
})

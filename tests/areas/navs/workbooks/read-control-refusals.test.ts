import { fundModel } from 'tests/support/workbooks/model'
import {
  type BookPlan,
  day,
  number,
  rowIn,
  type SetKind,
  tableIn,
  tablePlan,
  text,
} from 'tests/support/workbooks/plan'
import { readControl } from 'tests/support/workbooks/read-control'
import { addressOf, writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { DomainError } from '~/platform/values/domain-error'

const model = fundModel()

async function refusalOf(
  change: (books: BookPlan[]) => void,
  set: SetKind = 'FIA3',
  asked = set,
): Promise<DomainError> {
  const files = await writeSet(model, set, change)
  const refusal = await readControl(files, asked).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DomainError)
  expect((refusal as DomainError).code).toBe('invalid')
  return refusal as DomainError
}

const NAV = 'NAV LUX001 2026-10-30.xlsx, NAV'
const BALANCE = 'Balance LUX001 2026-10-30.xlsx, Balance'
const INVENTORY = 'Inventory LUX001 2026-10-30.xlsx, Inventory'

test('every error is listed with its file, sheet and cell', async () => {
  const { message, options } = await refusalOf((books) => {
    const nav = tableIn(books, 'NAV').rows
    if (nav[3]) nav[3].value = text('n/a')
    if (nav[4]) nav[4].type = text('SHARE')
    if (nav[5]) nav[5].value = { error: '#N/A' }
    if (nav[6]) nav[6].value = { formula: 'A1' }
    if (nav[7]) nav[7].value = { boolean: false }
    if (nav[8]) nav[8].code = text(' \u00a0')
    const balance = tableIn(books, 'Balance').rows
    if (balance[0]) balance[0].accountName = null
    if (balance[1]) balance[1].debtor = day('2026-10-30')
    const inventory = tableIn(books, 'Inventory').rows
    if (inventory[0]) inventory[0].quantity = null
    if (inventory[1]) inventory[1].priceDate = text('31/02/2026')
    if (inventory[2]) inventory[2].maturityDate = number('46325')
    if (inventory[3]) inventory[3].type = text('Warrant')
    if (inventory[4]) inventory[4].issuer = { error: '#REF!' }
  })
  expect(message).toMatch(/^13 errors found/)
  const list = options.list ?? []
  expect(list).toHaveLength(13)
  const at = (kind: 'NAV' | 'Balance' | 'Inventory', row: number, key: string) =>
    addressOf(tablePlan(model, kind), row, key)
  expect(list).toContain(`${NAV}!${at('NAV', 3, 'value')}: "n/a" is not a number`)
  expect(list).toContain(`${NAV}!${at('NAV', 5, 'value')}: "#N/A" is not a number`)
  expect(list).toContain(`${NAV}!${at('NAV', 7, 'value')}: "FALSE" is not a number`)
  expect(list).toContain(`${NAV}!${at('NAV', 8, 'code')}: Code is blank`)
  expect(list).toContain(`${BALANCE}!${at('Balance', 0, 'accountName')}: Account name is blank`)
  expect(list).toContain(`${BALANCE}!${at('Balance', 1, 'debtor')}: "2026-10-30" is not a number`)
  expect(list).toContain(`${INVENTORY}!${at('Inventory', 0, 'quantity')}: Quantity is blank`)
  expect(list).toContain(`${INVENTORY}!${at('Inventory', 1, 'priceDate')}: "31/02/2026" is not a date`)
  expect(list).toContain(`${INVENTORY}!${at('Inventory', 2, 'maturityDate')}: "46325" is not a date`)
  expect(list).toContain(`${INVENTORY}!${at('Inventory', 4, 'issuer')}: "#REF!" is an error value`)
  const texts = list.join('\n')
  expect(texts).toMatch(/NAV!A11: "SHARE" is not a type of the NAV table/)
  expect(texts).toMatch(/NAV!E13: the formula has no stored result/)
  expect(texts).toMatch(/Inventory!D10: "Warrant" is not a type of instrument/)
})

test('twenty errors are listed, then a count', async () => {
  const { options } = await refusalOf((books) => {
    for (const row of tableIn(books, 'Inventory').rows) row.price = text('on request')
  })
  expect(options.list).toHaveLength(21)
  expect(options.list?.at(-1)).toBe('and 5 more')
})

test('text numbers with conflicting decimal marks are refused, the minority first', async () => {
  const { options } = await refusalOf((books) => {
    const rows = tableIn(books, 'Balance').rows
    for (const row of rows.slice(0, 5)) row.debtor = text('1,50')
    if (rows[6]) rows[6].debtor = text('1.50')
  })
  expect(options.list).toHaveLength(6)
  expect(options.list?.[0]).toMatch(/Balance!D13: "1.50" has a decimal point, other numbers .* comma/)
})

test('an ambiguous text number is refused unless another number in its sheet decides', async () => {
  const { options } = await refusalOf((books) => {
    const [row] = tableIn(books, 'NAV').rows
    if (row) row.value = text('68,805')
    const [decidesElsewhere] = tableIn(books, 'Balance').rows
    if (decidesElsewhere) decidesElsewhere.debtor = text('1.5')
  })
  expect(options.list).toEqual([expect.stringMatching(/NAV!E7: "68,805" can be read two ways/)])
})

test.each(['TOTAL ASSETS', 'TOTAL LIABILITIES', 'FUND TNA'])(
  'a NAV table without %s for the fund code is refused',
  async (type) => {
    const { options } = await refusalOf((books) => {
      rowIn(tableIn(books, 'NAV'), { type }).code = text('LUX002')
    })
    expect(options.list).toEqual([`${NAV}: the NAV table has no ${type} with the fund's code "LUX001"`])
  },
)

test.each(['Fund code', 'NAV date', 'Fund currency'])('a preamble without %s is refused', async (label) => {
  const { options } = await refusalOf((books) => {
    const balance = tableIn(books, 'Balance')
    balance.preamble = balance.preamble.filter((each) => each.label !== label)
  })
  expect(options.list).toEqual([expect.stringContaining(`${BALANCE}: "${label}" with a value`)])
})

test('fund code and NAV date must match above every table', async () => {
  const { options } = await refusalOf((books) => {
    const preambleOf = (kind: 'Balance' | 'Inventory') => tableIn(books, kind).preamble
    for (const each of preambleOf('Balance')) if (each.label === 'Fund code') each.value = text('lux001')
    for (const each of preambleOf('Inventory')) if (each.label === 'NAV date') each.value = day('2026-10-29')
  }, 'MFFA')
  expect(options.list).toHaveLength(2)
  expect(options.list?.[0]).toContain('Balance!B1: Fund code "lux001" differs from "LUX001"')
  expect(options.list?.[1]).toContain('Inventory!B3: NAV date "2026-10-29" differs from "2026-10-30"')
})

test('an unexpected set is refused, saying what each file was recognised as', async () => {
  const wrongSet = await refusalOf(() => {}, 'MFFA', 'FIA2')
  expect(wrongSet.message).toMatch(
    /FIA control of 2 files needs one file each of NAV and Balance.*Missing: NAV/,
  )
  expect(wrongSet.options.list).toEqual([
    'Balance Sheet LUX001 2026-10-30.xlsx: taken for Balance (sheet Balance)',
    'Nav Pack LUX001 2026-10-30.xlsx: taken for a Nav Pack (NAV in sheet NAV, Inventory in sheet Inventory)',
  ])
  const twice = await refusalOf((books) => {
    const nav = tablePlan(model, 'NAV')
    books[1] = { file: 'again.xlsx', tables: [nav] }
    books[2] = {
      file: 'two.xlsx',
      tables: [tablePlan(model, 'Inventory'), { ...nav, sheet: 'Copy', hidden: true }],
    }
  })
  expect(twice.options.list?.slice(1)).toEqual([
    'again.xlsx: taken for NAV (sheet NAV)',
    'two.xlsx: taken for a Nav Pack (Inventory in sheet Inventory, NAV in sheet Copy)',
  ])
})

test('a file with a second table of its kind on a hidden sheet is refused', async () => {
  const { options } = await refusalOf((books) => {
    books[0]?.tables.push({ ...tablePlan(model, 'NAV'), sheet: 'Old', hidden: true })
  })
  expect(options.list?.[0]).toMatch(/taken for a file of 2 tables \(NAV in sheet NAV, NAV in sheet Old\)/)
})

test('an unknown file is refused with what it lacks', async () => {
  const { options } = await refusalOf((books) => {
    const balance = tableIn(books, 'Balance')
    balance.columns = balance.columns.filter((column) => column.key !== 'creditor')
    books[2] = { file: 'empty.xlsx', tables: [], extraSheets: [{ name: 'Notes', rows: [[text('hello')]] }] }
  })
  expect(options.list?.[1]).toMatch(
    /row 6 of sheet Balance is nearest to a Balance table, but lacks Balance creditor/,
  )
  expect(options.list?.[2]).toBe(
    'empty.xlsx: not recognised: no sheet has a header row of a NAV, Balance or Inventory table within its first 30 rows',
  )
})

test('files that are not workbooks are refused together', async () => {
  const [first, ...rest] = await writeSet(model, 'FIA3')
  const bad = rest.map((file) => ({ ...file, bytes: Buffer.from('%PDF-1.7') }))
  const refusal = await readControl([...(first ? [first] : []), ...bad], 'FIA3').catch(
    (error: DomainError) => error,
  )
  expect((refusal as DomainError).options.list).toHaveLength(2)
})

test.each(['Grand total', 'Totals', 'Sub-total', 'Total-assets', 'Totalising'])(
  'a row that starts with %j and has no account is not a total row',
  async (name) => {
    const { options } = await refusalOf((books) => {
      tableIn(books, 'Balance').rows.push({ accountName: text(name), currency: text('EUR') })
    })
    expect(options.list).toEqual([
      `${BALANCE}!${addressOf(tablePlan(model, 'Balance'), model.balance.length, 'accountNumber')}: Account number is blank`,
    ])
  },
)

test('codes and total rows do not decide the number format of a sheet', async () => {
  const { options } = await refusalOf((books) => {
    const { rows } = tableIn(books, 'Balance')
    if (rows[1]) Object.assign(rows[1], { accountNumber: text('20.5'), debtor: text('1.234') })
    rows.push({ accountName: text('Total'), debtor: text('12.345,67') })
  })
  const cell = addressOf(tablePlan(model, 'Balance'), 1, 'debtor')
  expect(options.list?.join()).toContain(`${BALANCE}!${cell}: "1.234" can be read two ways`)
})

import ExcelJS from 'exceljs'
import { later } from 'tests/support/later'
import { expect, test } from 'vitest'
import { errorReport } from '~/areas/navs/rules/error-report'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import { line, navLine, ruleInput } from '../../../support/areas/navs/rules/rule-input'

const SUBJECT = {
  fundCode: 'LUX001',
  fundName: '=HYPERLINK("http://example.test")',
  navDate: '2026-10-30',
  controlId: '42',
  controlDate: new Date('2026-10-31T08:15:00Z'),
  user: 'Anna Weber',
  summary: '38 OK · 1 justified · 2 not OK',
}

const OVERRIDE = {
  ruleId: 'I03',
  result: 'OK - justified',
  comment: '@SUM(1) agreed with the broker',
  who: 'Tom Reuter',
  when: new Date('2026-10-31T09:00:00Z'),
} as const

const outcomes = () =>
  evaluateRules(
    ruleInput(({ data }) => {
      navLine(data, 'TOTAL ASSETS').value = '100'
      Object.assign(line(data, 'Equity'), { priceDate: '2026-09-01', instrumentCode: '+0012' })
    }),
  )

const bytes = () => errorReport(SUBJECT, outcomes(), [OVERRIDE])

async function sheet(name: string) {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load((await bytes()).slice().buffer)
  const found = workbook.getWorksheet(name)
  if (!found) throw new Error(`no sheet ${name}`)
  const header = (found.getRow(1).values as string[]).slice(1)
  const rows = Array.from({ length: found.rowCount - 1 }, (_, i) =>
    Object.fromEntries(header.map((title, column) => [title, found.getRow(i + 2).getCell(column + 1)])),
  )
  return { found, rows }
}

test('the report lists all 50 rules, and an override with who, when and why', async () => {
  const { found, rows } = await sheet('Rules')
  expect(rows).toHaveLength(50)
  expect(found.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
  const values = (rule: string) => {
    const row = rows.find((each) => each.Rule?.value === rule)
    return ['Nb.', 'Severity', 'Status', 'Computed', 'Comment', 'Who', 'When (UTC)'].map(
      (key) => row?.[key]?.value,
    )
  }
  expect(values('I03 Stale price')).toEqual([
    28,
    'W',
    'OK - justified',
    'NOK',
    OVERRIDE.comment,
    OVERRIDE.who,
    OVERRIDE.when,
  ])
  expect(values('N05 Assets and liabilities').slice(0, 4)).toEqual([5, 'B', 'NOK', 'NOK'])
  expect(values('N01 Fund currency')[2]).toBe('OK')
})

test('the report starts with the control, and its results in four numbers', async () => {
  const { rows } = await sheet('Control')
  const values = rows.map(({ Control, Value }) => [Control?.value, Value?.value])
  expect(values).toContainEqual(['Fund code', SUBJECT.fundCode])
  expect(values).toContainEqual(['Rules', '38 OK · 1 justified · 2 not OK'])
})

test('numbers in breaches stay numbers', async () => {
  const { rows } = await sheet('Breaches')
  const stale = rows.find((each) => each.Rule?.value === 'I03 Stale price')
  expect(
    [stale?.Subject, stale?.Difference, stale?.Tolerance, stale?.['Tolerance set by']].map(
      (cell) => cell?.value,
    ),
  ).toEqual(['+0012', 43, 3, 'all'])
})

test('dates in cells stay dates, numbers stay numbers and codes stay text', async () => {
  const { rows } = await sheet('Cells')
  const figures = rows.map((row) => [row.Figure, row.Value, row.Sheet, row.Cell].map((cell) => cell?.value))
  expect(figures).toEqual([
    ['TOTAL ASSETS LUX001', 100, 'NAV', 'E7'],
    ['TOTAL LIABILITIES LUX001', 304746.35, 'NAV', 'E8'],
    ['FUND TNA LUX001', 68003816.37, 'NAV', 'E9'],
    ['Price date', new Date('2026-09-01T00:00:00Z'), 'Inventory', 'I7'],
  ])
})

test('no text becomes a formula, whatever it starts with', async () => {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load((await bytes()).slice().buffer)
  let hostile = 0
  for (const each of workbook.worksheets) {
    each.eachRow((row) =>
      row.eachCell((cell) => {
        expect(cell.type).not.toBe(ExcelJS.ValueType.Formula)
        if (typeof cell.value !== 'string') return
        if (/^[=+@-]/.test(cell.value)) hostile += 1
        if (Number(cell.row) > 1) expect(cell.numFmt).toBe('@')
      }),
    )
  }
  expect(hostile).toBe(6)
})

test('the same control gives the same bytes, and our own reader opens them', async () => {
  const first = await bytes()
  later(86_400_000)
  expect(Buffer.compare(first, await bytes())).toBe(0)
  const { sheets } = await readWorkbook(first, 'errors.xlsx')
  expect(sheets.map(({ name }) => name)).toEqual(['Control', 'Rules', 'Breaches', 'Cells'])
})

import ExcelJS from 'exceljs'
import { later } from 'tests/support/later'
import { controlDataOf, matchingDataOf } from 'tests/support/workbooks/control-data-of'
import { fundModel } from 'tests/support/workbooks/model'
import { expect, test } from 'vitest'
import { match } from '~/areas/navs/matching/matching'
import { matchingWorkbook } from '~/areas/navs/matching/matching-workbook'
import { readWorkbook } from '~/platform/workbooks/read-workbook'

const MADE = new Date('2026-10-31T08:00:00Z')

function result() {
  const data = controlDataOf(fundModel())
  const theirs = matchingDataOf(fundModel())
  const [first, second, third, fourth] = theirs.matching.lines
  if (first) first.marketValue = String(Number(first.marketValue) + 7_000)
  if (second) Object.assign(second, { quantity: '1', marketValue: '1' })
  if (third) Object.assign(third, { instrumentCode: '=1+1', instrumentName: '=cmd|"/c calc"!A1', isin: null })
  if (fourth) fourth.marketValue = String(Number(fourth.marketValue) - 7_500)
  return match(data, theirs)
}

async function opened() {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load((await matchingWorkbook(result(), MADE)).slice().buffer)
  const rows = (name: string) => {
    const values: ExcelJS.CellValue[][] = []
    workbook.getWorksheet(name)?.eachRow((row) => values.push((row.values as ExcelJS.CellValue[]).slice(1)))
    return values
  }
  return { workbook, rows }
}

test('the sheets are Summary, Breaks, Matched and Missing, each with a frozen header', async () => {
  const { workbook } = await opened()
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Summary', 'Breaks', 'Matched', 'Missing'])
  for (const sheet of workbook.worksheets)
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
})

test('Summary counts and sums every outcome', async () => {
  const { rows } = await opened()
  const counts = rows('Summary').map(([outcome, count]) => [outcome, count])
  expect(counts).toEqual([
    ['Outcome', 'Count'],
    ['MATCHED', 18],
    ['QUANTITY BREAK', 1],
    ['PRICE BREAK', 0],
    ['VALUE BREAK', 2],
    ['MISSING AT ADMINISTRATOR', 1],
    ['MISSING AT MANAGER', 1],
    ['Total', 23],
  ])
  const [, , , , value] = rows('Summary')
  expect(value?.[4]).toBe(-500)
})

test('Breaks starts with the largest value difference, in amount and basis points of TNA', async () => {
  const { rows } = await opened()
  const [header, ...breaks] = rows('Breaks')
  const value = header?.indexOf('Value difference') ?? 0
  const points = header?.indexOf('Basis points of TNA') ?? 0
  expect(breaks.map((row) => row[0])).toEqual(['QUANTITY BREAK', 'VALUE BREAK', 'VALUE BREAK'])
  expect(breaks.slice(1).map((row) => [row[value], row[points]])).toEqual([
    [-7500, -1.1],
    [7000, 1.03],
  ])
})

test('text that looks like a formula stays text', async () => {
  const { workbook } = await opened()
  const cells: ExcelJS.Cell[] = []
  workbook.getWorksheet('Missing')?.eachRow((row) => row.eachCell((cell) => cells.push(cell)))
  const hostile = cells.filter(({ value }) => typeof value === 'string' && value.startsWith('='))
  expect(
    hostile.map(({ value, numFmt, type }) => [value, numFmt, type === ExcelJS.ValueType.String]),
  ).toEqual([
    ['=1+1', '@', true],
    ['=cmd|"/c calc"!A1', '@', true],
  ])
})

test('the same matching gives the same bytes, and our own reader opens them', async () => {
  const first = await matchingWorkbook(result(), MADE)
  later(86_400_000)
  expect(Buffer.compare(first, await matchingWorkbook(result(), MADE))).toBe(0)
  const { sheets } = await readWorkbook(first, 'matching.xlsx')
  expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'Breaks', 'Matched', 'Missing'])
})

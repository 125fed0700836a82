import { Big } from 'big.js'
import type { FundFigures } from 'db/seed/demo/model/books'
import { figuresBefore } from 'db/seed/demo/model/simulate'
import { FORMAT_SAMPLES, formatSamples } from 'db/seed/samples/format-samples'
import { describe, expect, test } from 'vitest'
import { checkFormat } from '~/platform/formats/format'
import type { Kind } from '~/platform/formats/kinds'
import { readFileByFormat } from '~/platform/formats/read-file'
import type { FundTable } from '~/platform/formats/read-tables'
import { readWorkbook } from '~/platform/workbooks/read-workbook'

const files = formatSamples({ compressed: false })
const plain = (text: string | null | undefined) => (text ? new Big(text).toFixed() : '0')

/** The tables of a set by fund and kind, read by the format beside its files. */
async function readSet(sample: string): Promise<(code: string, kind: Kind) => FundTable['lines']> {
  const own = files.filter(({ path }) => path.startsWith(`formats/${sample}/`))
  const json = own.find(({ path }) => path.endsWith('format.json'))
  const checked = checkFormat(JSON.parse(new TextDecoder().decode(json?.bytes)))
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults))
  const found = new Map<string, FundTable['lines']>()
  const workbooks = own.filter((each) => each !== json)
  expect(workbooks).toHaveLength(checked.format.files)
  for (const { path, bytes } of workbooks) {
    const workbook = await readWorkbook(bytes, path.split('/').at(-1) ?? path)
    const { tables, faults } = readFileByFormat(checked.format, workbook, {})
    expect([path, faults]).toEqual([path, []])
    for (const { kind, funds } of tables)
      for (const { facts, lines } of funds) {
        expect(facts['NAV date']?.value).toBe('2026-10-30')
        found.set(`${facts['Fund code']?.value} ${kind}`, lines)
      }
  }
  return (code, kind) => found.get(`${code} ${kind}`) ?? []
}

/** The figures of the NAV as sorted lines: type, code, currency and value. */
function navLines({ fund, totalAssets, totalLiabilities, tna, classes, rates }: FundFigures) {
  const lines: [string, string, string, string | null][] = [
    ['TOTAL ASSETS', fund.code, fund.currency, totalAssets],
    ['TOTAL LIABILITIES', fund.code, fund.currency, totalLiabilities],
    ['FUND TNA', fund.code, fund.currency, tna],
    ...rates.map(({ currency, rate }): (typeof lines)[number] => ['FX RATE', currency, fund.currency, rate]),
    ...classes.flatMap((each): typeof lines => [
      ['CLASS TNA', each.code, each.currency, each.tna],
      ['SHARES', each.code, each.currency, each.shares],
      ['SUBSCRIPTIONS', each.code, each.currency, each.subscriptions],
      ['REDEMPTIONS', each.code, each.currency, each.redemptions],
      ['NAV PER SHARE', each.code, each.currency, each.navPerShare],
      ['DISTRIBUTION PER SHARE', each.code, each.currency, each.distribution],
    ]),
  ]
  return lines
    .filter(([, , , value]) => value !== null)
    .map(([type, code, currency, value]) => `${type} ${code} ${currency} ${plain(value)}`)
    .sort()
}

describe.each(Object.entries(FORMAT_SAMPLES))('%s', async (sample, codes) => {
  const linesOf = await readSet(sample)

  test.each(codes)('its format reads the figures of %s exactly', (code) => {
    const figures = figuresBefore(code, 0)
    const nav = linesOf(code, 'NAV').map(
      ({ values: { Type, Code, Currency, Value } }) => `${Type} ${Code} ${Currency} ${plain(Value)}`,
    )
    expect(nav.sort()).toEqual(navLines(figures))
    expect(
      linesOf(code, 'BALANCE').map(({ values }) => [
        values['Account number'],
        values['Account name'],
        new Big(values['Balance debtor'] ?? 0).minus(values['Balance creditor'] ?? 0).toFixed(),
      ]),
    ).toEqual(
      figures.balance.map(({ account, name, debtor, creditor }) => [
        account,
        name,
        new Big(debtor ?? 0).minus(creditor ?? 0).toFixed(),
      ]),
    )
    const inventory = linesOf(code, 'INVENTORY').map(({ values }) => [
      values['Instrument code'],
      values.Type,
      values.ISIN,
      plain(values.Quantity),
      plain(values.Price),
      values['Price date'],
      plain(values['Market value']),
      plain(values['FX rate']),
    ])
    const expected = figures.inventory.map((line) => [
      line.code,
      line.type,
      line.isin,
      plain(line.quantity),
      plain(line.price),
      line.priceDate,
      plain(line.marketValue),
      plain(line.rate),
    ])
    const byCode = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]))
    expect(inventory.sort(byCode)).toEqual(expected.sort(byCode))
  })
})

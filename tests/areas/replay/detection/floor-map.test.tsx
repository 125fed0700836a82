import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import {
  type DetectedFund,
  type DetectionCell,
  describeAlone,
  describeWorth,
  worthOfSources,
} from '~/areas/replay/detection/detection'
import { errorRows, FloorMap, mapInShort } from '~/areas/replay/detection/floor-map'

const cell = (error: DetectionCell['error'], bp: number | null, more: Partial<DetectionCell> = {}) => ({
  error,
  bp,
  most: 500,
  rules: bp === null ? [] : (['N14'] as DetectionCell['rules']),
  closes: [],
  seen: null,
  sources: null,
  ...more,
})

const fund = (code: string, cells: DetectionCell[], blind: number): DetectedFund => ({
  fund: code,
  name: `Fund ${code}`,
  currency: 'EUR',
  tna: '1000000.00',
  navDate: '2026-10-30',
  navId: 1,
  controlId: 1,
  threshold: '50',
  computedAt: new Date('2026-11-02T21:40:00Z'),
  isCurrent: true,
  blind,
  cells,
})

// A redemption passes in B, whose threshold of 50 bp is below 60; a line cannot be missing in A.
const FUNDS = [
  fund('B', [cell('redemption', 60), cell('price', 7), cell('line', 3)], 1),
  fund(
    'A',
    [cell('redemption', 2), cell('price', 30, { rules: ['I04'] }), cell('line', null, { most: null })],
    0,
  ),
]

test('errors with blind spots come first, then the largest floors, each with its median and first rule', () => {
  const rows = errorRows(FUNDS)
  expect(rows.slice(0, 3)).toEqual([
    { error: 'redemption', rule: 'N14', median: 31, blind: 1 },
    { error: 'price', rule: 'N14', median: 18.5, blind: 0 },
    { error: 'line', rule: 'N14', median: 3, blind: 0 },
  ])
  expect(rows[3]).toMatchObject({ rule: null, median: null, blind: 0 })
  expect(mapInShort(FUNDS)).toBe('1 blind spot, median 7 bp')
})

/** The cells of a row, each with its class. */
async function cellsOf(label: string, funds = FUNDS, address = '/replay/detection') {
  const html = await markup(<FloorMap funds={funds} />, address)
  const [row = ''] = html.split('<tr>').filter((each) => each.includes(label))
  return [...row.matchAll(/<td(?: class="([^"]*)")?[^>]*>(.*?)<\/td>/g)].map(([, look, text = '']) => [
    look,
    text.replace(/<[^>]+>/g, ''),
  ])
}

test('cells are shaded by size, blind spots are also labelled, impossible cells are blank', async () => {
  expect(await cellsOf('Redemption not booked')).toEqual([
    ['heat__median', '31'],
    ['heat--blind', '60 blind spot'],
    ['heat--2', '2'],
  ])
  expect(await cellsOf('One price')).toEqual([
    ['heat__median', '18.5'],
    ['heat--3', '7'],
    ['heat--5', '30'],
  ])
  expect(await cellsOf('Line missing')).toEqual([
    ['heat__median', '3'],
    ['heat--2', '3'],
    [undefined, ''],
  ])
})

test('what is not found at sizes below the threshold is no blind spot', async () => {
  const small = [fund('S', [cell('price', null, { most: 20 })], 0)]
  expect(await cellsOf('One price', small)).toEqual([
    ['heat__median', ''],
    ['heat--none', '–not found'],
  ])
})

test('many funds have pages, whose links keep the rest of the address', async () => {
  const many = Array.from({ length: 20 }, (_, at) => fund(`F${at + 1}`, [cell('price', at + 1)], 0))
  const html = await markup(<FloorMap funds={many} />, '/replay/detection?search=x&funds=2')
  const plain = html.replaceAll('<!-- -->', '')
  expect(plain).toContain('Funds 16–20 of 20')
  expect(plain).toContain('href="/replay/detection?search=x&amp;funds=1"')
  expect(plain).not.toContain('Next funds')
  expect(await cellsOf('One price', many, '/replay/detection?funds=99')).toHaveLength(6)
  expect(await cellsOf('One price', many, '/replay/detection?funds=x')).toHaveLength(16)
})

test('each source says how many blind spots it closes, and how many lack it', () => {
  const bought = (alone: number | null) => ({ sources: { alone, buys: ['cash' as const] } })
  const funds = [
    fund('A', [cell('bill', 1, bought(null)), cell('incomePaid', 1, bought(120))], 0),
    fund(
      'B',
      [
        cell('bill', null, {
          closes: ['S03 Depositary cash is not applicable (Missing: cash of the depositary).'],
        }),
      ],
      1,
    ),
  ]
  const words = worthOfSources(funds).flatMap((each) => describeWorth(each) ?? [])
  expect(words).toEqual(['Depositary cash: 2 blind spots fewer, missing for 1 blind spot'])
  expect(funds.flatMap(({ cells }) => cells.map(describeAlone))).toEqual(['not found', '120 bp', ''])
})

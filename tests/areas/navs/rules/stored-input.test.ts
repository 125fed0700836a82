import { expect, test } from 'vitest'
import type { SecondSources } from '~/areas/navs/rules/contract'
import {
  ruleReferenceOfJson,
  type StoredReference,
  storedReference,
  storedSources,
} from '~/areas/navs/rules/stored-input'

const NOTHING = { tables: [], missing: [] }
const day = { sender: 'BANK', date: '2026-10-30', hasFlows: false }
const sources: SecondSources = {
  register: NOTHING,
  cash: NOTHING,
  positions: {
    missing: ['BROKER'],
    tables: [
      {
        ...day,
        rows: [
          { file: 'a.csv', cells: { Quantity: 'a!D2' }, instrumentCode: 'E1', isin: 'LU1', quantity: '5' },
          {
            file: 'b.xlsx',
            cells: { Quantity: 'Sheet 1!D9', Pending: 'Sheet 1!E9' },
            isin: 'LU2',
            quantity: '-0.5',
            pending: '1',
          },
        ],
      },
      { ...day, sender: 'BROKER', rows: [] },
    ],
  },
  prices: [
    {
      sender: 'V1',
      file: 'p.csv',
      cells: { Price: 'p!C2' },
      isin: 'LU1',
      currency: 'EUR',
      price: '9.5',
      priceDate: '2026-10-30',
    },
    {
      sender: 'V2',
      file: 'p.csv',
      cells: {},
      isin: 'LU1',
      currency: 'EUR',
      price: '9',
      priceDate: '2026-10-30',
      exchange: 'XLUX',
    },
  ],
  announcements: [],
}

const reference = { sources } as unknown as Parameters<typeof storedReference>[0]
const read = (stored: unknown) => ruleReferenceOfJson(JSON.stringify(stored)).sources

test('rows of other parties that a control keeps by column are read back with their files and cells', () => {
  const stored = storedReference(reference)
  expect(stored.sources?.prices).toEqual({
    from: [
      { file: 'p.csv', sender: 'V1' },
      { file: 'p.csv', sender: 'V2' },
    ],
    of: [0, 1],
    cells: { Price: ['p!C2', null] },
    columns: {
      isin: ['LU1', 'LU1'],
      currency: ['EUR', 'EUR'],
      price: ['9.5', '9'],
      priceDate: ['2026-10-30', '2026-10-30'],
      exchange: [null, 'XLUX'],
    },
  })
  expect(read(stored)).toEqual(sources)
})

test('controls of before have their rows one by one; what they say is the same', () => {
  const before = { sources } as unknown as StoredReference
  const opened = read(before)
  expect(opened).toEqual(sources)
  expect(opened && storedSources(opened)).toEqual(storedSources(sources))
})

test('a control without second sources keeps none', () => {
  const { sources: _, ...without } = reference
  expect(ruleReferenceOfJson(JSON.stringify(storedReference(without)))).toEqual(without)
})

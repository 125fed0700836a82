import { expect, test } from 'vitest'
import { exactSum, grouped } from '~/ui/grid/exact-sum'

test.each([
  [['0.1', '0.2'], { sum: '0.3', average: '0.2' }],
  [
    ['100000000000000000000.01', '-0.02'],
    { sum: '99999999999999999999.99', average: '50000000000000000000.00' },
  ],
  [['-1', '-2'], { sum: '-3', average: '-2' }],
  [['1', '0'], { sum: '1', average: '1' }],
  [['-0.01', '0.01'], { sum: '0.00', average: '0.00' }],
  [['7'], { sum: '7', average: '7' }],
])('%s', (figures, expected) => {
  expect(exactSum(figures)).toEqual(expected)
})

test('there is no sum of nothing, nor of what is no plain decimal', () => {
  expect(exactSum([])).toBeNull()
  expect(exactSum(['1', '1e5'])).toBeNull()
})

test('thousands are parted by commas, decimals are not', () => {
  expect(['1234567.8901', '-1234', '999', '0.00'].map(grouped)).toEqual([
    '1,234,567.8901',
    '-1,234',
    '999',
    '0.00',
  ])
})

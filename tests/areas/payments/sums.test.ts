import { expect, test } from 'vitest'
import { onlySet, type Part, setsWithSums } from '~/areas/payments/bank-inbox/sums'

const part = (id: number, amount: string, ref = `REF${id}`): Part => ({ id, amount, ref })
const never = () => false

const ids = (parts: readonly Part[], amount: string) =>
  setsWithSums(parts, [amount])(amount).map((set) => set.map(({ id }) => id))

test('parts, pairs and triples are found by their exact sum, and nothing beyond', () => {
  // 0.10 + 0.20 is 0.30 to the cent; floating point has it otherwise.
  const parts = [part(1, '0.10'), part(2, '0.20'), part(3, '5159.70'), part(4, '5159.71'), part(5, '7.00')]
  expect(ids(parts, '0.30')).toEqual([[1, 2]])
  expect(ids(parts, '10319.40')).toEqual([])
  expect(ids(parts, '10319.41')).toEqual([[3, 4]])
  expect(ids(parts, '10326.41')).toEqual([[3, 4, 5]])
  expect(ids(parts, '7')).toEqual([[5]])
  // Four of them are no proposal.
  expect(ids(parts, '10326.51')).toEqual([])
})

test('amounts of many entries are looked up at once, each with its own sets', () => {
  const find = setsWithSums(
    [part(1, '10.00'), part(2, '20.00'), part(3, '30.00')],
    ['30.00', '50.00', '99.00'],
  )
  const found = (amount: string) => find(amount).map((set) => set.map(({ id }) => id))
  expect(found('30.00')).toEqual([[1, 2], [3]])
  expect(found('50.00')).toEqual([[2, 3]])
  expect(found('99.00')).toEqual([])
  expect(found('60.00')).toEqual([])
})

test('one set alone is proposed; of several, the one whose references the text has', () => {
  const pair = [part(1, '10.00'), part(2, '20.00')]
  const other = [part(3, '12.00'), part(4, '18.00')]
  expect(onlySet([pair], never)).toBe(pair)
  expect(onlySet([], never)).toBeNull()
  expect(onlySet([pair, other], never)).toBeNull()
  expect(onlySet([pair, other], (ref) => ['REF3', 'REF4', 'REF1'].includes(ref))).toBe(other)
  // One part of the same amount may be meant: nobody can tell.
  expect(onlySet([pair, [part(5, '30.00')]], never)).toBeNull()
  expect(onlySet([[part(5, '30.00')]], never)).toBeNull()
})

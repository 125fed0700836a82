import { expect, test } from 'vitest'
import { classFigures, movement } from '~/areas/navs/class-figures'

const line = (type: string, code: string, value: string, currency = 'EUR') => ({
  type,
  code,
  currency,
  value,
})

test('each class with a NAV per share has figures, compared with the previous NAV', () => {
  const now = [
    line('FUND TNA', 'F', '1000'),
    line('NAV PER SHARE', 'F-B', '102'),
    line('NAV PER SHARE', 'F-A', '99.5', 'USD'),
    line('DISTRIBUTION PER SHARE', 'F-A', '1.5', 'USD'),
    line('SUBSCRIPTIONS', 'F-B', '10'),
    line('SHARES', 'F-B', '110'),
  ]
  const before = [line('NAV PER SHARE', 'F-A', '100', 'USD')]
  expect(classFigures(now, before)).toEqual([
    {
      code: 'F-B',
      currency: 'EUR',
      perShare: '102',
      before: null,
      movement: null,
      subscribed: '10',
      redeemed: '0',
      shares: '110',
      tna: null,
    },
    // A distribution is no loss: 99.5 + 1.5 against 100.
    {
      code: 'F-A',
      currency: 'USD',
      perShare: '99.5',
      before: '100',
      movement: '1',
      subscribed: '0',
      redeemed: '0',
      shares: null,
      tna: null,
    },
  ])
})

test('a movement is signed and exact, and there is none from zero', () => {
  expect(movement('98', '100', null)).toBe('-2')
  expect(movement('100', '0', null)).toBeNull()
  expect(movement('100', null, null)).toBeNull()
})

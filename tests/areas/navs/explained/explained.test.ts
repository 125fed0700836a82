import { expect, test } from 'vitest'
import { lastDayFault, latestDay } from '~/areas/navs/explained/explained'

test('an explanation counts for ten weekdays after its NAV date at most', () => {
  // Friday 30/10/2026, and Saturday 31/10/2026.
  expect([latestDay('2026-10-30'), latestDay('2026-10-31')]).toEqual(['2026-11-13', '2026-11-13'])
  const fault = (until: string | null) => lastDayFault('timing', until, '2026-10-30')
  expect([fault('2026-10-30'), fault('2026-11-13')]).toEqual([null, null])
  expect(fault('2026-11-14')).toContain('Enter 13/11/2026 or an earlier day')
  expect(fault('2026-10-29')).toContain('before the NAV date 30/10/2026')
  expect(fault(null)).toBe('Enter the last day for which it counts, 13/11/2026 at the latest.')
})

test('what is lent or pledged counts until it is ended', () => {
  expect(lastDayFault('lent or pledged', null, '2026-10-30')).toBeNull()
  expect(lastDayFault('lent or pledged', '2026-11-02', '2026-10-30')).toContain('leave the last day blank')
})

import { expect, test } from 'vitest'
import { magnitudeOf, wrongDates } from '~/areas/nav-errors/case-facts'
import type { CaseResult, ShownFigure } from '~/areas/nav-errors/case-figures.server'
import { requestedYear } from '~/areas/nav-errors/register'

const figure = (date: string, published: string, corrected: string, material: boolean) =>
  ({
    date,
    classCode: 'A',
    published,
    corrected,
    difference: String(Number(published) - Number(corrected)),
    material,
  }) as ShownFigure

const result = (...figures: ShownFigure[]) => ({ result: { figures } as CaseResult })

test('the magnitude of a case is its largest error with its sign', () => {
  // 1 / 100 = 1 %, -3 / 96 = -3.125 %: the NAV was too low.
  const two = result(figure('2026-10-01', '101', '100', true), figure('2026-10-02', '93', '96', true))
  expect(magnitudeOf(two)).toBe('-3.1250')
  expect(magnitudeOf({ result: null })).toBeNull()
  // A corrected NAV per share of 0 has no percentage.
  expect(magnitudeOf(result(figure('2026-10-01', '1', '0', true)))).toBeNull()
})

test('wrong dates are those with a difference, material where one class is', () => {
  const dates = wrongDates(
    result(
      figure('2026-10-01', '101', '100', false),
      figure('2026-10-01', '109', '100', true),
      figure('2026-10-02', '100', '100', false),
      figure('2026-10-03', '101', '100', false),
    ),
  )
  expect([...dates]).toEqual([
    ['2026-10-01', true],
    ['2026-10-03', false],
  ])
})

test('a year that cannot be read is said, and this one is shown', () => {
  expect(requestedYear('2024', '2026-11-03')).toEqual({ year: 2024, note: null })
  expect(requestedYear(null, '2026-11-03')).toEqual({ year: 2026, note: null })
  expect(requestedYear('24', '2026-11-03')).toMatchObject({ year: 2026, note: expect.any(String) })
})

import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { heapOf, pauseAfter, workerCount } from '~/http/server/workers'

const GB = 2 ** 30

test('one worker per core, at most twelve, unless a number is given', () => {
  expect(workerCount()).toBe(Math.min(12, availableParallelism()))
  expect([workerCount(1), workerCount(40)]).toEqual([1, 40])
})

test('workers share half of the memory, within a minimum and maximum each', () => {
  expect(heapOf(4, 8 * GB)).toBe(1_024)
  expect(heapOf(2, 64 * GB)).toBe(2_048)
  expect(heapOf(12, 2 * GB)).toBe(256)
})

test('a worker that keeps ending restarts ever later; one that lived a minute at once', () => {
  const pauses = [100]
  for (let times = 0; times < 8; times++) pauses.push(pauseAfter(pauses.at(-1) ?? 0, 2_000))
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000])
  expect(pauseAfter(10_000, 60_000)).toBe(100)
})

import { expect, test } from 'vitest'

test('a test of a process of its own that always fails', () => {
  expect(process.pid).toBe(0)
})

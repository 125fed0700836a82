import { expect, test } from 'vitest'

test('a test in a separate process that always fails', () => {
  expect(process.pid).toBe(0)
})

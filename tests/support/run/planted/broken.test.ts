import { beforeAll, describe, expect, test } from 'vitest'

test('a test that always fails', () => {
  expect(1 + 1).toBe(3)
})

describe('a suite', () => {
  beforeAll(() => {
    throw new Error('planted before all')
  })
  test('never begins', () => {})
})

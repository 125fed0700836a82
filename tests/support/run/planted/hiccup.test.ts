import { expect, test } from 'vitest'

const { TEST_ATTEMPT = '1' } = process.env
let came = 0

test('stands before the others', () => {
  came += 1
})

test('a test (that fails) once', () => {
  expect(TEST_ATTEMPT).not.toBe('1')
})

test('a test that also needs what stands before it', () => {
  expect([TEST_ATTEMPT, came]).toEqual(['3', 1])
})

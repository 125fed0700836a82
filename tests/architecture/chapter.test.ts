import { chapter } from 'tests/support/chapter'
import { expect, test } from 'vitest'

test('a chapter returns what its work returns', async () => {
  expect(await chapter('Two and two', () => 4)).toBe(4)
  expect(await chapter('Two and three', async () => 5)).toBe(5)
})

test('a failing chapter names itself, in its message and in the stack that reports print', async () => {
  const failing = chapter('The manager approves', () => expect('SENT').toBe('REVIEWED'))
  await expect(failing).rejects.toThrow(/^Chapter “The manager approves”: expected 'SENT' to be 'REVIEWED'/)
  await expect(failing).rejects.toMatchObject({
    stack: expect.stringContaining('Chapter “The manager approves”: expected'),
    // vitest needs these to show the difference.
    actual: 'SENT',
    expected: 'REVIEWED',
  })
  await expect(chapter('Words alone', () => Promise.reject('no error'))).rejects.toThrow(
    'Chapter “Words alone”: no error',
  )
})

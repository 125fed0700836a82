import { expect, test } from 'vitest'
import { isSignedWith, newSigningKey, openSigning } from '~/platform/workflow/signing.server'

test('a signature that was found right is right for its text and its key alone', () => {
  const [mine, other] = [openSigning(newSigningKey()), openSigning(newSigningKey())]
  const signature = mine.sign('checkpoint 7')
  expect([1, 2].map(() => isSignedWith(mine.all, 'checkpoint 7', signature))).toEqual([true, true])
  expect(isSignedWith(mine.all, 'checkpoint 8', signature)).toBe(false)
  expect(isSignedWith(other.all, 'checkpoint 7', signature)).toBe(false)
  const forged = signature.replace(mine.own.id, other.own.id)
  expect(isSignedWith([...other.all, ...mine.all], 'checkpoint 7', forged)).toBe(false)
})

test('a site whose keys change signs with the new one, and still reads the one before', () => {
  const [before, now] = [newSigningKey(), newSigningKey()]
  const old = openSigning(before)
  const signing = openSigning(now, [old.own.spki])
  expect(signing.own.id).not.toBe(old.own.id)
  expect(signing.all.map(({ id }) => id)).toEqual([signing.own.id, old.own.id])
  expect(openSigning(now).all.map(({ id }) => id)).toEqual([signing.own.id])
})

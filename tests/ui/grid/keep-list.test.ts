import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'
import { expect, test } from 'vitest'
import { keepMonth } from '~/ui/grid/keep-list'

const reloads = (from: string, to: string) =>
  keepMonth({
    currentUrl: new URL(from, 'http://site/list'),
    nextUrl: new URL(to, 'http://site/list'),
  } as ShouldRevalidateFunctionArgs)

test.each([
  ['?page=1', '?page=1&month=2026-10'],
  ['?month=2026-12', '?month=2026-11'],
  ['?month=2026-12&page=1', '?page=1'],
  ['?month=2026-11&page=1', '?month=2026-11&page=2'],
])('a list of a month is read again from %s to %s', (from, to) => {
  expect(reloads(from, to)).toBe(true)
})

test.each([
  ['?month=2026-11&page=1', '?month=2026-11&page=1&expanded=4'],
  ['?month=2026-11&page=1', '?month=2026-11&page=1&columns=invoice'],
])('and is not from %s to %s', (from, to) => {
  expect(reloads(from, to)).toBe(false)
})

import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'
import { otherParams } from './href'

/**
 * A list is loaded again when something was sent or its own query changed; not when only a drawer, a popup or another
 * grid of the page did.
 */
export function keepList({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  if (formMethod !== undefined && formMethod !== 'GET') return true
  // The very same address: somebody asked for it again, such as an upload that is done.
  if (currentUrl.href === nextUrl.href) return true
  return ownParams(currentUrl.search) !== ownParams(nextUrl.search)
}

function ownParams(search: string): string {
  const others = otherParams(search)
  return [...new URLSearchParams(search)]
    .filter(([name, value]) => !others.getAll(name).includes(value))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

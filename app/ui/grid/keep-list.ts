import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'
import { ownParams } from './query'

/** What only marks or expands rows that are there already. */
const SHOWN_ALREADY = ['selected', 'expanded', 'edit']

/**
 * A list is loaded again when something was sent or its own query changed; not when only a drawer, a popup or another
 * grid of the page did.
 */
export function keepList({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  if (formMethod !== undefined && formMethod !== 'GET') return true
  // The very same address: somebody asked for it again, such as an upload that is done.
  if (currentUrl.href === nextUrl.href) return true
  return asked(currentUrl.search) !== asked(nextUrl.search)
}

function asked(search: string): string {
  const own = ownParams(search)
  for (const name of SHOWN_ALREADY) own.delete(name)
  return own.toString()
}

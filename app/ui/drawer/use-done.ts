import { useLocation } from '@remix-run/react'

/**
 * Whether something was just done in a drawer (`done` in its address), and the list as it was: a drawer takes both, and
 * closes a second later.
 * @param list path of the list below
 */
export function useDone(list: string): { done: boolean; closeHref: string } {
  const params = new URLSearchParams(useLocation().search)
  const done = params.has('done')
  params.delete('done')
  return { done, closeHref: `${list}?${params}` }
}

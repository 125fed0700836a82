import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { atFirstSign, prefersReducedData } from '../enhanced/later'
import { filesOf } from '../session/lost-requests'
import { readAheadOnFocus } from '../session/read-ahead'

/**
 * Whether an action was just done in a drawer (`done` in its address), and the address of the list in its previous
 * state: a drawer takes both, and closes after a second. Opened from another list, it closes to that one (`back`).
 * @param list path of the list below
 */
export function useDone(list: string): { done: boolean; closeHref: string } {
  const params = new URLSearchParams(useLocation().search)
  const done = params.has('done')
  params.delete('done')
  const back = params.get('back') ?? ''
  return { done, closeHref: OWN_LIST.test(back) ? back : `${list}?${params}` }
}

/** A list of this site with its state; excludes addresses elsewhere, such as "//other". */
const OWN_LIST = /^(?:\/[\w-]+)+\?[^\\]*$/

/**
 * The address of an object that closes to the list that links to it, not to the list of its own kind.
 * @param list the address of that list
 */
export const openedFrom = (href: string, { pathname, search }: { pathname: string; search: string }) =>
  `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ page: '1', back: `${pathname}${search || '?page=1'}` })}`

/** Addresses of the previous and next object in a list; none if the object is not on the list's page. */
export function neighboursOf<Id>(ids: readonly Id[], id: Id, href: (id: Id) => string) {
  const at = ids.indexOf(id)
  if (at < 0) return {}
  const hrefAt = (place: number) => {
    const other = ids[place]
    return other === undefined ? null : href(other)
  }
  return { previousHref: hrefAt(at - 1), nextHref: hrefAt(at + 1) }
}

/**
 * The same for the list below a drawer.
 * @param list id of the list's route
 * @param path its address
 */
export function useNeighbours<Id extends number | string>(list: string, path: string, id: Id) {
  const below = useRouteLoaderData(list) as { grid: { rows: { id: Id }[] } } | undefined
  const ids = (below?.grid.rows ?? []).map((row) => row.id)
  return neighboursOf(ids, id, (other) => `${path}/${other}`)
}

/** Remix's data about each route for the browser: its module, and that module's imports. */
type Manifest = { routes: Record<string, { module: string; imports?: string[] } | undefined> }

/**
 * Loads the code of routes that will be opened from here at the user's first interaction, and their data when a link to
 * them gets focus; not if the user saves data.
 */
export function usePreload(routeIds: readonly string[]) {
  const ids = routeIds.join()
  useEffect(() => {
    const left = new AbortController()
    if (!prefersReducedData()) readAheadOnFocus(ids.split(','), left.signal)
    const forget = atFirstSign(() => loadCode(ids.split(',')))
    return () => {
      left.abort()
      forget()
    }
  }, [ids])
}

function loadCode(routeIds: readonly string[]): void {
  const { __remixManifest: manifest } = window as { __remixManifest?: Manifest }
  const files = routeIds.flatMap((id) => {
    const route = manifest?.routes[id]
    return route ? filesOf(route) : []
  })
  for (const href of new Set(files)) {
    if (document.querySelector(`link[rel=modulepreload][href="${href}"]`)) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}

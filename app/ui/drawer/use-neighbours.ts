import { useRouteLoaderData } from '@remix-run/react'

/** Addresses of what stands before and after an object in a list; none when it is not on the list's page. */
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
 * The same of the list below a drawer.
 * @param list id of the list's route
 * @param path its address
 */
export function useNeighbours<Id extends number | string>(list: string, path: string, id: Id) {
  const below = useRouteLoaderData(list) as { grid: { rows: { id: Id }[] } } | undefined
  const ids = (below?.grid.rows ?? []).map((row) => row.id)
  return neighboursOf(ids, id, (other) => `${path}/${other}`)
}

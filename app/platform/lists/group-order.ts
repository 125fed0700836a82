import { Big } from '~/platform/values/decimal'
import type { GroupSums } from './list'
import { columnIn, type ListKind, type ListQuery } from './list-query'
import { compareText, lower } from './text-order'

/** Compares two values of one column, as text: what is empty last, whatever the direction. */
export function compareValues(a: string, b: string, kind: ListKind, descending = false): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
  const order =
    kind === 'text' ? compareText(lower(a), lower(b)) || compareText(a, b) : plainOrder(a, b, kind)
  return descending ? -order : order
}

/** Sorts the groups of one level; a sort by a grouped column turns its groups. */
export function inGroupOrder(
  groups: GroupSums[],
  query: ListQuery,
  columns: Readonly<Record<string, { kind: ListKind }>>,
): GroupSums[] {
  const levels = query.groups.map((name) => ({
    kind: columnIn(columns, name)?.kind ?? 'text',
    descending: query.sort.find(({ column }) => column === name)?.descending ?? false,
  }))
  return groups.sort((a, b) => {
    for (const [level, { kind, descending }] of levels.entries()) {
      const order = compareValues(a.path[level] ?? '', b.path[level] ?? '', kind, descending)
      if (order !== 0) return order
    }
    return 0
  })
}

function plainOrder(a: string, b: string, kind: ListKind): number {
  if (kind === 'number') return new Big(a).cmp(b)
  return a < b ? -1 : a > b ? 1 : 0
}

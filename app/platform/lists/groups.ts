import { groupedBy } from '~/platform/values/grouped'
import type { GroupHead, GroupPath, GroupSums, ListQuery } from './list'

/** The groups of a level inside these groups of the level above (null: all), in order. */
export type GroupsOf = (level: number, parents: readonly GroupPath[] | null) => Promise<GroupSums[]>

/** The content of one page of a grouped list. */
export interface GroupPage {
  lines: number
  heads: GroupHead[]
  /** The innermost groups whose rows are on the page, and which of their rows: `limit` from `offset`. */
  inside: GroupPath[]
  offset: number
  limit: number
}

/** A path as one text, the stored form of open groups. */
export const pathKey = (path: GroupPath) => JSON.stringify(path)

/**
 * Divides the groups of a query into pages. A page holds `size` lines; a line is a row of an open group, or a closed
 * group, whatever its number of rows. Reads only the groups that the page needs.
 */
export async function groupPage(query: ListQuery, groupsOf: GroupsOf): Promise<GroupPage> {
  const toggled = new Set(query.toggled.map(pathKey))
  const last = query.groups.length - 1
  const isOpen = (path: GroupPath) => (query.openGroups === 'all') !== toggled.has(pathKey(path))
  const isMixed = (path: GroupPath) =>
    query.openGroups === 'none' ||
    query.toggled.some((other) => other.length > path.length && path.every((text, i) => text === other[i]))
  const children = new Map<string, GroupSums[]>()

  async function ask(level: number, parents: GroupSums[]): Promise<void> {
    const unknown = parents.filter(({ path }) => !children.has(pathKey(path)))
    if (unknown.length === 0) return
    for (const { path } of unknown) children.set(pathKey(path), [])
    for (const group of await groupsOf(
      level,
      unknown.map(({ path }) => path),
    ))
      children.get(pathKey(group.path.slice(0, level)))?.push(group)
  }
  async function measure(groups: GroupSums[], level: number): Promise<void> {
    if (level === last) return
    const needed = groups.filter(({ path }) => isOpen(path) && isMixed(path))
    await ask(level + 1, needed)
    await measure(
      needed.flatMap(({ path }) => children.get(pathKey(path)) ?? []),
      level + 1,
    )
  }
  function linesOf(group: GroupSums): number {
    if (!isOpen(group.path)) return 1
    if (group.level === last || !isMixed(group.path)) return group.count
    return (children.get(pathKey(group.path)) ?? []).reduce((sum, child) => sum + linesOf(child), 0)
  }

  const outermost = await groupsOf(0, null)
  await measure(outermost, 0)
  const start = (query.page - 1) * query.size
  const end = start + query.size
  const page: GroupPage = { lines: 0, heads: [], inside: [], offset: 0, limit: 0 }
  let at = 0

  async function place(groups: GroupSums[], level: number): Promise<void> {
    const spans = groups.map((group) => {
      const from = at
      at += linesOf(group)
      return { group, from, to: at }
    })
    const shown = spans.filter(({ from, to }) => to > start && from < end)
    if (level < last)
      await ask(
        level + 1,
        shown.map(({ group }) => group).filter(({ path }) => isOpen(path)),
      )
    for (const { group, from, to } of shown) {
      const open = isOpen(group.path)
      const begins = Math.floor(from / query.size) + 1
      const { path, count, sums } = group
      const shape = { open, continued: from < start, page: begins, before: page.limit }
      page.heads.push({ level, path, count, sums, ...shape })
      if (!open) continue
      if (level < last) {
        at = from
        await place(children.get(pathKey(group.path)) ?? [], level + 1)
        continue
      }
      if (page.inside.length === 0) page.offset = Math.max(0, start - from)
      page.inside.push(group.path)
      page.limit += Math.min(to, end) - Math.max(from, start)
    }
  }
  page.lines = outermost.reduce((sum, group) => sum + linesOf(group), 0)
  await place(outermost, 0)
  return page
}

/** The groups of all levels in one sequence, each before its subgroups; the levels are already in order. */
export function treeOrder(levels: readonly GroupSums[][]): GroupSums[] {
  const inside = levels.map((groups, level) => groupedBy(groups, ({ path }) => pathKey(path.slice(0, level))))
  const walk = (level: number, parent: string): GroupSums[] =>
    (inside[level]?.get(parent) ?? []).flatMap((group) => [group, ...walk(level + 1, pathKey(group.path))])
  return walk(0, pathKey([]))
}

import { pathKey } from './group-page'
import type { GroupSums } from './list'

/** The groups of all levels in one sequence, each before those inside it; the levels are in order already. */
export function treeOrder(levels: readonly GroupSums[][]): GroupSums[] {
  const inside = levels.map((groups, level) => {
    const byParent = new Map<string, GroupSums[]>()
    for (const group of groups) {
      const parent = pathKey(group.path.slice(0, level))
      byParent.set(parent, [...(byParent.get(parent) ?? []), group])
    }
    return byParent
  })
  const walk = (level: number, parent: string): GroupSums[] =>
    (inside[level]?.get(parent) ?? []).flatMap((group) => [group, ...walk(level + 1, pathKey(group.path))])
  return walk(0, pathKey([]))
}

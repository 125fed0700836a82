import type { Source } from './sources'

type Linked = Pick<Source, 'path' | 'imports'>

/**
 * Files that import each other in a circle, each circle sorted by name. Types count too: even they keep a file from being
 * read without the others.
 */
export function circles(sources: Linked[]): string[][] {
  const byName = new Map(sources.map((source) => [bare(source.path), source]))
  const found: string[][] = []
  const open: string[] = []
  /** When a file was reached, and the earliest open file that it leads to. */
  const met = new Map<string, { at: number; leadsTo: number }>()
  const follow = (name: string): number => {
    const here = { at: met.size, leadsTo: met.size }
    met.set(name, here)
    open.push(name)
    for (const imported of byName.get(name)?.imports ?? []) {
      const to = imported.own ? resolved(imported.to, byName) : undefined
      if (to === undefined) continue
      const seen = met.get(to)
      if (!seen) here.leadsTo = Math.min(here.leadsTo, follow(to))
      else if (open.includes(to)) here.leadsTo = Math.min(here.leadsTo, seen.at)
    }
    if (here.leadsTo === here.at) {
      const circle = open.splice(open.indexOf(name))
      if (circle.length > 1) found.push(circle.map((each) => byName.get(each)?.path ?? each).sort())
    }
    return here.leadsTo
  }
  for (const name of byName.keys()) if (!met.has(name)) follow(name)
  return found
}

function bare(path: string): string {
  return path.replace(/\.(ts|tsx|mjs)$/, '')
}

function resolved(to: string, byName: Map<string, Linked>): string | undefined {
  return [bare(to), `${bare(to)}/index`].find((name) => byName.has(name))
}

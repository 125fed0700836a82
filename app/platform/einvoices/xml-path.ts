import type { Found } from './contract'
import type { XmlElement } from './xml-tree'

/** An element and where it stands: the names from below the root to it. */
export interface Spot {
  element: XmlElement
  path: readonly string[]
}

/** The root of a document; its own name is not told in paths. */
export function rootSpot(element: XmlElement): Spot {
  return { element, path: [] }
}

/** All elements along a path below an element, in their order. Each step is a name, or several: "A|B". */
export function spots(from: Spot, ...steps: string[]): Spot[] {
  let found = [from]
  for (const step of steps) {
    const names = step.split('|')
    found = found.flatMap(({ element, path }) =>
      element.children
        .filter(({ name }) => names.includes(name))
        .map((child) => ({ element: child, path: [...path, child.name] })),
    )
  }
  return found
}

/** The first element along a path that `of` makes something of, and what it made; undefined without one. */
export function firstOf<Value>(
  candidates: readonly Spot[],
  of: (element: XmlElement) => Value | null,
): Found<Value> | undefined {
  for (const { element, path } of candidates) {
    const value = of(element)
    if (value !== null) return { value, source: path.join(' › ') }
  }
  return undefined
}

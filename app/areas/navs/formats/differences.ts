/** A place of a format's JSON (RFC 6901) that differs between two versions. */
export interface FormatDifference {
  pointer: string
  /** As JSON; null where the version does not have it. */
  before: string | null
  after: string | null
}

/** The differences between two versions of a format, place by place, in the order of the places. */
export function formatDifferences(before: unknown, after: unknown): FormatDifference[] {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((pointer): FormatDifference[] => {
    const [left = null, right = null] = [was.get(pointer), is.get(pointer)]
    return left === right ? [] : [{ pointer, before: left, after: right }]
  })
}

/** Every value of a JSON that is not made of others, by its place; an empty list or object is one, too. */
function leavesOf(json: unknown): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  const add = (value: unknown, pointer: string): void => {
    const parts = typeof value === 'object' && value !== null ? Object.entries(value) : []
    if (parts.length === 0) leaves.set(pointer, JSON.stringify(value))
    for (const [name, part] of parts)
      add(part, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
  add(json, '')
  return leaves
}

/** "/tables/0/parts/0/skip/1: (none) → "Summe*"" */
export const differenceLine = ({ pointer, before, after }: FormatDifference) =>
  `${pointer}: ${before ?? '(none)'} → ${after ?? '(none)'}`

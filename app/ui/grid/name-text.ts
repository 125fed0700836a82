/** A name in three parts. The shared beginning gives way first, then the middle; its last words are cut last. */
export interface NameParts {
  /** "Arvensis SICAV –": what other names of the column begin with, too. */
  shared: string
  middle: string
  end: string
}

/** Where the name of a whole ends and that of its part begins: "Arvensis SICAV – World Equities". */
const DASH = / [–-] /

/** Names up to this length are not divided further. */
const SHORT = 25
/** The least length of the words that are cut last. */
const END = 12

function beginningOf(name: string): string | null {
  const dash = DASH.exec(name)
  return dash ? name.slice(0, dash.index + 2) : null
}

/** The beginnings that several different names have in common. */
export function sharedBeginnings(names: readonly string[]): ReadonlySet<string> {
  const count = new Map<string, number>()
  for (const name of new Set(names)) {
    const beginning = beginningOf(name)
    if (beginning !== null) count.set(beginning, (count.get(beginning) ?? 0) + 1)
  }
  return new Set([...count].flatMap(([beginning, names]) => (names > 1 ? [beginning] : [])))
}

/** The parts of a name in a column with these shared beginnings. */
export function partsOfName(name: string, beginnings: ReadonlySet<string>): NameParts {
  const beginning = beginningOf(name)
  const shared = beginning !== null && beginnings.has(beginning) ? beginning : ''
  const words = name.slice(shared.length).trim().split(' ')
  if (words.join(' ').length <= SHORT || words.length === 1)
    return { shared, middle: '', end: words.join(' ') }
  let from = words.length - 1
  while (from > 1 && words.slice(from).join(' ').length < END) from -= 1
  return { shared, middle: words.slice(0, from).join(' '), end: words.slice(from).join(' ') }
}

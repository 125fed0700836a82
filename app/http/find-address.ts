/** The target of an address, with its named parts. */
export interface Found<Target> {
  target: Target
  params: Record<string, string>
}

/**
 * Finds the target of an address, in the way the site map finds pages: case and a final slash do not matter, and a
 * literal part wins over a parameter.
 * @param targets by address: "budget/delete/:budgetId"
 * @throws Error when an address is there twice
 */
export function addressFinder<Target>(
  targets: readonly (readonly [address: string, target: Target])[],
): (path: string) => Found<Target> | null {
  const addresses = new Set(targets.map(([address]) => address.replace(/:\w+/g, ':')))
  if (addresses.size < targets.length) throw new Error('Two things are answered at the same address')
  const known = [...targets]
    .sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1))
    .map(([address, target]) => {
      const names = [...address.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const pattern = address.replace(/[.]/g, '\\$&').replace(/:\w+/g, '([^/]+)')
      return { target, names, matches: new RegExp(`^${pattern}/*$`, 'i') }
    })
  return (path) => {
    for (const { target, names, matches } of known) {
      const found = matches.exec(path)
      if (found)
        return { target, params: Object.fromEntries(names.map((name, at) => [name, part(found[at + 1])])) }
    }
    return null
  }
}

/** Literal parts sort before parameters, from left to right. */
const rankOf = (address: string) =>
  address
    .split('/')
    .map((each) => (each.startsWith(':') ? '1' : '0'))
    .join('')

function part(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

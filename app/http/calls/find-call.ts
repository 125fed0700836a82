import type { CallTable, Methods } from './call-types'

/** The call that an address asks for, with the named parts of the address. */
export interface FoundCall {
  methods: Methods
  params: Record<string, string>
}

interface Known {
  methods: Methods
  names: string[]
  matches: RegExp
}

/**
 * Finds calls by their address, as the site map finds pages: upper and lower case and a slash at the end make no
 * difference, and a part that is written out wins over one that is named.
 * @throws Error when two calls have the same address
 */
export function callFinder(tables: readonly CallTable[]): (path: string) => FoundCall | null {
  const all = tables.flatMap(({ calls }) => Object.entries(calls))
  const addresses = new Set(all.map(([address]) => address.replace(/:\w+/g, ':')))
  if (addresses.size < all.length) throw new Error('Two calls have the same address')
  const known = all
    .sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1))
    .map(([address, methods]): Known => {
      const names = [...address.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const pattern = address.replace(/[.]/g, '\\$&').replace(/:\w+/g, '([^/]+)')
      return { methods, names, matches: new RegExp(`^${pattern}/*$`, 'i') }
    })
  return (path) => {
    for (const { methods, names, matches } of known) {
      const found = matches.exec(path)
      if (found)
        return { methods, params: Object.fromEntries(names.map((name, at) => [name, part(found[at + 1])])) }
    }
    return null
  }
}

/** Written out parts sort before named ones, from left to right. */
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

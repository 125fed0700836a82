import { data } from '@remix-run/node'
import { type Day, isDay } from '~/platform/values/day'

/** A matched target, with the parameters of its address. */
interface Found<Target> {
  target: Target
  params: Record<string, string>
}

/**
 * Matches paths as the site map matches pages: regardless of case and a final slash, with literal parts before
 * parameters.
 * @param targets by address: "budget/delete/:budgetId"
 * @throws Error when an address occurs twice
 */
export function addressFinder<Target>(
  targets: readonly (readonly [address: string, target: Target])[],
): (path: string) => Found<Target> | null {
  const addresses = new Set(targets.map(([address]) => address.replace(/:\w+/g, ':')))
  if (addresses.size < targets.length) throw new Error('Two things are answered at the same address')
  const patterns = [...targets]
    .sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1))
    .map(([address, target]) => {
      const names = [...address.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const pattern = address.replace(/[.]/g, '\\$&').replace(/:\w+/g, '([^/]+)')
      return { target, names, matches: new RegExp(`^${pattern}/*$`, 'i') }
    })
  return (path) => {
    for (const { target, names, matches } of patterns) {
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

/** The id in a path; 404 if it is not an id. */
export function idInPath(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text))
    throw data({ message: 'There is nothing at this address. Check the link.' }, { status: 404 })
  return Number(text)
}

/** The day that "date" in an address names; null without one, or where it is no day, which `isWrong` says. */
export function dateInSearch(request: Request): { date: Day | null; isWrong: boolean } {
  const text = new URL(request.url).searchParams.get('date')?.trim() ?? ''
  return isDay(text) ? { date: text, isWrong: false } : { date: null, isWrong: text !== '' }
}

/**
 * The query of the address that a form was sent from, so that the list next to it does not change. `changes` are
 * applied to it; null removes a parameter.
 */
export function sameSearch(request: Request, changes: Record<string, string | number | null> = {}): string {
  const params = new URL(request.url).searchParams
  params.delete('done')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, String(value))
  }
  return params.size > 0 ? `?${params}` : ''
}

/** The address of a call, as the router reads it; the documentation of the calls is a page. */
const CALL = /^\/+api(?!\/+docs(?:[/.]|$))(?:\/|$)/i

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * The path to go to after login: a page of this site, otherwise the home page. Never a call: some change data by GET,
 * and the redirect would look like a request of the page before.
 */
export function samePage(redirectTo: string | null): string {
  if (!redirectTo?.startsWith('/')) return '/'
  const base = 'http://here.invalid'
  try {
    const url = new URL(redirectTo, base)
    // "/.//elsewhere" is on this site, but the remaining path, "//elsewhere", leads to another site.
    const own = url.origin === base && !url.pathname.startsWith('//') && !CALL.test(decoded(url.pathname))
    return own ? `${url.pathname}${url.search}` : '/'
  } catch {
    return '/'
  }
}

/**
 * The page to return to from a form: the path of this site in the address's `back`.
 * @param otherwise if there is none, or it is on another site
 */
export function backOf(request: Request, otherwise: string): string {
  const back = new URL(request.url).searchParams.get('back')
  const path = back === null ? '/' : samePage(back)
  return path === '/' ? otherwise : path
}

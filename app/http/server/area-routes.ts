import type { ServerBuild } from '@remix-run/node'

type Manifest = ServerBuild['assets']

const firstWord = (path = '') => /^\/?([^/]*)/.exec(path)?.[1] ?? ''

/** Addresses whose first word stands in them as it is; the router decodes and joins all others. */
const PLAIN = /^\/(?!\/)[\w-]*(?:\.data$|\/(?!\/)|$)/

/** The first word of an address by which routes are told apart, "" for the home page; null where that is not certain. */
export function areaOfAddress(pathname: string): string | null {
  if (!PLAIN.test(pathname)) return null
  const word = firstWord(pathname.replace(/\.data$/, ''))
  return word === '_root' ? '' : word.toLowerCase()
}

/**
 * Remix walks all routes of a site several times for each request, and there are hundreds. An address can only belong
 * to the routes that begin with its first word, so each first word gets a build with these alone; an address of any
 * other kind gets the whole.
 * @param use makes what serves a build, once for each first word
 */
export function byArea<Serving>(whole: ServerBuild, use: (build: ServerBuild) => Serving) {
  const words = new Set(topRoutes(whole).map(({ path }) => firstWord(path)))
  const serving = new Map<string | null, Serving>()
  return (pathname: string): Serving => {
    const area = areaOfAddress(pathname)
    const word = area !== null && words.has(area) ? area : null
    const known = serving.get(word)
    if (known) return known
    const made = use(word === null ? whole : partOf(whole, word))
    serving.set(word, made)
    return made
  }
}

const topRoutes = ({ routes }: ServerBuild) =>
  Object.values(routes).flatMap((route) => (route?.parentId === 'root' ? [route] : []))

function partOf(whole: ServerBuild, word: string): ServerBuild {
  const kept = new Set([
    'root',
    ...topRoutes(whole)
      .filter(({ path }) => path === '*' || firstWord(path) === word)
      .map(({ id }) => id),
  ])
  // Routes stand after those that they are below.
  for (const { id, parentId } of Object.values(whole.routes).flatMap((route) => route ?? []))
    if (parentId !== undefined && parentId !== 'root' && kept.has(parentId)) kept.add(id)
  const only = <Each>(routes: Record<string, Each>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)))
  const assets: Manifest = { ...whole.assets, routes: only(whole.assets.routes) }
  return { ...whole, routes: only(whole.routes), assets }
}

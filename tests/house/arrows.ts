import ts from 'typescript'
import { type Import, placeOf, type Source, visit } from './sources'

/** Where a file stands in the house. */
export type Zone =
  | 'site map and frame' // app/routes.ts, root.tsx, entry.*
  | 'routes'
  | 'http'
  | 'server' // app/http/server: the composition root
  | 'components'
  | 'ui'
  | 'grid grammar' // app/ui/grid without React: what an address says of a grid
  | 'domain, pure'
  | 'domain, server'
  | 'commands'
  | 'start'
  | 'db'
  | 'seed'
  | 'tests'

const PLACES: [start: RegExp, zone: Zone][] = [
  [/^app\/routes\//, 'routes'],
  [/^app\/http\/server\//, 'server'],
  [/^app\/http\//, 'http'],
  [/^app\/components\//, 'components'],
  [
    /^app\/ui\/grid\/(columns|listed|href|paging|read-params|nothing-asked|grid-view|(\w+-)?query|parse-\w+|filter-(text|words)|\w+-text)$/,
    'grid grammar',
  ],
  [/^app\/ui\//, 'ui'],
  [/^app\/domain\/.*\.server$/, 'domain, server'],
  [/^app\/domain\//, 'domain, pure'],
  [/^app\/commands\//, 'commands'],
  [/^app\/start\//, 'start'],
  [/^app\//, 'site map and frame'],
  [/^db\/seed\//, 'seed'],
  [/^db\//, 'db'],
  [/^tests\//, 'tests'],
]

export function zoneOf(path: string): Zone {
  const bare = path.replace(/\.(ts|tsx|mjs|css)$/, '')
  const place = PLACES.find(([start]) => start.test(bare))
  if (!place) throw new Error(`${path} stands nowhere in the house`)
  return place[1]
}

interface Arrows {
  /** What may be imported. */
  all: Zone[]
  /** What may be imported besides as types, which the build erases. */
  types?: Zone[]
}

/**
 * routes → http, components, domain → db; components → ui; ui → nothing of ours. Nothing points back. Pages, exports and
 * calls read the grid's addresses by the same grammar as the grid writes them.
 */
const ARROWS: Record<Zone, Arrows> = {
  'site map and frame': {
    all: ['site map and frame', 'http', 'server', 'components', 'ui', 'domain, pure'],
  },
  routes: {
    all: ['routes', 'http', 'components', 'ui', 'grid grammar', 'domain, pure', 'domain, server'],
    types: ['db', 'server'],
  },
  http: { all: ['http', 'grid grammar', 'domain, pure', 'domain, server'], types: ['db', 'server'] },
  server: { all: ['server', 'http', 'domain, pure', 'domain, server', 'db'] },
  components: { all: ['components', 'ui', 'grid grammar', 'domain, pure'], types: ['domain, server'] },
  ui: { all: ['ui', 'grid grammar'] },
  'grid grammar': { all: ['grid grammar'] },
  'domain, pure': { all: ['domain, pure'], types: ['domain, server'] },
  'domain, server': { all: ['domain, pure', 'domain, server', 'db'] },
  commands: { all: ['commands', 'server', 'domain, pure', 'domain, server', 'db', 'seed'] },
  start: { all: ['start'] },
  db: { all: ['db'] },
  seed: { all: ['seed', 'db', 'domain, pure', 'domain, server'] },
  tests: { all: [] },
}

/** Imports against the arrows that are meant, by "file -> imported", each with its reason. */
const MEANT: Record<string, string> = {
  'app/http/server/seed -> db/seed/base/seed-base': 'the composition root fills the tables at the start',
  'app/http/server/seed -> db/seed/demo/seed-demo': 'the composition root fills the tables at the start',
  'app/http/downloads/file-loader -> app/http/server/refuse':
    'one answer for every failure, from pages, files and calls',
  'app/http/calls/refusal -> app/http/server/refuse':
    'one answer for every failure, from pages, files and calls',
}

const without = (path: string) => path.replace(/\.(ts|tsx|mjs)$/, '')

/** The imports of a file that point against the arrows. */
export function wrongArrows({ path, imports }: Pick<Source, 'path' | 'imports'>): string[] {
  const { all, types = [] } = ARROWS[zoneOf(path)]
  const may = ({ to, typeOnly }: Import) => {
    const zone = zoneOf(to)
    return all.includes(zone) || (typeOnly && types.includes(zone))
  }
  return imports
    .filter((each) => each.own && !each.to.startsWith('build/') && !may(each))
    .map(({ to }) => `${without(path)} -> ${to}`)
    .filter((arrow) => !(arrow in MEANT))
}

/** Exceptions that no file needs any more. */
export function forgottenExceptions(sources: readonly Source[]): string[] {
  const arrows = new Set(
    sources.flatMap(({ path, imports }) => imports.map(({ to }) => `${without(path)} -> ${to}`)),
  )
  return Object.keys(MEANT).filter((arrow) => !arrows.has(arrow))
}

/** Packages that would bring HTTP, a browser or a database driver where they have no place. */
const FOREIGN: Partial<Record<Zone, RegExp>> = {
  'domain, pure': /^(react|react-dom|@remix-run|express|drizzle-orm|postgres|pino|@conform-to)(\/|$)/,
  'domain, server': /^(react|react-dom|@remix-run|express|postgres|pino|@conform-to)(\/|$)/,
  ui: /^(drizzle-orm|postgres|@remix-run\/(node|express)|express|node:)/,
  components: /^(drizzle-orm|postgres|@remix-run\/(node|express)|express|node:)/,
  routes: /^(drizzle-orm|postgres|express)(\/|$)/,
  // Nothing is installed yet when it starts; development calls Vite afterwards.
  start: /^(?!node:|vite$)/,
}

/** Packages that a file of this zone must not use. */
export function foreignPackages({ path, imports }: Source): string[] {
  const foreign = FOREIGN[zoneOf(path)]
  return imports
    .filter(({ own, to }) => !own && !to.startsWith('build/') && foreign?.test(to))
    .map(({ to }) => `${path} -> ${to}`)
}

/** What can reach another machine. */
const REACHING = /^(?:node:)?(?:net|https?|http2|tls|dgram|dns)(?:\/|$)|^(?:undici|postgres|openid-client)$/
/** Who may: to listen, and to the database, the identity provider and the virus scanner of the settings. */
const MAY_REACH: [start: string, what: RegExp][] = [
  ['db/', /^(node:net|postgres)$/],
  ['app/http/server/listen.ts', /^node:http$/],
  ['app/http/sign-on/', /^openid-client$/],
  ['app/domain/documents/clamd.ts', /^node:net$/],
]
/** In browsers these reach the site alone (default-src). */
const IN_BROWSERS = /^app\/(?:ui|components)\//

/** Ways to another machine that nobody knows of. */
export function strangeConnections(source: Source): string[] {
  const { path, imports, ast } = source
  const found = imports
    .filter(({ to, typeOnly }) => !typeOnly && REACHING.test(to))
    .filter(({ to }) => !MAY_REACH.some(([start, what]) => path.startsWith(start) && what.test(to)))
    .map(({ to }) => `${path} -> ${to}`)
  if (!ast || IN_BROWSERS.test(path)) return found
  visit(ast, (node) => {
    const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText(ast) : ''
    if (/^(?:globalThis\.)?(?:fetch|WebSocket|EventSource|XMLHttpRequest)$/.test(called))
      found.push(`${placeOf(source, node)} ${called}`)
  })
  return found
}

/** Areas that know no other: what each may import of the domain. */
const CLOSED: Record<string, string[]> = {
  workflow: ['workflow', 'values'],
  lists: ['lists', 'values'],
  values: ['values'],
}

const areaOf = (path: string) => /^app\/domain\/([^/]+)\//.exec(path)?.[1]

/** Imports of an area by one that must know none, such as the workflow engine. */
export function knowsAnArea({ path, imports }: Pick<Source, 'path' | 'imports'>): string[] {
  const known = CLOSED[areaOf(path) ?? '']
  if (!known) return []
  return imports
    .filter(({ to }) => {
      const area = areaOf(to)
      return area !== undefined && !known.includes(area)
    })
    .map(({ to }) => `${without(path)} -> ${to}`)
}

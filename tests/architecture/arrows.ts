import { existsSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { type Import, placeOf, root, type Source, visit } from './sources'

/** The zone of a file: by its folder, and within an area by its suffix. */
export type Zone =
  | 'site map and frame' // app/routes.ts, root.tsx, entry.*
  | 'routes' // with the calls, and what several routes share: HTTP only
  | 'forms' // what the forms and calls of an area take
  | 'http'
  | 'server' // app/http/server: the composition root
  | 'views'
  | 'ui'
  | 'grid grammar' // app/ui/grid without React: what an address says of a grid, and the table that it makes
  | 'columns' // the declarations of columns: grids, calls, exports and lists in SQL follow from them
  | 'pure'
  | 'server-side'
  | 'commands'
  | 'start'
  | 'db'
  | 'seed'
  | 'tests'

const PLACES: [start: RegExp, zone: Zone][] = [
  [/^app\/(areas|platform)\/[^/]+\/(routes|sign-on|openapi)\//, 'routes'],
  [/^app\/(areas|platform)\/.*\/([\w-]+-)?api(-shapes)?$/, 'routes'],
  [/^app\/(areas|platform)\/[^/]+\/grid-sources$/, 'routes'],
  [/^app\/platform\/grids\//, 'routes'],
  [/^app\/areas\/[^/]+\/forms$/, 'forms'],
  [/^app\/(areas|platform)\/.*\.server$/, 'server-side'],
  [/^app\/areas\/[^/]+\/worker\//, 'server-side'],
  [/^app\/(areas|platform)\/.*\/use-[\w-]+$/, 'views'],
  [/^app\/http\/server\//, 'server'],
  [/^app\/http\//, 'http'],
  [
    /^app\/ui\/grid\/(columns|grid-table|listed|href|paging|read-params|empty-query|grid-view|(\w+-)?query|parse-\w+|filter-(text|words)|\w+-text)$/,
    'grid grammar',
  ],
  [/^app\/ui\//, 'ui'],
  [/^app\/commands\//, 'commands'],
  [/^app\/start\//, 'start'],
  [/^app\/(?!areas\/|platform\/)/, 'site map and frame'],
  [/^db\/seed\//, 'seed'],
  [/^db\//, 'db'],
  [/^tests\//, 'tests'],
]

/** @param path with or without its extension, as imports name it */
export function zoneOf(path: string): Zone {
  const bare = without(path)
  const place = PLACES.find(([start]) => start.test(bare))
  if (place) return place[1]
  if (!/^app\/(areas|platform)\/[^/]+\/./.test(path)) throw new Error(`${path} stands in no known place`)
  const isView = /\.(tsx|css)$/.test(path) || existsSync(join(root, `${bare}.tsx`))
  if (!isView) return 'pure'
  return /\/(list|[\w-]+-columns)$/.test(bare) ? 'columns' : 'views'
}

interface Arrows {
  /** What may be imported. */
  all: Zone[]
  /** What may also be imported as types, which the build erases. */
  types?: Zone[]
}

/**
 * A route calls the guard, passes the result to the capability of its area, and shows the answer in views; data goes from
 * there to the database and back. Nothing points back. Pages, exports and calls read grid addresses by the same grammar
 * that the grid writes.
 */
const ARROWS: Record<Zone, Arrows> = {
  'site map and frame': { all: ['site map and frame', 'routes', 'http', 'server', 'views', 'ui', 'pure'] },
  routes: {
    all: ['routes', 'forms', 'http', 'views', 'columns', 'ui', 'grid grammar', 'pure', 'server-side'],
    types: ['db', 'server'],
  },
  forms: { all: ['http', 'pure'], types: ['server-side'] },
  http: { all: ['http', 'grid grammar', 'pure', 'server-side'], types: ['db', 'server'] },
  server: { all: ['server', 'http', 'pure', 'server-side', 'db'] },
  views: { all: ['views', 'columns', 'ui', 'grid grammar', 'pure'], types: ['server-side'] },
  columns: { all: ['columns', 'views', 'ui', 'grid grammar', 'pure'], types: ['server-side'] },
  ui: { all: ['ui', 'grid grammar'] },
  'grid grammar': { all: ['grid grammar'] },
  pure: { all: ['pure'], types: ['server-side'] },
  'server-side': { all: ['pure', 'server-side', 'columns', 'grid grammar', 'db'] },
  commands: { all: ['commands', 'server', 'pure', 'server-side', 'db', 'seed'] },
  start: { all: ['start'] },
  db: { all: ['db'] },
  seed: { all: ['seed', 'db', 'pure', 'server-side'] },
  tests: { all: [] },
}

/** Deliberate exceptions, by "file -> imported", each with its reason. */
const MEANT: Record<string, string> = {
  'app/http/server/main -> db/seed/base/seed-base': 'the composition root fills the tables at the start',
  'app/http/server/main -> db/seed/demo/seed-demo':
    'the composition root does not serve demo data to real users',
  'app/http/server/demo-load -> db/seed/demo/seed-demo':
    'what the composition root loads while the site answers',
  'app/http/downloads/download -> app/http/server/refuse':
    'one answer for every failure, from pages, files and calls',
  'app/http/calls/refusal -> app/http/server/refuse':
    'one answer for every failure, from pages, files and calls',
}

const without = (path: string) => path.replace(/\.(ts|tsx|mjs|css)$/, '')

/** The imports of a file that break the direction. */
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

/** Exceptions that no longer apply. */
export function forgottenExceptions(sources: readonly Source[]): string[] {
  const arrows = new Set(
    sources.flatMap(({ path, imports }) => imports.map(({ to }) => `${without(path)} -> ${to}`)),
  )
  return Object.keys(MEANT).filter((arrow) => !arrows.has(arrow))
}

/** Packages that would bring HTTP, a browser or a database driver into the wrong zone. */
const FOREIGN: Partial<Record<Zone, RegExp>> = {
  pure: /^(react|react-dom|@remix-run|express|drizzle-orm|postgres|pino|@conform-to)(\/|$)/,
  'server-side': /^(react|react-dom|@remix-run|express|postgres|pino|@conform-to)(\/|$)/,
  ui: /^(drizzle-orm|postgres|@remix-run\/(node|express)|express|node:)/,
  views: /^(drizzle-orm|postgres|@remix-run\/(node|express)|express|node:)/,
  routes: /^(drizzle-orm|postgres|express)(\/|$)/,
  // It runs before anything is installed; what builds is loaded later.
  start: /^(?!node:|subset-font$|vite$)/,
}

/** Packages that a file of this zone must not use. */
export function foreignPackages({ path, imports }: Source): string[] {
  const foreign = FOREIGN[zoneOf(path)]
  return imports
    .filter(({ own, to }) => !own && !to.startsWith('build/') && foreign?.test(to))
    .map(({ to }) => `${path} -> ${to}`)
}

/** Modules that can reach another machine. */
const REACHING =
  /^(?:node:)?(?:net|https?|http2|tls|dgram|dns)(?:\/|$)|^(?:undici|postgres|openid-client|nodemailer)$/
/** Who may use them: to listen, or to reach the database and the services in the settings. */
const MAY_REACH: [start: string, what: RegExp][] = [
  ['db/', /^(node:net|postgres)$/],
  ['app/http/server/listen.ts', /^node:http$/],
  // It listens briefly, to check that a port is free.
  ['app/start/port.mjs', /^node:net$/],
  ['app/areas/account/sign-on/', /^openid-client$/],
  // It asks whether the identity provider of the settings answers.
  ['app/areas/system/site-health.server.ts', /^fetch$/],
  ['app/platform/files/clamd.ts', /^node:net$/],
  // It only asks whether a setting is an IP address.
  ['app/http/server/settings.ts', /^node:net$/],
  ['app/platform/mail/mail.server.ts', /^nodemailer$/],
  ['app/platform/proof/outside-proof.server.ts', /^fetch$/],
  ['app/platform/proof/time-stamp.server.ts', /^fetch$/],
]
/** In browsers these can reach only the site (default-src). */
const inBrowsers = (path: string) => ['ui', 'views', 'grid grammar'].includes(zoneOf(path))

/** Connections to other machines that are not listed above. */
export function strangeConnections(source: Source): string[] {
  const { path, imports, ast } = source
  const found = imports
    .filter(({ to, typeOnly }) => !typeOnly && REACHING.test(to))
    .filter(({ to }) => !MAY_REACH.some(([start, what]) => path.startsWith(start) && what.test(to)))
    .map(({ to }) => `${path} -> ${to}`)
  if (!ast || inBrowsers(path)) return found
  if (MAY_REACH.some(([start, what]) => path.startsWith(start) && what.test('fetch'))) return found
  visit(ast, (node) => {
    const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText(ast) : ''
    if (/^(?:globalThis\.)?(?:fetch|WebSocket|EventSource|XMLHttpRequest)$/.test(called))
      found.push(`${placeOf(source, node)} ${called}`)
  })
  return found
}

/** Closed engines, with the areas and engines each may import. */
const CLOSED: Record<string, string[]> = {
  workflow: ['workflow', 'lists', 'values'],
  lists: ['lists', 'values'],
  values: ['values'],
}

/** The area or engine that a file belongs to. */
export const areaOf = (path: string) => /^app\/(?:areas|platform)\/([^/]+)\//.exec(path)?.[1]

/** Imports of an area by a closed engine, such as the workflow’s. */
export function knowsAnArea({ path, imports }: Pick<Source, 'path' | 'imports'>): string[] {
  const allowed = CLOSED[areaOf(path) ?? '']
  if (!allowed) return []
  return imports
    .filter(({ to }) => {
      const area = areaOf(to)
      return area !== undefined && !allowed.includes(area)
    })
    .map(({ to }) => `${without(path)} -> ${to}`)
}

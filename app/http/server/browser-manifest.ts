import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { ServerBuild } from '@remix-run/node'
import { type Asset, assetOf } from './assets'

type Manifest = ServerBuild['assets']

/**
 * Calls and files are for links, programs or scripts: they are never opened as a page. Layouts and the deletion of a
 * document remain: a Remix fetcher sends their forms, and finds its route in the manifest.
 */
const NO_PAGE = new RegExp(
  [
    '^api/\\*$',
    '^choices/',
    '^export/:file$',
    '\\.\\w+$',
    '^drafts/:draftId/checks$',
    '^work/count$',
    '^objects/:objectId/changes$',
    '^search/found$',
    '^upload-steps/',
    '^documents/:documentId(/preview)?$',
  ].join('|'),
)
const ADDRESS = /^\/assets\/manifest-(\w+)((?:\.[\w-]+)*)\.js$/

const firstWord = (path = '') => /^\/?([^/]*)/.exec(path)?.[1] ?? ''

/**
 * The routes in the browser's manifest: those that its user may open. A link to any other is loaded from the server as
 * a whole page, by the route of unknown addresses.
 * @param closed first words of addresses that only some users may open
 * @param open addresses that this user may open, or their first words
 */
export function browserManifest(
  whole: Manifest,
  closed: readonly string[],
  open: readonly string[],
): Manifest {
  // During development, Vite serves it.
  if (!whole.url.startsWith('/assets/')) return whole
  const words = open.map(firstWord)
  const opened = closed.filter((word) => words.includes(word)).sort()
  return { ...whole, url: `/assets/manifest-${[whole.version, ...opened].join('.')}.js` }
}

function routesFor(whole: Manifest, closed: readonly string[], open: readonly string[]): Manifest['routes'] {
  const routes = new Map(
    Object.entries(whole.routes).filter(([, { parentId, path = '' }]) => {
      if (NO_PAGE.test(path)) return false
      return parentId !== 'root' || !closed.includes(firstWord(path)) || open.includes(firstWord(path))
    }),
  )
  // Children of a removed route are removed too.
  for (const [id, { parentId }] of routes) if (parentId && !routes.has(parentId)) routes.delete(id)
  return Object.fromEntries(routes)
}

/** The files that `browserManifest` names, by path; each is generated when it is first requested. */
export function manifestFiles(
  whole: Manifest,
  closed: readonly string[],
): (path: string) => Asset | undefined {
  const made = new Map<string, Asset>()
  return (path) => {
    const [, version, words = ''] = ADDRESS.exec(path) ?? []
    if (version !== whole.version) return
    const manifest = browserManifest(whole, closed, words.split('.'))
    const known = made.get(manifest.url)
    if (known || manifest.url !== path) return known
    const routes = routesFor(whole, closed, words.split('.'))
    const identity = Buffer.from(`window.__remixManifest=${shortText({ ...manifest, routes })};`)
    const bodies = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
    const asset = assetOf(path, bodies)
    if (asset) made.set(path, asset)
    return asset
  }
}

/** Omits false values, and for each route the modules that every page has already loaded. */
function shortText(manifest: Manifest): string {
  const loaded = new Set(manifest.entry.imports)
  return JSON.stringify(manifest, (name, value) => {
    if (value === false) return
    if (name !== 'imports' || value === manifest.entry.imports) return value
    return (value as string[]).filter((file) => !loaded.has(file))
  })
}

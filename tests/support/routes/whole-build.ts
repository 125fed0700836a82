import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { BUILD_FLAGS } from 'tests/support/http/server/build-flags'
import * as entry from '~/entry.server'
import siteMap from '~/routes'

const files = import.meta.glob('../../../app/{root.tsx,{areas,platform}/*/routes/*.{ts,tsx}}')

type Route = ServerBuild['routes'][string]
type AssetRoute = ServerBuild['assets']['routes'][string]

/** One address of the site map with the ids of its routes, outermost first. */
export interface Address {
  /** "/nav-controls/:fundNavId" */
  path: string
  /** The file of the site map that contains it. */
  file: string
  routeIds: string[]
  isPage: boolean
}

const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.tsx?$/, '')

/** Every address of the site map, children under their parents. */
export function addresses(
  entries: readonly RouteConfigEntry[] = siteMap,
  above = '',
  ids: string[] = ['root'],
): Address[] {
  return entries.flatMap((route) => {
    const path = [above, route.path].filter((part) => part).join('/')
    const routeIds = [...ids, idOf(route)]
    const isPage = route.file.endsWith('.tsx')
    return [
      { path: `/${path}`, file: route.file, routeIds, isPage },
      ...addresses(route.children ?? [], path, routeIds),
    ]
  })
}

/** The whole site as Remix’s compiler would build it, from source: every route of the site map. */
export async function wholeBuild(): Promise<ServerBuild> {
  const routes: Record<string, Route> = {}
  const manifest: Record<string, AssetRoute> = {}
  const add = async (route: RouteConfigEntry, parentId: string | undefined) => {
    const id = parentId === undefined ? 'root' : idOf(route)
    const module = (await files[`../../../app/${route.file}`]?.()) as Route['module'] | undefined
    if (!module) throw new Error(`The site map names ${route.file}, which does not exist.`)
    // A file without a page is a resource route: Remix ignores its default export.
    const { default: page, ...rest } = module
    const isPage = route.file.endsWith('.tsx')
    const place = { id, path: route.path, index: route.index, parentId }
    routes[id] = { ...place, module: isPage ? { ...rest, default: page } : rest } as Route
    manifest[id] = {
      ...place,
      module: `/assets/${id}.js`,
      hasAction: module.action !== undefined,
      hasLoader: module.loader !== undefined,
      hasClientAction: false,
      hasClientLoader: false,
      hasErrorBoundary: module.ErrorBoundary !== undefined,
    }
    for (const child of route.children ?? []) await add(child, id)
  }
  await add({ file: 'root.tsx', path: '' }, undefined)
  for (const route of siteMap) await add(route, 'root')
  return {
    mode: 'production',
    entry: { module: entry },
    routes,
    assets: {
      entry: { module: '/assets/entry.js', imports: [] },
      routes: manifest,
      url: '/assets/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    ...BUILD_FLAGS,
  }
}

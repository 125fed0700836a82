import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { BUILD_FLAGS } from 'tests/http/server/build-flags'
import * as entry from '~/entry.server'
import siteMap from '~/routes'

// The modules are loaded only when a route is taken into the build.
const files = import.meta.glob(
  '../../app/{routes/api/**,areas/account/routes,areas/api-reference/routes}/*.{ts,tsx}',
)

type Route = ServerBuild['routes'][string]

/** Every address of the site map under /api, and login. */
export const apiAddresses = (): { file: string; path: string }[] =>
  siteMap.flatMap((route: RouteConfigEntry) =>
    route.file.startsWith('routes/api/') && route.file.endsWith('.ts')
      ? [{ file: route.file, path: `/${route.path}` }]
      : [],
  )

/** A build of the calls and the login as Remix's compiler would make it, without pages and their assets. */
export async function apiBuild(): Promise<ServerBuild> {
  const routes: Record<string, Route> = {
    root: { id: 'root', path: '', module: { default: () => null } } as Route,
  }
  for (const { file, path, id = file } of siteMap) {
    const load = files[`../../app/${file}`]
    if (!load || (!file.startsWith('routes/api/') && path !== 'login') || file.startsWith('routes/api/docs/'))
      continue
    const { default: page, ...module } = (await load()) as Record<string, unknown>
    const all = path === 'login' ? { ...module, default: page } : module
    routes[id] = { id, path, parentId: 'root', module: all } as unknown as Route
  }
  const manifest = Object.values(routes).map(({ id, path, parentId }) => {
    const flags = { hasClientAction: false, hasClientLoader: false, hasErrorBoundary: false }
    return [id, { id, path, parentId, module: '', hasAction: true, hasLoader: true, ...flags }]
  })
  return {
    mode: 'production',
    entry: { module: entry },
    routes,
    assets: {
      entry: { module: '', imports: [] },
      routes: Object.fromEntries(manifest),
      url: '',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    ...BUILD_FLAGS,
  }
}

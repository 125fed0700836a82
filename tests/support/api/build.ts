import type { ServerBuild } from '@remix-run/node'
import { BUILD_FLAGS } from 'tests/support/http/server/build-flags'
import { CALLS } from '~/areas/api-reference/api'
import * as entry from '~/entry.server'
import siteMap from '~/routes'

// The modules are loaded only when a route is included in the build.
const files = import.meta.glob([
  '../../../app/areas/api-reference/routes/answer-call.ts',
  '../../../app/areas/account/routes/login.tsx',
])

type Route = ServerBuild['routes'][string]

/** Every address of a call. */
export const apiAddresses = (): string[] =>
  CALLS.flatMap(({ calls }) => Object.keys(calls).map((address) => `/api/${address}`))

/** A build of the calls and the login as Remix’s compiler would make it, without pages and assets. */
export async function apiBuild(): Promise<ServerBuild> {
  const routes: Record<string, Route> = {
    root: { id: 'root', path: '', module: { default: () => null } } as Route,
  }
  for (const { file, path, id = file } of siteMap) {
    const load = files[`../../../app/${file}`]
    if (!load) continue
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

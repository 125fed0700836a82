import type { ActionFunction, ServerBuild } from '@remix-run/node'

type Route = ServerBuild['routes'][string]

/** The same routes, whose actions are what `change` makes of their modules. */
export function withActions(
  build: ServerBuild,
  change: (module: Route['module']) => ActionFunction | undefined,
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]): [string, Route] => {
    const { module } = route
    return [id, { ...route, module: { ...module, action: change(module) } }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

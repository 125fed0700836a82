import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequestHandler } from '@remix-run/express'
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import express from 'express'
import { onTestFinished } from 'vitest'
import { refusalOf, statusOf } from '~/http/refusal'
import { leavingSignal } from '~/http/server/load-context'

interface Route {
  loader?: (args: LoaderFunctionArgs) => Promise<Response>
  action?: (args: ActionFunctionArgs) => Promise<Response>
}

/** One resource route at "/file" behind Express and Remix’s adapter, on loopback until the test ends. */
export async function serveRoute(
  route: Route,
  context: Partial<AppLoadContext> = {},
): Promise<{ url: string; port: number; server: Server }> {
  const entry = { handleError() {}, default: async () => new Response('page', { status: 500 }) }
  const future = {
    v3_singleFetch: true,
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
  }
  const build = {
    entry: { module: entry },
    routes: {
      root: { id: 'root', path: '', module: { default: () => null } },
      file: { id: 'file', parentId: 'root', path: 'file', module: refusing(route) },
    },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future,
    mode: 'production',
    isSpaMode: false,
  } as unknown as ServerBuild
  const app = express()
  app.all(
    '*',
    createRequestHandler({
      build,
      mode: 'production',
      getLoadContext: (_, res) => ({ signal: leavingSignal(res), ...context }) as AppLoadContext,
    }),
  )
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/file`, port, server }
}

/** Expected refusals in the form of the calls. */
function refusing({ loader, action }: Route): Route {
  const answer = async (work: () => Promise<Response>) => {
    try {
      return await work()
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      return Response.json(
        { errorMessage: refusal.message, title: refusal.title },
        { status: statusOf(refusal) },
      )
    }
  }
  return {
    ...(loader && { loader: (args) => answer(() => loader(args)) }),
    ...(action && { action: (args) => answer(() => action(args)) }),
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { data, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node'
import { Outlet, Scripts } from '@remix-run/react'
import type { Database } from 'db/database'
import { DatabaseUnavailable } from 'db/failures'
import { openTestUploads } from 'tests/support/threads'
import { onTestFinished } from 'vitest'
import { useNonce } from '~/entry.contexts'
import * as entry from '~/entry.server'
import { type AppOptions, createApp } from '~/http/server/app'
import { createLog } from '~/http/server/log'
import { randomIds, systemClock } from '~/http/server/services'
import type { Settings } from '~/http/server/settings'
import { newSigningKey } from '~/platform/workflow/signing.server'
import { BUILD_FLAGS } from './build-flags'

export const settings: Settings = {
  port: null,
  host: null,
  siteUrl: null,
  demo: false,
  database: null,
  sessionSecret: 's'.repeat(32),
  auditKey: 'a'.repeat(32),
  signingKey: newSigningKey(),
  timeZone: 'Europe/Luxembourg',
  logLevel: 'info',
  trustProxy: false,
  callsPerMinute: 1_000_000,
  filesPerMinute: 1_000_000,
  storageMbPerDay: 999_999,
  backupsKept: 14,
  metricsToken: 'of the monitor in the tests, thrown away',
}

/** The headers of a request by the monitor of a site with these settings. */
export const asMonitor = { Authorization: `Bearer ${settings.metricsToken}` }

function Root() {
  const nonce = useNonce()
  return (
    <html lang="en">
      <head>
        <title>Test</title>
      </head>
      <body>
        <Outlet />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

const AMOUNTS = Array.from({ length: 3_000 }, (_, at) => `${at ** 2} €`)

/** Routes with one realistic behaviour each, rendered by the real entry. */
const modules: Record<string, Partial<ServerBuild['routes'][string]['module']>> = {
  page: { default: () => <h1>A page</h1>, loader: () => ({ words: 'x'.repeat(4_000) }) },
  letters: { default: () => AMOUNTS.map((text) => <i key={text}>{text}</i>) },
  broken: {
    default: () => null,
    loader: () => {
      throw new Error('inner words')
    },
  },
  down: {
    default: () => null,
    loader: () => {
      throw new Error('query failed', { cause: new DatabaseUnavailable('down') })
    },
  },
  preview: {
    loader: () =>
      new Response('%PDF-', {
        headers: { 'Content-Security-Policy': "frame-ancestors 'self'", 'Cache-Control': 'private' },
      }),
  },
  ranged: {
    loader: () =>
      new Response('x'.repeat(4_000), { headers: { 'Content-Type': 'text/csv', 'Accept-Ranges': 'bytes' } }),
  },
  echo: {
    action: async ({ request }: LoaderFunctionArgs) =>
      Response.json({ length: (await request.text()).length }),
  },
  who: {
    loader: ({ context }: LoaderFunctionArgs) => {
      context.identify(7)
      context.log.info({ password: 'hunter2' }, 'from a route')
      return Response.json({ address: context.clientAddress, id: context.requestId })
    },
  },
  missing: {
    loader: () => {
      throw data({ message: 'gone' }, 404)
    },
  },
}

const build: ServerBuild = {
  mode: 'production',
  entry: { module: entry },
  // A route without a page has no default export; the type requires one all the same.
  routes: {
    root: { id: 'root', path: '', module: { default: Root, ErrorBoundary: () => <h1>Something broke</h1> } },
    ...Object.fromEntries(
      Object.entries(modules).map(([id, module]) => [id, { id, path: id, parentId: 'root', module }]),
    ),
  } as ServerBuild['routes'],
  assets: {
    entry: { module: '/assets/entry.js', imports: [] },
    routes: Object.fromEntries(
      ['root', ...Object.keys(modules)].map((id) => [
        id,
        {
          id,
          path: id === 'root' ? '' : id,
          parentId: id === 'root' ? undefined : 'root',
          module: `/assets/${id}.js`,
          hasAction: modules[id]?.action !== undefined,
          hasLoader: modules[id]?.loader !== undefined,
          hasClientAction: false,
          hasClientLoader: false,
          hasErrorBoundary: false,
        },
      ]),
    ),
    url: '/assets/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  ...BUILD_FLAGS,
}

interface Serving extends Partial<AppOptions> {
  settings?: Partial<Settings>
  ping?: Database['ping']
}

/** Serves the application with these routes on a free local port until the test ends. */
export async function serve({ settings: changed, ping = async () => {}, ...options }: Serving = {}) {
  const lines: string[] = []
  const unused = () => {
    throw new Error('These routes use no database.')
  }
  const database = { read: new Proxy({}, { get: unused }), transaction: unused, ping, close: async () => {} }
  const app = createApp(
    {
      database: database as unknown as Database,
      workers: { run: unused, close: async () => {} },
      replays: { run: unused, close: async () => {} },
      files: { run: unused, close: async () => {} },
      bankFiles: { run: unused, close: async () => {} },
      exports: { file: unused, close: async () => {} },
      uploads: openTestUploads(),
      clock: systemClock,
      ids: randomIds,
      settings: { ...settings, ...changed },
      log: createLog('info', { write: (line) => lines.push(line) }),
    },
    { build, ...options },
  )
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    app,
    port,
    origin,
    get: (path: string, headers: HeadersInit = {}) =>
      fetch(origin + path, { headers: { Accept: 'text/html', ...headers }, redirect: 'manual' }),
    post: (path: string, body: BodyInit, headers: HeadersInit = {}) =>
      fetch(origin + path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit),
    /** The log so far, line by line. */
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

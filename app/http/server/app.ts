import { constants } from 'node:zlib'
import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { SentForm } from '~/areas/access/form-recovery.server'
import { FUNCTION_PATHS } from '~/areas/access/menu'
import { isOutage } from '../outcome'
import { type Assets, serveAssets } from './assets'
import { manifestFiles } from './browser-manifest'
import { countRefusals, recentLoopDelay, turnsOf } from './busy'
import { whileDemoLoads } from './demo-load'
import { alive, ready } from './health'
import { loadContext, outcomeOf } from './load-context'
import { metrics } from './metrics'
import { onlyForMonitors } from './monitor'
import { publicKeys } from './public-keys'
import { showRecoveredForm } from './recovered-form'
import { failureOf, OUTAGE, refuse, UNEXPECTED } from './refuse'
import { cutLongQuery, limitBody, refuseLongHead, refuseMalformed, refuseOddMethods } from './request-limits'
import { requestLog } from './request-log'
import { refuseCrossSite, securityHeaders, tlsOnly } from './security-headers'
import type { Services } from './services'
import type { Settings } from './settings'
import { byArea, describeFailures, refusePosts } from './site-routes'
import { traceRequest } from './traces'
import { type LineOptions, waitingLine } from './waiting-line'

export interface AppOptions {
  /** Remix's build: the routes. A function during development, when it changes. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** The browser's files; route tests have none. */
  assets?: Assets
  /** True once the process has received the signal to end. */
  isStopping?: () => boolean
  /** How many requests are served at a time, also of one sender, and how long others may wait. */
  line?: LineOptions
  /** Vite's middleware; its presence means development. */
  vite?: RequestHandler
}

/**
 * The whole application without the socket: every layer that a request passes on its way to a route, in this order.
 * Used by main and by route tests.
 */
export function createApp(services: Services, options: AppOptions): Express {
  const { build, assets = new Map(), isStopping = () => false, vite } = options
  const { settings, log } = services
  const line = waitingLine({ loopDelay: recentLoopDelay(), ...options.line })
  const { measure, noteRefusal, show } = metrics(services, line)
  const noteInLog = countRefusals(log)
  const { refuseAtOnce, waitForTurn } = turnsOf(line, (req, res) => {
    noteRefusal(req, res)
    noteInLog()
  })
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('trust proxy', settings.trustProxy)

  const https = settings.siteUrl?.startsWith('https:') ?? false
  const logged = requestLog(log)
  app.use(onlyForMonitors(settings))
  app.use(tlsOnly(https))
  app.use(refuseLongHead(logged))
  app.use(cutLongQuery)
  const manifests =
    typeof build === 'function' ? () => undefined : manifestFiles(build.assets, FUNCTION_PATHS)
  app.use(serveAssets(assets, manifests))
  if (vite) app.use(vite)
  app.use(refuseAtOnce)
  app.use(logged)
  app.use(closeWhenStopping(isStopping))
  app.get('/healthz', alive)
  app.get('/readyz', ready(services, isStopping))
  app.get('/metrics', show)
  app.get('/.well-known/fundesk-keys.json', publicKeys(settings))
  app.use(measure)
  if (settings.traces) app.use(traceRequest)
  app.use(forwarded(settings))
  app.use(securityHeaders({ https, development: vite !== undefined }))
  app.use(refuseOddMethods)
  app.use(refuseMalformed)
  app.use(refuseCrossSite(settings.siteUrl))
  app.use(limitBody)
  app.use(whileDemoLoads(() => services.demoProgress?.() ?? null))
  app.use(waitForTurn)
  app.use(compression({ filter: isWhole, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } } }))
  app.use(outageStatus)
  const answering = (given: ServerBuild) => describeFailures(refusePosts(given))
  const routes = typeof build === 'function' ? async () => answering(await build()) : answering(build)
  const built = async () => (typeof routes === 'function' ? routes() : routes)
  const mode = vite ? 'development' : 'production'
  const contextOf = (req: Request, res: Response, kept: SentForm | null = null) =>
    loadContext(services, built, req, res, kept)
  app.use(showRecoveredForm({ services, build: routes, mode, contextOf }))
  const handlerOf = (part: typeof routes) =>
    createRequestHandler({ build: part, mode, getLoadContext: (req, res) => contextOf(req, res) })
  const areas = typeof routes === 'function' ? null : byArea(routes, handlerOf)
  const whole = handlerOf(routes)
  app.use((req, res, next) => (areas?.(req.path) ?? whole)(req, res, next))
  app.use(lastResort)
  return app
}

/** Ranges of a document count its own bytes: a response that supports ranges is sent uncompressed. */
const isWhole: compression.CompressionFilter = (req, res) =>
  !res.getHeader('Accept-Ranges') && !res.getHeader('Content-Range') && compression.filter(req, res)

/** A keep-alive connection would continue to send requests to a process that is ending. */
function closeWhenStopping(isStopping: () => boolean): RequestHandler {
  return (_, res, next) => {
    if (isStopping()) res.setHeader('Connection', 'close')
    next()
  }
}

/** Remix returns 500 for every unexpected error. For a database outage it should be 503, which is worth a retry. */
const outageStatus: RequestHandler = (_, res, next) => {
  const status = res.status.bind(res)
  const setStatus: typeof status = (code) => {
    if (code !== OUTAGE.status && !(code === 500 && res.locals.outage)) return status(code)
    res.setHeader('Retry-After', '5')
    return status(OUTAGE.status)
  }
  res.status = setStatus
  next()
}

const lastResort: ErrorRequestHandler = (err, req, res, _next) => {
  if (res.headersSent) {
    // The response has already begun: only cutting it off shows that it is incomplete.
    if (!res.writableFinished) req.socket.destroy()
    return
  }
  req.log.error({ err }, 'unexpected error')
  refuse(req, res, failureOf(req.method, outcomeOf(res), isOutage(err) ? OUTAGE : UNEXPECTED))
}

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
]

/**
 * Removes headers that only a proxy may set if the request does not come from a trusted one, so that no later code can
 * trust them by accident. Behind a trusted proxy, an https site is not served over http.
 */
function forwarded({ trustProxy, siteUrl }: Settings): RequestHandler {
  const https = siteUrl?.startsWith('https:') ? siteUrl : null
  return (req, res, next) => {
    const trusts = req.app.get('trust proxy fn') as (address: string, hop: number) => boolean
    if (trustProxy === false || !trusts(req.socket.remoteAddress ?? '', 0)) {
      for (const name of FORWARDED) delete req.headers[name]
      return next()
    }
    if (!https || req.protocol === 'https') return next()
    if (req.method === 'GET' || req.method === 'HEAD') return res.redirect(308, `${https}${req.originalUrl}`)
    refuse(req, res, {
      status: 403,
      title: 'Not encrypted',
      message: `Use ${https}: this site does not accept unencrypted connections.`,
      code: 'not-encrypted',
    })
  }
}

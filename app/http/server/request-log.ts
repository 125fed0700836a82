import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import { pinoHttp } from 'pino-http'
import { clientAddress } from './load-context'
import { failure, type Log, loggedUrl } from './log'

const QUIET = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Gives each request an id of ours (a visitor's id could forge the log), returns it as X-Request-Id, and writes one
 * line when the response is sent: method, path, status, duration, visitor and, if known, the user's id.
 */
export function requestLog(log: Log): RequestHandler {
  const logged = pinoHttp<Parameters<RequestHandler>[0], Response>({
    logger: log,
    genReqId: (_, res) => {
      const id = randomUUID()
      res.setHeader('X-Request-Id', id)
      return id
    },
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId', responseTime: 'durationMs' },
    autoLogging: { ignore: (req) => QUIET.has(req.path) },
    wrapSerializers: false,
    serializers: { req: nothing, res: nothing, err: failure },
    customLogLevel: (_, res) =>
      res.locals.busy || isRefusal(res.statusCode) ? 'warn' : res.statusCode >= 500 ? 'error' : 'info',
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'answered',
    customSuccessObject: (req, res, { durationMs }: { durationMs: number }) => line(req, res, durationMs),
    // An error has its own line, written where it was caught.
    customErrorObject: (req, res, _, { durationMs }: { durationMs: number }) => line(req, res, durationMs),
  })
  return (req, res, next) => {
    logged(req, res)
    next()
  }
}

function line(req: Parameters<RequestHandler>[0], res: Response, durationMs: number) {
  return {
    method: req.method,
    path: loggedUrl(req.originalUrl),
    status: res.statusCode,
    durationMs,
    address: clientAddress(req),
    ...(res.locals.userId === undefined ? {} : { userId: res.locals.userId as string | number }),
    ...(res.writableFinished ? {} : { aborted: true }),
  }
}

/** Headers and bodies are private: the line below names what may be logged. */
const nothing = () => undefined

/** Refusals for missing rights, and for too many requests: what people who watch the log look for. */
function isRefusal(status: number): boolean {
  return status === 401 || status === 403 || status === 413 || status === 429
}

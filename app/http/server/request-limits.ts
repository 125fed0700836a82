import type { Request, RequestHandler, Response } from 'express'
import { BODY_LIMIT, endOfQuery, essenceOf, MAX_NAMES } from '../request-text'
import { isCall, type Refusal, refuse } from './refuse'

const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** Our longest paths have a few hundred characters. */
const MAX_PATH_LENGTH = 4_000

const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const CALL_METHODS = [...PAGE_METHODS, 'PUT', 'PATCH', 'DELETE']

/**
 * Refuses methods that no route supports (TRACE, PROPFIND, PUT to a page, …), before a Request is built from them.
 * Calls handle OPTIONS themselves, each with its own methods.
 */
export const refuseOddMethods: RequestHandler = (req, res, next) => {
  const call = isCall(req.path)
  const supported = call ? CALL_METHODS : PAGE_METHODS
  if (supported.includes(req.method) || (call && req.method === 'OPTIONS')) return next()
  res.setHeader('Allow', [...supported, 'OPTIONS'].join(', '))
  if (req.method === 'OPTIONS') return res.status(204).end()
  refuse(req, res, {
    status: 405,
    title: 'Unusual request',
    message: `Method not allowed: ${req.method}. Use GET to read and POST to change something.`,
    code: 'method',
  })
}

/**
 * Refuses requests whose address cannot be parsed, before any code tries to, and those with two hosts: a proxy may have
 * used the other one.
 */
export const refuseMalformed: RequestHandler = (req, res, next) => {
  const host = req.get('host') ?? ''
  const hosts = req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  const { hostname, originalUrl } = req
  if (req.path.length > MAX_PATH_LENGTH)
    return refuse(req, res, {
      status: 414,
      title: 'Not a valid address',
      message: 'The address is too long. Check the link.',
      code: 'too-large',
    })
  if (
    hosts.length === 1 &&
    HOST.test(host) &&
    URL.canParse(`http://${host}`) &&
    originalUrl.startsWith('/') &&
    URL.canParse(`http://${hostname}${originalUrl}`) &&
    isOneLine(req.path)
  )
    return next()
  refuse(req, res, {
    status: 400,
    title: 'Not a valid address',
    message: 'The request has no valid address. Check the link.',
    code: 'malformed',
  })
}

/** Whether it decodes to one line; none of our addresses has two lines. */
function isOneLine(path: string): boolean {
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Limits on a request, checked before any of it is read: slow work for one request delays all others. */

/** All headers together, in characters: Node's default limit. The address has its own limits. */
const MAX_HEAD_LENGTH = 16 * 1024
/** How much of a refused body is still read, so that the sender sees the response; after that the connection is cut. */
const PATIENCE = 50 * BODY_LIMIT

const LONG_HEAD: Refusal = {
  status: 431,
  title: 'Request headers too large',
  message:
    'The headers or cookies of this request are too long. Delete the cookies of this site and try again.',
  code: 'too-large',
}

/** Refuses long headers and hundreds of cookies. Comes first: even the format of the response is read from headers. */
export function refuseLongHead(log: RequestHandler): RequestHandler {
  return (req, res, next) => {
    if (!isLongHead(req)) return next()
    log(req, res, () => {
      req.headers = {}
      res.setHeader('Cache-Control', 'no-store')
      res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
      res.setHeader('X-Content-Type-Options', 'nosniff')
      refuse(req, res, LONG_HEAD)
    })
  }
}

function isLongHead({ rawHeaders, headers }: Request): boolean {
  let length = 0
  for (const text of rawHeaders) length += text.length
  return length > MAX_HEAD_LENGTH || (headers.cookie ?? '').split(';').length > MAX_NAMES
}

/**
 * Cuts the query of an address to the longest that our pages can use: a list shows the nearest page, and says that it
 * read only the beginning.
 */
export const cutLongQuery: RequestHandler = (req, _res, next) => {
  const { url } = req
  const start = url.indexOf('?') + 1
  const end = start + endOfQuery(url.slice(start))
  if (start > 0 && end < url.length) {
    req.url = url.slice(0, end)
    req.originalUrl = req.url
  }
  next()
}

/** Refuses bodies over 1 MB that are not uploads; the limits of uploads depend on the kind of file. */
export const limitBody: RequestHandler = (req, res, next) => {
  if (essenceOf(req.get('content-type')) === 'multipart/form-data') return next()
  const tooLarge = () => {
    req.log.warn({ length: req.get('content-length') }, 'request too large')
    refuse(req, res, {
      status: 413,
      title: 'Request too large',
      message: 'Forms and calls may hold 1 MB at most. Send less at once, or send files as an upload.',
      code: 'too-large',
    })
  }
  const announced = Number(req.get('content-length') ?? 0)
  if (announced > BODY_LIMIT) {
    if (announced > PATIENCE) res.setHeader('Connection', 'close')
    return tooLarge()
  }
  if (req.get('transfer-encoding'))
    countWhileReading(req, res, () => {
      res.setHeader('Connection', 'close')
      tooLarge()
    })
  next()
}

/**
 * A chunked body has no declared length: it is counted while it is read. The reader never sees the end of a body that
 * is too large, so that no code acts on its first part.
 */
function countWhileReading(req: Request, res: Response, onTooLarge: () => void): void {
  const push = req.push.bind(req)
  let read = 0
  const counted = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    const before = read
    read += chunk?.length ?? 0
    if (read <= BODY_LIMIT) return push(chunk, encoding)
    if (before <= BODY_LIMIT) {
      res.once('close', () => req.destroy(new Error('The request was too large.')))
      if (!res.headersSent) onTooLarge()
    }
    return true
  }
  req.push = counted
}

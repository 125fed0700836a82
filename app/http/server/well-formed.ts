import type { Request, RequestHandler, Response } from 'express'
import { isCall, refuse } from './refuse'

/** Bodies that are not uploads: forms and JSON. */
export const BODY_LIMIT = 1024 * 1024

/** So much of a refused body is still read, so that the sender gets to see the answer; beyond it the line is cut. */
const PATIENCE = 50 * BODY_LIMIT

const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const CALL_METHODS = [...PAGE_METHODS, 'PUT', 'PATCH', 'DELETE']

/**
 * Refuses methods that nothing here answers (TRACE, PROPFIND, PUT to a page, …), before anything makes a request of
 * them. Calls answer OPTIONS themselves, each with its own methods.
 */
export const refuseOddMethods: RequestHandler = (req, res, next) => {
  const call = isCall(req.path)
  const known = call ? CALL_METHODS : PAGE_METHODS
  if (known.includes(req.method) || (call && req.method === 'OPTIONS')) return next()
  res.setHeader('Allow', [...known, 'OPTIONS'].join(', '))
  if (req.method === 'OPTIONS') return res.status(204).end()
  refuse(req, res, {
    status: 405,
    title: 'Not a usual request',
    message: `Nothing here is answered with ${req.method}. Use GET to read and POST to change something.`,
    code: 'method',
  })
}

/** Refuses requests of which no address can be made, before anything tries to. */
export const refuseMalformed: RequestHandler = (req, res, next) => {
  const host = req.get('host') ?? ''
  const { hostname, originalUrl } = req
  if (
    HOST.test(host) &&
    originalUrl.startsWith('/') &&
    URL.canParse(`http://${hostname}${originalUrl}`) &&
    isDecodable(req.path)
  )
    return next()
  refuse(req, res, {
    status: 400,
    title: 'Not a valid address',
    message: 'The request has no valid address. Check the link.',
    code: 'malformed',
  })
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Refuses bodies over 1 MB that are no upload; uploads have the limits of their own kind of file. */
export const limitBody: RequestHandler = (req, res, next) => {
  if (/^multipart\/form-data\b/i.test(req.get('content-type') ?? '')) return next()
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
 * A body sent in pieces announces no length: it is counted on its way to whoever reads it. The reader never sees the
 * end of one that is too large, so that nobody acts on the first half of it.
 */
function countWhileReading(req: Request, res: Response, onTooLarge: () => void): void {
  const push = req.push.bind(req)
  let read = 0
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    const before = read
    read += chunk?.length ?? 0
    if (read <= BODY_LIMIT) return push(chunk, encoding)
    if (before <= BODY_LIMIT) {
      res.once('close', () => req.destroy(new Error('The request was too large.')))
      if (!res.headersSent) onTooLarge()
    }
    return true
  }
}

import type { RequestHandler } from 'express'
import { isCall, refuse } from './refuse'

const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** The longest paths of ours have some hundred letters. */
const LONGEST_PATH = 4_000

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

/**
 * Refuses requests of which no address can be made, before anything tries to, and those with two hosts: a proxy may have
 * believed the other one.
 */
export const refuseMalformed: RequestHandler = (req, res, next) => {
  const host = req.get('host') ?? ''
  const hosts = req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  const { hostname, originalUrl } = req
  if (req.path.length > LONGEST_PATH)
    return refuse(req, res, {
      status: 414,
      title: 'Not a valid address',
      message: 'The address is too long. Check the link.',
      code: 'too-large',
    })
  if (
    hosts.length === 1 &&
    HOST.test(host) &&
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

/** Can it be decoded, and is it then one line? No address of ours has two. */
function isOneLine(path: string): boolean {
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

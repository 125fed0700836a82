import { isAllowed } from '~/areas/access/actor'
import { CallFault } from '~/http/refusal'
import { AS_OF } from '~/platform/values/as-of-address'
import { DomainError } from '~/platform/values/domain-error'
import { drainBody } from '../drain'
import { type Guarded, guard, guardUser, type RouteArgs, readOnlyToken } from '../guard'
import { throttleCall } from '../throttle'
import { answerUnlessCached, jsonAnswer } from './answers'
import type { MayCall, Method, Methods, SomeFunctions } from './call-types'
import { refuseUnknownParameters } from './list'
import { callRefusal } from './refusal'

/**
 * Refuses a GET that changes data unless it was clearly intended: with a token that may write, or from a page of this
 * site, whose written texts cannot hold a link to a call (`cleanHtml`). Prefetched pages never qualify.
 * @param twins methods that do the same at this address, named in the refusal
 */
function refuseForeignChange({ token, services }: Guarded, request: Request, twins: readonly string[]): void {
  if (token?.readOnly) throw readOnlyToken()
  const { headers } = request
  const ahead = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ''),
  )
  const meant = token !== null || isOfOwnPage(headers, new URL(request.url).host, services.settings.siteUrl)
  if (ahead || !meant)
    throw new DomainError(
      'forbidden',
      `This address changes data, so a link to it from elsewhere does nothing. Send ${twins.join(' or ')} to it, or use a token that may write.`,
      { details: { methods: twins } },
    )
}

/** If the browser does not say where a request comes from (older browsers, sites without TLS), its Referer does. */
function isOfOwnPage(headers: Headers, host: string, siteUrl: string | null): boolean {
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'
  const referer = headers.get('Referer')
  if (referer === null || !URL.canParse(referer)) return false
  const from = new URL(referer).host
  return from === host || (siteUrl !== null && from === new URL(siteUrl).host)
}

/**
 * Responds to a request for an address under /api: the guard runs first, then the method's own code. Every refusal is
 * returned as JSON. HEAD is handled like GET.
 */
export async function answerCall(methods: Methods, given: RouteArgs): Promise<Response> {
  const { method } = given.request
  const call = methods[(method === 'HEAD' ? 'GET' : method) as Method]
  const past = call?.query !== undefined && AS_OF in call.query.shape
  const args: RouteArgs = { ...given, call: true, changes: call?.changes, past }
  try {
    if (!call || (call.changes && method === 'HEAD')) return unknownMethod(method, methods)
    const guarded = await admit(call.may, args)
    refuseUnknownParameters(args.request, call)
    if (call.changes && method === 'GET') refuseForeignChange(guarded, args.request, twinsOf(methods))
    const answer = await call.answer(guarded, args)
    const response = answer instanceof Response ? answer : jsonAnswer(answer)
    if (!call.changes) return answerUnlessCached(args.request, response)
    response.headers.set('Allow', ['GET', ...twinsOf(methods), 'OPTIONS'].join(', '))
    return response
  } catch (error) {
    return callRefusal(error, args, call)
  } finally {
    drainBody(args.request)
  }
}

/** The methods to use instead of a GET that changes data. */
const twinsOf = (methods: Methods) => Object.keys(methods).filter((name) => name !== 'GET')

async function admit(may: MayCall, args: RouteArgs): Promise<Guarded> {
  const user = await guardUser(args)
  await throttleCall(user)
  if (may === 'any user') return user
  const [given, ...permissions] = may
  const functions: SomeFunctions = typeof given === 'string' ? [given] : given
  const { actor } = user
  const functionId = functions.find((each) => isAllowed(actor, each)) ?? functions[0]
  return guard(
    args,
    functionId,
    permissions.find((permission) => isAllowed(actor, functionId, permission)) ?? permissions[0],
  )
}

function unknownMethod(method: string, methods: Methods): Response {
  const allowed = Object.entries(methods).flatMap(([name, call]) =>
    name === 'GET' && !call?.changes ? ['GET', 'HEAD'] : [name],
  )
  const Allow = [...allowed, 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow } })
  throw new CallFault(405, `Method not allowed: ${method}. Use ${allowed.join(' or ')}.`, { Allow })
}

import { isAllowed } from '~/areas/access/actor'
import { drainBody } from '../drain'
import { type Guarded, guard, guardUser, type RouteArgs } from '../guard'
import { throttleCall } from '../throttle'
import { jsonAnswer } from './answer'
import { CallFault } from './call-fault'
import type { MayCall, Method, Methods, SomeFunctions } from './call-types'
import { refuseForeignChange } from './changing-get'
import { callRefusal } from './refusal'
import { answerUnlessKnown } from './tag'

/**
 * Answers a request for an address under /api: guard, then the method's own work; everything refused comes back as
 * JSON. HEAD is answered like GET.
 */
export async function answerCall(methods: Methods, given: RouteArgs): Promise<Response> {
  const { method } = given.request
  const call = methods[(method === 'HEAD' ? 'GET' : method) as Method]
  const args: RouteArgs = { ...given, call: true }
  try {
    if (!call || (call.changes && method === 'HEAD')) return unknownMethod(method, methods)
    const guarded = await admit(call.may, args)
    if (call.changes && method === 'GET') refuseForeignChange(guarded, args.request, twinsOf(methods))
    const answer = await call.answer(guarded, args)
    const response = answer instanceof Response ? answer : jsonAnswer(answer)
    if (!call.changes) return await answerUnlessKnown(args.request, response)
    response.headers.set('Allow', ['GET', ...twinsOf(methods), 'OPTIONS'].join(', '))
    return response
  } catch (error) {
    return callRefusal(error, args, call)
  } finally {
    drainBody(args.request)
  }
}

/** What a GET that changes data should rather be sent with. */
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
  const known = Object.entries(methods).flatMap(([name, call]) =>
    name === 'GET' && !call?.changes ? ['GET', 'HEAD'] : [name],
  )
  const Allow = [...known, 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow } })
  throw new CallFault(405, `This call is not answered with ${method}. Use ${known.join(' or ')}.`, { Allow })
}

import type { FunctionId, Permission } from '~/domain/access/actor'
import { isAllowed } from '~/domain/access/actor'
import { drainBody } from '../drain'
import { type Guarded, guard, guardUser, type RouteArgs } from '../guard'
import { jsonAnswer } from './answer'
import { refuseForeignChange } from './changing-get'
import { CallFault, callRefusal } from './refusal'

type SomeFunctions = readonly [FunctionId, ...FunctionId[]]

/**
 * Who may call: anybody with a session or token, or whoever may open the function (of several: one of them) and holds
 * one of the permissions.
 */
export type MayCall = 'any user' | readonly [FunctionId | SomeFunctions, ...Permission[]]

export interface Call {
  may: MayCall
  /** Title of the refusals that have none of their own (specification, section 8). */
  title?: string
  /** A GET that changes data: the specification has some; browsers send GETs that nobody meant. */
  changes?: true
  /** Answers a Response, or whatever becomes the JSON of a 200. */
  answer(guarded: Guarded, args: RouteArgs): Promise<unknown>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The loader and action of an address under /api: guard, then the method's own work; everything refused comes back as
 * JSON. HEAD is answered like GET.
 */
export function calls(methods: Partial<Record<Method, Call>>): (args: RouteArgs) => Promise<Response> {
  return async (given) => {
    const { method } = given.request
    const call = methods[(method === 'HEAD' ? 'GET' : method) as Method]
    const args: RouteArgs = { ...given, call: true, title: call?.title }
    try {
      if (!call || (call.changes && method === 'HEAD')) return unknownMethod(method, methods)
      const guarded = await admit(call.may, args)
      if (call.changes && method === 'GET') refuseForeignChange(guarded, args.request)
      const answer = await call.answer(guarded, args)
      return answer instanceof Response ? answer : jsonAnswer(answer)
    } catch (error) {
      return callRefusal(error, args, call?.title)
    } finally {
      drainBody(args.request)
    }
  }
}

async function admit(may: MayCall, args: RouteArgs): Promise<Guarded> {
  if (may === 'any user') return guardUser(args)
  const [given, ...permissions] = may
  const functions: SomeFunctions = typeof given === 'string' ? [given] : given
  const { actor } = await guardUser(args)
  const functionId = functions.find((each) => isAllowed(actor, each)) ?? functions[0]
  return guard(
    args,
    functionId,
    permissions.find((permission) => isAllowed(actor, functionId, permission)) ?? permissions[0],
  )
}

function unknownMethod(method: string, methods: Partial<Record<Method, Call>>): Response {
  const known = Object.entries(methods).flatMap(([name, call]) =>
    name === 'GET' && !call?.changes ? ['GET', 'HEAD'] : [name],
  )
  const Allow = [...known, 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow } })
  throw new CallFault(405, `This call is not answered with ${method}. Use ${known.join(' or ')}.`, { Allow })
}

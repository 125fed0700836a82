import type { z } from 'zod'
import type { FunctionId, Permission } from '~/domain/access/actor'
import { isAllowed } from '~/domain/access/actor'
import type { ListKind } from '~/domain/lists/list-query'
import { drainBody } from '../drain'
import { type Guarded, guard, guardUser, type RouteArgs } from '../guard'
import { throttleCall } from '../throttle'
import { jsonAnswer } from './answer'
import type { Answers } from './answers'
import type { AlsoTakes } from './body'
import { refuseForeignChange } from './changing-get'
import { CallFault, callRefusal } from './refusal'
import { answerUnlessKnown } from './tag'
import type { UploadBody } from './takes'

type SomeFunctions = readonly [FunctionId, ...FunctionId[]]

/**
 * Who may call: anybody with a session or token, or whoever may open the function (of several: one of them) and holds
 * one of the permissions.
 */
export type MayCall = 'any user' | readonly [FunctionId | SomeFunctions, ...Permission[]]

export interface Call {
  may: MayCall
  /** What it does, in one or two sentences: the documentation shows it. */
  tells?: string
  /** Title of the refusals that have none of their own (specification, section 8). */
  title?: string
  /** A GET that changes data: the specification has some; browsers send GETs that nobody meant. */
  changes?: true
  /** Refusals carry their sentence as `error` as well (specification, section 8: the invoice upload). */
  alsoError?: true
  /** What the parts of its address are, where they are no ids. */
  path?: Record<string, z.ZodType>
  /** What it is asked for after "?". */
  query?: z.ZodObject
  /** Of a list: the columns that it is filtered and sorted by, in the grammar of the grids. */
  list?: ListColumns
  /** Of several lists in one answer: the same, by the name that stands before the parameters of each. */
  lists?: Readonly<Record<string, ListColumns>>
  /** Set by `takes` and `takesFiles`. */
  body?: z.ZodObject | UploadBody
  alsoTakes?: AlsoTakes
  /** It compares the revision that the caller saw, as If-Match too. */
  ifMatch?: true
  answers?: Answers
  /** Answers a Response, or whatever becomes the JSON of a 200. */
  answer(guarded: Guarded, args: RouteArgs): Promise<unknown>
}

/** Columns by name, with what each holds. */
export type ListColumns = Readonly<Record<string, ListKind>>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Methods = Partial<Record<Method, Call>>

/** The loader and action of an address under /api, and what it documents. */
export interface Answering {
  (args: RouteArgs): Promise<Response>
  methods: Methods
}

/**
 * The loader and action of an address under /api: guard, then the method's own work; everything refused comes back as
 * JSON. HEAD is answered like GET.
 */
export function calls(methods: Methods): Answering {
  const answering = async (given: RouteArgs) => {
    const { method } = given.request
    const call = methods[(method === 'HEAD' ? 'GET' : method) as Method]
    const args: RouteArgs = { ...given, call: true }
    try {
      if (!call || (call.changes && method === 'HEAD')) return unknownMethod(method, methods)
      const guarded = await admit(call.may, args)
      if (call.changes && method === 'GET') refuseForeignChange(guarded, args.request)
      const answer = await call.answer(guarded, args)
      const response = answer instanceof Response ? answer : jsonAnswer(answer)
      return call.changes ? response : answerUnlessKnown(args.request, response)
    } catch (error) {
      return callRefusal(error, args, call)
    } finally {
      drainBody(args.request)
    }
  }
  return Object.assign(answering, { methods })
}

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

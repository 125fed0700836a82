import { type AppLoadContext, data, redirect } from '@remix-run/node'
import type { Doors, Read } from 'db/doors'
import { type Actor, type FunctionId, isAllowed, type Permission } from '~/domain/access/actor'
import { actorById } from '~/domain/access/actor-by-id.server'
import type { UsedToken } from '~/domain/access/api-token-accept.server'
import { bearerOf, bearerToken } from './bearer'
import { CallFault } from './calls/call-fault'
import { drainBody } from './drain'
import type { Services } from './server/services'
import { readUserSession, sessionStorage, type UserSession } from './session'
import { countWrongToken, refuseWrongTokens } from './throttle'

export interface RouteArgs {
  request: Request
  context: AppLoadContext
  params: Readonly<Record<string, string | undefined>>
  /** Set by calls: they take personal tokens, and their refusals are JSON. */
  call?: true
  /** Set by the one page that a one-time password opens. */
  changesPassword?: true
}

/** What a route may use. Without naming a function there is no database. */
export interface Guarded {
  actor: Actor
  session: UserSession
  /** The personal token that a call came with; null with a session. */
  token: UsedToken | null
  read: Read
  transaction: Doors['transaction']
  services: Services
}

interface Visitor {
  actor: Actor | null
  session: UserSession
  token: UsedToken | null
}

// Remix runs the loaders of a page in parallel: one look at session and user serves them all.
const visitors = new WeakMap<AppLoadContext, Promise<Visitor>>()

/** Who asks; the actor is null without a living session or token of a user who is not disabled. */
export function visitorOf({ request, context, call }: RouteArgs): Promise<Visitor> {
  const known = visitors.get(context)
  if (known) return known
  const bearer = call ? bearerOf(request) : null
  const visitor = bearer === null ? findVisitor(request, context.services) : findBearer(bearer, context)
  visitors.set(context, visitor)
  return visitor
}

async function findVisitor(request: Request, services: Services): Promise<Visitor> {
  const session = await readUserSession(request, services)
  const userId = session.get('userId')
  const actor = userId === undefined ? null : await actorById(services.doors.read, userId)
  return { actor, session, token: null }
}

async function findBearer(text: string, { services, clientAddress }: AppLoadContext): Promise<Visitor> {
  await refuseWrongTokens(services, clientAddress)
  const token = await bearerToken(text, services)
  const actor = token && (await actorById(services.doors.read, token.userId))
  if (!actor) await countWrongToken(services, clientAddress)
  return { actor, session: await sessionStorage(services).getSession(), token }
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']
const LONGEST_RETURN = 8_000

/** Any logged-in user, for pages that belong to nobody in particular (home, logout). */
export async function guardUser(args: RouteArgs): Promise<Guarded> {
  const { actor, session, token } = await visitorOf(args)
  const { request, context } = args
  if (!actor) {
    // What is answered without reading the body must read it all the same, or the sender hangs.
    drainBody(request)
    if (args.call)
      throw new CallFault(401, 'Log in, or send a personal token.', { 'WWW-Authenticate': 'Bearer' })
    const { pathname, search } = new URL(request.url)
    // Browsers take no answer with a longer address in its head.
    const state = search.length > LONGEST_RETURN ? '' : search
    const here = request.method === 'GET' ? pathname + state : '/'
    throw redirect(here === '/' ? '/login' : `/login?redirectTo=${encodeURIComponent(here)}`)
  }
  context.identify(actor.userName)
  if (session.get('mustChangePassword') && !args.changesPassword) {
    drainBody(request)
    const errorMessage = 'Your password is a one-time password. Log in on the page and choose your own first.'
    if (args.call) throw new CallFault(403, errorMessage)
    throw redirect('/account/password')
  }
  if (token?.readOnly && !SAFE.includes(request.method)) {
    drainBody(request)
    throw readOnlyToken()
  }
  const { doors } = context.services
  return {
    actor,
    session,
    token,
    read: doors.read,
    transaction: doors.transaction,
    services: context.services,
  }
}

/** The refusal of a token that may not change anything. */
export function readOnlyToken(): CallFault {
  return new CallFault(403, 'This token reads only and has changed nothing. Use a token that may write.')
}

/** A user who is authorised for the function, and holds the permission where one is named; 403 for all others. */
export async function guard(
  args: RouteArgs,
  functionId: FunctionId,
  permission: Permission = 'open',
): Promise<Guarded> {
  const guarded = await guardUser(args)
  if (!isAllowed(guarded.actor, functionId, permission)) {
    drainBody(args.request)
    args.context.log.warn({ user: guarded.actor.userName, functionId, permission }, 'not authorised')
    const errorMessage =
      permission === 'open'
        ? 'You are not authorised for this page. Ask an administrator for access.'
        : `You are not authorised to ${permission} here. Ask an administrator for the permission.`
    if (args.call) throw new CallFault(403, errorMessage)
    throw data({ message: errorMessage }, { status: 403 })
  }
  return guarded
}

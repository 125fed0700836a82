import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { type Actor, type FunctionId, isAllowed, type Permission } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import { acceptApiToken, type UsedToken } from '~/areas/access/api-tokens.server'
import type { UserWork } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import { onlyLooking, pastOf, refusePastChange, refusePresentPage } from './as-of'
import { drainBody } from './drain'
import { isOfPage, redirectToLogin } from './form-recovery'
import { CallFault } from './refusal'
import { databaseOfRequest, keySent } from './request-database'
import type { Services } from './server/services'
import { servicesOfRequest } from './services-of-request'
import { readUserSession, sessionKey, sessionStorage, type UserSession } from './session'
import { countWrongToken, refuseWrongTokens } from './throttle'

export interface RouteArgs {
  request: Request
  context: AppLoadContext
  params: Readonly<Record<string, string | undefined>>
  /** Set by calls: they accept personal tokens, and their refusals are JSON. */
  call?: true
  /** Set by the only page that a user with a one-time password may open. */
  changesPassword?: true
  /** Set by calls that change something by GET. */
  changes?: boolean | undefined
  /** Set by calls that can read as of an instant. */
  past?: boolean
  /** Set by exports of lists: their long reads use a separate connection, so that pages do not wait for them. */
  aside?: true
}

/** What a route may use. Database access requires a function. */
export interface Guarded extends UserWork {
  session: UserSession
  /** The personal token of a call; null with a session. */
  token: UsedToken | null
  services: Services
  /** The instant of a past page, whose `read`, clock and rights are as of then; null for the current state. */
  asOf: Date | null
  /** Aborts when the visitor leaves before the response is complete. */
  signal: AbortSignal
}

interface Visitor {
  actor: Actor | null
  session: UserSession
  token: UsedToken | null
  /** Id of the session that has ended, if the visitor had one. */
  ended: string | null
}

// Remix runs the loaders of a page in parallel: they share one look-up of session and user.
const visitors = new WeakMap<AppLoadContext, Promise<Visitor>>()

/** Who sent the request; the actor is null unless the session or token is valid and its user is not disabled. */
export function visitorOf({ request, context, call }: RouteArgs): Promise<Visitor> {
  const cached = visitors.get(context)
  if (cached) return cached
  const bearer = call ? bearerOf(request) : null
  const visitor = bearer === null ? findVisitor(request, context.services) : findBearer(bearer, context)
  visitors.set(context, visitor)
  return visitor
}

async function findVisitor(request: Request, services: Services): Promise<Visitor> {
  return { ...(await readUserSession(request.headers.get('Cookie'), services)), token: null }
}

async function findBearer(text: string, { services, clientAddress }: AppLoadContext): Promise<Visitor> {
  await refuseWrongTokens(services, clientAddress)
  const token = await bearerToken(text, services)
  const actor =
    token && (await actorById({ read: services.database.read, now: services.clock() }, token.userId))
  if (!actor) await countWrongToken(services, clientAddress)
  return { actor, session: await sessionStorage(services).getSession(), token, ended: null }
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/** Any logged-in user, for pages that need no authorisation (home, logout). They have no past. */
export async function guardUser(args: RouteArgs): Promise<Guarded> {
  const guarded = await loggedIn(args)
  // Calls refuse all parameters that they do not have.
  if (!args.call) refusePresentPage(args)
  return guarded
}

async function loggedIn(args: RouteArgs): Promise<Guarded> {
  const { actor, session, token, ended } = await visitorOf(args)
  const { request, context } = args
  if (!actor) throw await noSession(args, ended)
  context.identify(actor.userName)
  if ((session.get('mustChangePassword') || token?.mustChangePassword) && !args.changesPassword) {
    drainBody(request)
    const errorMessage = 'Your password is a one-time password. Log in on the page and choose your own first.'
    if (args.call) throw new CallFault(403, errorMessage)
    throw redirect('/account/password')
  }
  refusePastChange(args)
  if (token?.readOnly && !SAFE.includes(request.method)) {
    drainBody(request)
    throw readOnlyToken()
  }
  const credential = token ? { token: token.id } : { session: sessionKey(session.id) }
  const database = await databaseOfRequest(args, actor.id, credential)
  const services = servicesOfRequest(context.services, database)
  const read = args.aside ? database.readAside : database.read
  const work = workOf(services, actor, { read, shared: context, sentKey: () => keySent(args, actor.id) })
  return { ...work, session, token, services, asOf: null, signal: context.signal }
}

/** The same visitor at the requested instant, read-only. */
async function inPast(args: RouteArgs, now: Guarded): Promise<Guarded> {
  const past = await pastOf(args, now.services.database)
  if (!past) return now
  const services = servicesOfRequest(now.services, past.database, () => past.at)
  const work = workOf(services, onlyLooking(now.actor), { shared: past })
  return { ...now, ...work, services, asOf: past.at }
}

/**
 * Pages, and the calls that they make, are redirected to the login and back; programs get a sentence that says what to
 * send.
 */
async function noSession(args: RouteArgs, ended: string | null): Promise<Response | CallFault> {
  if (args.call && !isOfPage(args.request)) {
    drainBody(args.request)
    return new CallFault(401, 'Log in, or send a personal token.', { 'WWW-Authenticate': 'Bearer' })
  }
  const { to, kept, headers } = await redirectToLogin(args, ended)
  if (!args.call) return redirect(to, { headers })
  const sentence = `Your session ended. Log in to continue${kept ? ': nothing was lost' : ''}.`
  return new CallFault(401, sentence, { 'WWW-Authenticate': 'Bearer', ...headers }, { login: to })
}

/** The refusal of a read-only token. */
export function readOnlyToken(): CallFault {
  return new CallFault(403, 'This token is read-only, so nothing was changed. Use a token that may write.')
}

/** A user who is authorised for the function, and has the permission if one is given; 403 for all others. */
export async function guard(
  args: RouteArgs,
  functionId: FunctionId,
  permission: Permission = 'open',
): Promise<Guarded> {
  const guarded = await loggedIn(args)
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
  return args.call && !args.past ? guarded : inPast(args, guarded)
}

/** The personal token of a call; null without one. "" means a header that cannot be a token. */
function bearerOf(request: Request): string | null {
  const given = request.headers.get('Authorization')
  if (given === null || !/^bearer\b/i.test(given)) return null
  return /^bearer +([\w.~+/=-]{1,200})$/i.exec(given)?.[1] ?? ''
}

/** The token in force with this text, or null. */
async function bearerToken(
  text: string,
  { database, clock }: Pick<Services, 'database' | 'clock'>,
): Promise<UsedToken | null> {
  return text === '' ? null : acceptApiToken(database, text, clock())
}

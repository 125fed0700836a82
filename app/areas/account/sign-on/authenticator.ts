import { redirect } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { z } from 'zod'
import {
  type LoggedIn,
  linkByOneTimePassword,
  logIn,
  type ProviderIdentity,
} from '~/areas/access/log-in.server'
import { toBeLinked, type UnlinkedPerson } from '~/areas/access/sign-on-attempt.server'
import { passwordsAccepted } from '~/areas/access/site-setting.server'
import { statusCookie } from '~/http/cookies'
import { parseFields } from '~/http/form'
import { type RouteArgs, visitorOf } from '~/http/guard'
import { transactionOfRequest } from '~/http/request-database'
import { readUserSession, sessionStorage } from '~/http/session'
import { DomainError } from '~/platform/values/domain-error'
import { attempt, knownDevice } from './login-throttle'
import { currentVisit, duringVisit } from './visit'

// The password is used exactly as sent: never trimmed or cut.
const Credentials = z.object({
  username: z.string('Enter your user name.').max(200, 'Enter your user name.'),
  password: z.string('Enter your password.').max(1_000, 'Enter your password.'),
})

const byPassword = new Authenticator<LoggedIn>()
byPassword.use(
  new FormStrategy(async ({ form }) => {
    const args = currentVisit()
    const { database, settings } = args.context.services
    if (!(await passwordsAccepted(database.read, settings.singleSignOn?.login)))
      throw new DomainError('refused', 'Passwords are not accepted here. Log in with single sign-on.', {
        title: 'Not logged in',
      })
    return loggedInBy(args, form)
  }),
  'password',
)
// It links a user to the provider, so it is required even where passwords are not accepted.
byPassword.use(new FormStrategy(({ form }) => loggedInBy(currentVisit(), form)), 'one-time password')

/**
 * Logs in by the user name and password of a form; returns the user. Too many guesses are refused.
 * @param typed the form as read, within limits; it is passed on to the strategy
 * @throws DomainError invalid, refused; busy after too many guesses
 */
export function authenticate(
  args: RouteArgs,
  typed: Readonly<Record<string, string>>,
  strategy: 'password' | 'one-time password' = 'password',
): Promise<LoggedIn> {
  const form = new Request(args.request.url, { method: 'POST', body: new URLSearchParams(typed) })
  return duringVisit(args, () => byPassword.authenticate(strategy, form))
}

async function loggedInBy({ request, context }: RouteArgs, form: FormData): Promise<LoggedIn> {
  const { services, log, clientAddress } = context
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const { username, password } = parseFields(typed, Credentials, 'Not logged in')
  const attempted = {
    userName: username,
    from: clientAddress,
    knownDevice: await knownDevice(request, services, username),
  }
  return attempt(services, attempted, async () => {
    try {
      const loggedIn = await logIn(
        { read: services.database.read, now: services.clock() },
        {
          username,
          password,
        },
      )
      log.info({ user: username }, 'logged in')
      return loggedIn
    } catch (error) {
      log.warn({ user: username }, 'login failed')
      throw error
    }
  })
}

/**
 * Redirects to the page that requires a one-time password; the person that the provider vouched for stays in the
 * session.
 */
export async function requestLink(args: RouteArgs, identity: ProviderIdentity, redirectTo: string) {
  const { services } = args.context
  // The session as it is stored now, without the attempt that led here.
  const { session } = await readUserSession(args.request.headers.get('Cookie'), services)
  session.set('signOnAs', { ...identity, redirectTo, since: services.clock().getTime() })
  return redirect('/login/oidc/link', {
    headers: { 'Set-Cookie': await sessionStorage(services).commitSession(session) },
  })
}

/** The person whom the provider vouched for in this browser, less than ten minutes ago; null if there is none. */
export async function personToLink(args: RouteArgs): Promise<UnlinkedPerson | null> {
  const { session } = await visitorOf(args)
  return toBeLinked(session.get('signOnAs'), args.context.services.clock())
}

/**
 * Links the person to the user whose name and one-time password a form holds, and logs them in; redirects to the page
 * that they wanted.
 * @throws DomainError invalid, refused; busy after too many guesses
 */
export async function linkAndLogIn(args: RouteArgs, typed: Readonly<Record<string, string>>) {
  const { services, log } = args.context
  const person = await personToLink(args)
  if (!person)
    throw new DomainError('refused', 'More than ten minutes have passed. Log in with single sign-on again.')
  const loggedIn = await authenticate(args, typed, 'one-time password')
  const { issuer, subject, redirectTo } = person
  const now = services.clock()
  const transaction = transactionOfRequest(args.context)
  await transaction((tx) => linkByOneTimePassword({ tx, now }, loggedIn, { issuer, subject }))
  log.info({ userId: loggedIn.userId, provider: issuer }, 'linked to single sign-on')
  const opened = { userId: loggedIn.userId, mustChangePassword: false, passwordHash: null }
  const line = 'Your user is linked: from now on, log in with single sign-on'
  const cookies = new Headers()
  cookies.append('Set-Cookie', await openSession(args, opened, { byProvider: true }))
  cookies.append('Set-Cookie', await statusCookie(services, { userId: loggedIn.userId, line }))
  return redirect(redirectTo, { headers: cookies })
}

/** Further facts about the new session. */
interface OpenedHow {
  /** They logged in at the site's identity provider, not with a password. */
  byProvider?: boolean
}

/**
 * Ends the visitor's session and opens a new one for the user who has just logged in. Returns its cookie (Set-Cookie).
 * @throws DomainError refused for a user who was disabled, or whose password was changed, meanwhile
 */
export async function openSession(
  args: RouteArgs,
  { userId, mustChangePassword, passwordHash }: LoggedIn,
  { byProvider = false }: OpenedHow = {},
): Promise<string> {
  const { request, context } = args
  const storage = sessionStorage(context.services)
  const { session: old } = await visitorOf(args)
  await storage.destroySession(old)
  const session = await storage.getSession()
  session.set('userId', userId)
  if (byProvider) session.set('byProvider', true)
  if (mustChangePassword) session.set('mustChangePassword', true)
  if (passwordHash !== null) session.set('passwordHash', passwordHash)
  session.set('origin', { agent: request.headers.get('User-Agent') ?? '', address: context.clientAddress })
  return storage.commitSession(session)
}

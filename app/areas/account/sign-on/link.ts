import { redirect } from '@remix-run/node'
import { linkByOneTimePassword, type ProviderIdentity } from '~/areas/access/log-in-by-provider.server'
import { toBeLinked, type UnlinkedPerson } from '~/areas/access/sign-on-attempt'
import { type RouteArgs, visitorOf } from '~/http/guard'
import { openSession } from '~/http/open-session'
import { notingDoors } from '~/http/outcome'
import { readUserSession, sessionStorage } from '~/http/session'
import { statusCookie } from '~/http/status-line'
import { DomainError } from '~/platform/values/domain-error'
import { loggedInBy } from './authenticator'

/** Leads to the page that asks for a one-time password; whom the provider vouched for stays in the session. */
export async function askForLink(args: RouteArgs, identity: ProviderIdentity, redirectTo: string) {
  const { services } = args.context
  // As it is stored by now: the attempt that led here was taken out of it.
  const { session } = await readUserSession(args.request.headers.get('Cookie'), services)
  session.set('signOnAs', { ...identity, redirectTo, since: services.clock().getTime() })
  return redirect('/login/oidc/link', {
    headers: { 'Set-Cookie': await sessionStorage(services).commitSession(session) },
  })
}

/** Whom the provider vouched for in this browser, less than ten minutes ago; null for nobody. */
export async function personToLink(args: RouteArgs): Promise<UnlinkedPerson | null> {
  const { session } = await visitorOf(args)
  return toBeLinked(session.get('signOnAs'), args.context.services.clock())
}

/**
 * Links them to the user whose name and one-time password a form holds, and logs them in; leads to where they wanted to go.
 * @throws DomainError invalid, refused; busy after too many guesses
 */
export async function linkAndLogIn(args: RouteArgs, typed: Readonly<Record<string, string>>) {
  const { services, log } = args.context
  const person = await personToLink(args)
  if (!person)
    throw new DomainError('refused', 'More than ten minutes have passed. Log in with single sign-on again.')
  const loggedIn = await loggedInBy(args, typed)
  const { issuer, subject, redirectTo } = person
  const now = services.clock()
  const { transaction } = notingDoors(services.doors, args.context.noteOutcome)
  await transaction((tx) => linkByOneTimePassword(tx, loggedIn, { issuer, subject }, now))
  log.info({ userId: loggedIn.userId, provider: issuer }, 'linked to single sign-on')
  const opened = { userId: loggedIn.userId, mustChangePassword: false, passwordHash: null }
  const line = 'You are linked: from now on you log in with single sign-on'
  const cookies = new Headers()
  cookies.append('Set-Cookie', await openSession(args, opened, { byProvider: true }))
  cookies.append('Set-Cookie', await statusCookie(services, { userId: loggedIn.userId, line }))
  return redirect(redirectTo, { headers: cookies })
}

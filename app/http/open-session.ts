import type { LoggedIn } from '~/areas/access/log-in.server'
import { type RouteArgs, visitorOf } from './guard'
import { sessionStorage } from './session'

/** Further facts about the new session. */
interface OpenedHow {
  /** The site's identity provider let them in, rather than a password. */
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

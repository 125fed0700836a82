import { createHash } from 'node:crypto'
import {
  type Cookie,
  type CookieOptions,
  createCookie,
  createSessionStorage,
  type Session,
  type SessionStorage,
} from '@remix-run/node'
import {
  createSession,
  deleteSession,
  LIFETIME_MS,
  REMEMBERED_MS,
  readSession,
  type SessionOpening,
  TOUCH_MS,
  touchSession,
  updateSession,
} from '~/areas/access/session-rows.server'
import type { SignOnAttempt, UnlinkedPerson } from '~/areas/access/sign-on-attempt.server'
import type { Services } from './server/services'
import { servicesOfProcess } from './services-of-request'

/**
 * A cookie of this site: no script reads it, no other site can send it with a form. On a site whose address is https it
 * is sent only over https, and only to this host (`__Host-`).
 */
export function siteCookie(
  name: string,
  { siteUrl }: { siteUrl: string | null },
  kept: Pick<CookieOptions, 'maxAge' | 'secrets'>,
): Cookie {
  const secure = siteUrl?.startsWith('https:') ?? false
  return createCookie(secure ? `__Host-${name}` : name, {
    ...kept,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
  })
}

export interface SessionData extends SessionOpening {
  userId: number
  /** Logged in at the site's identity provider. */
  byProvider?: boolean
  /** Logins that were started there and are not finished. */
  signOns?: SignOnAttempt[]
  /** Logged in there as someone who is not yet linked to a user. */
  signOnAs?: UnlinkedPerson
  /** Opened with a password that another user set: only the page that changes it is accessible. */
  mustChangePassword?: boolean
}

export type UserSession = Session<SessionData>

const storages = new WeakMap<Services, SessionStorage<SessionData>>()

export const sessionKey = (id: string) => createHash('sha256').update(id).digest('hex')

/** Sessions in PostgreSQL; the cookie carries only a signed random id, whose hash is the key. */
export function sessionStorage(given: Services): SessionStorage<SessionData> {
  // Session data is not part of what a request stores.
  const services = servicesOfProcess(given)
  const known = storages.get(services)
  if (known) return known
  const { database, clock, ids, settings } = services
  const storage = createSessionStorage<SessionData>({
    cookie: siteCookie('session', settings, {
      secrets: [settings.sessionSecret],
      // Longer than the session: its cookie shows whose form it was when the form comes too late.
      maxAge: (LIFETIME_MS + REMEMBERED_MS) / 1000,
    }),
    async createData(data) {
      const id = ids.token(32)
      await database.transaction((tx) => createSession(tx, sessionKey(id), data, clock()))
      return id
    },
    async readData(id) {
      const now = clock()
      const row = await readSession(database.read, sessionKey(id), now)
      if (!row) return null
      if (now.getTime() - row.lastSeenAt.getTime() > TOUCH_MS)
        await database
          .transaction((tx) => touchSession(tx, sessionKey(id), now))
          .catch((err: unknown) => services.log.warn({ err }, 'a session could not be noted as used'))
      return row.data
    },
    async updateData(id, data) {
      await database.transaction((tx) => updateSession(tx, sessionKey(id), data, clock()))
    },
    async deleteData(id) {
      await database.transaction((tx) => deleteSession(tx, sessionKey(id)))
    },
  })
  storages.set(services, storage)
  return storage
}

interface ReadSession {
  session: UserSession
  /** Id of a session that is over, where the cookie names one; `session` is then a new one. */
  ended: string | null
}

export async function readUserSession(cookies: string | null, services: Services): Promise<ReadSession> {
  const storage = sessionStorage(services)
  const session = await storage.getSession(cookies)
  // Data stored in a session that is over would be lost.
  const isOver = session.id !== '' && Object.keys(session.data).length === 0
  return isOver ? { session: await storage.getSession(), ended: session.id } : { session, ended: null }
}

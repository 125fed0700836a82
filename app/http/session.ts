import { createHash } from 'node:crypto'
import {
  type Cookie,
  type CookieOptions,
  createCookie,
  createSessionStorage,
  type Session,
  type SessionStorage,
  createSession as sessionWith,
} from '@remix-run/node'
import type { Actor } from '~/areas/access/actor'
import { mayBeUntied, sessionOwner } from '~/areas/access/session-owner.server'
import {
  createSession,
  deleteSession,
  LIFETIME_MS,
  REMEMBERED_MS,
  readSession,
  type SessionOpening,
  type SessionRow,
  TOUCH_MS,
  touchSession,
  updateSession,
} from '~/areas/access/session-rows.server'
import type { SignOnAttempt, UnlinkedPerson } from '~/areas/access/sign-on-attempt.server'
import { keysOf } from '~/platform/workflow/signing.server'
import type { Services } from './server/services'
import { servicesOfProcess } from './services-of-request'

/**
 * A cookie of this site: no script can read it, no other site can send it with a form. On an https site it is sent only
 * over https, and only to this host (`__Host-`).
 */
export function siteCookie(
  name: string,
  { siteUrl }: { siteUrl: string | null },
  options: Pick<CookieOptions, 'maxAge' | 'secrets'>,
): Cookie {
  const secure = siteUrl?.startsWith('https:') ?? false
  return createCookie(secure ? `__Host-${name}` : name, {
    ...options,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
  })
}

export interface SessionData extends SessionOpening {
  userId: number
  /** Says with the site's secret that the session is this user's. */
  owner?: string
  /** Logged in at the site's identity provider. */
  byProvider?: boolean
  /** Unfinished logins at the identity provider. */
  signOns?: SignOnAttempt[]
  /** Logged in there as someone who is not linked to a user yet. */
  signOnAs?: UnlinkedPerson
  /** Opened with a password set by another user: only the page that changes it is accessible. */
  mustChangePassword?: boolean
}

export type UserSession = Session<SessionData>

interface SiteSessions {
  cookie: Cookie
  storage: SessionStorage<SessionData>
  /** The session of a cookie's id, if it has not ended; records that it was used. */
  living(id: string): Promise<SessionRow | null>
}

const cache = new WeakMap<Services, SiteSessions>()

export const sessionKey = (id: string) => createHash('sha256').update(id).digest('hex')

/** Sessions in PostgreSQL; the cookie contains only a signed random id, whose hash is the key. */
export const sessionStorage = (services: Services): SessionStorage<SessionData> =>
  siteSessions(services).storage

function siteSessions(given: Services): SiteSessions {
  // Session data is not part of what a request stores.
  const services = servicesOfProcess(given)
  const sessions = cache.get(services) ?? openSessions(services)
  cache.set(services, sessions)
  return sessions
}

function openSessions({ database, clock, ids, settings, log }: Services): SiteSessions {
  const cookie = siteCookie('session', settings, {
    secrets: [settings.sessionSecret],
    // Longer than the session: its cookie identifies the user of a form that arrives too late.
    maxAge: (LIFETIME_MS + REMEMBERED_MS) / 1000,
  })
  /** What the application stores in the session of a user. */
  const tied = (id: string, data: Partial<SessionData>) => {
    const { userId } = data
    return userId === undefined ? data : { ...data, owner: sessionOwner(settings.sessionSecret, id, userId) }
  }
  const isOwn = async ({ actor, data }: SessionRow, id: string, now: Date) =>
    !actor ||
    data.owner === sessionOwner(settings.sessionSecret, id, actor.id) ||
    (data.owner === undefined && (await mayBeUntied({ read: database.read, now }, keysOf(settings))))
  const living = async (id: string) => {
    const now = clock()
    const row = await readSession({ read: database.read, now }, sessionKey(id))
    if (row && !(await isOwn(row, id, now))) {
      log.error(
        { userId: row.actor?.id },
        'a session was refused: it was not opened by this site for its user',
      )
      return null
    }
    if (row && now.getTime() - row.lastSeenAt.getTime() > TOUCH_MS)
      await database
        .transaction((tx) => touchSession({ tx, now }, sessionKey(id)))
        .catch((err: unknown) => log.warn({ err }, 'a session could not be noted as used'))
    return row
  }
  const storage = createSessionStorage<SessionData>({
    cookie,
    async createData(data) {
      const id = ids.token(32)
      await database.transaction((tx) => createSession({ tx, now: clock() }, sessionKey(id), tied(id, data)))
      return id
    },
    readData: async (id) => (await living(id))?.data ?? null,
    async updateData(id, data) {
      await database.transaction((tx) => updateSession({ tx, now: clock() }, sessionKey(id), tied(id, data)))
    },
    async deleteData(id) {
      await database.transaction((tx) => deleteSession(tx, sessionKey(id)))
    },
  })
  return { cookie, storage, living }
}

interface ReadSession {
  session: UserSession
  /** Id of an ended session in the cookie; `session` is then a new one. */
  ended: string | null
  /** The user of the session, if not disabled; read with it. */
  actor: Actor | null
}

export async function readUserSession(cookies: string | null, services: Services): Promise<ReadSession> {
  const { cookie, storage, living } = siteSessions(services)
  const id: string | null = await cookie.parse(cookies)
  const row = id && (await living(id))
  // Data stored in an ended session would be lost.
  if (!id || !row || Object.keys(row.data).length === 0)
    return { session: await storage.getSession(), ended: id || null, actor: null }
  const session: UserSession = sessionWith(row.data as Partial<SessionData> as SessionData, id)
  return { session, ended: null, actor: row.actor }
}

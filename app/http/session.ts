import { createHash } from 'node:crypto'
import { createSessionStorage, type Session, type SessionStorage } from '@remix-run/node'
import {
  createSession,
  deleteSession,
  LIFETIME_MS,
  readSession,
  type SessionOpening,
  TOUCH_MS,
  touchSession,
  updateSession,
} from '~/domain/access/session-rows.server'
import type { SignOnAttempt } from '~/domain/access/sign-on-attempt'
import type { Services } from './server/services'

export interface SessionData extends SessionOpening {
  userId: number
  /** Logged in at the site's identity provider. */
  byProvider?: boolean
  /** Logins that were begun there and are not finished. */
  signOns?: SignOnAttempt[]
  /** Opened by a password that somebody else gave: it leads to the page that changes it, and nowhere else. */
  mustChangePassword?: boolean
}

/** Shown once on the next page: "NAV LUX001 30.10.26 submitted to TEAM LEADER". */
export interface SessionFlash {
  status: string
}

export type UserSession = Session<SessionData, SessionFlash>

const storages = new WeakMap<Services, SessionStorage<SessionData, SessionFlash>>()

export const sessionKey = (id: string) => createHash('sha256').update(id).digest('hex')

/** Sessions in PostgreSQL; the cookie carries only a signed random id, whose hash is the key. */
export function sessionStorage(services: Services): SessionStorage<SessionData, SessionFlash> {
  const known = storages.get(services)
  if (known) return known
  const { doors, clock, ids, settings } = services
  const https = settings.siteUrl?.startsWith('https:') ?? false
  const storage = createSessionStorage<SessionData, SessionFlash>({
    cookie: {
      name: https ? '__Host-session' : 'session',
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: https,
      secrets: [settings.sessionSecret],
      maxAge: LIFETIME_MS / 1000,
    },
    async createData(data) {
      const id = ids.token(32)
      await doors.transaction((tx) => createSession(tx, sessionKey(id), data, clock()))
      return id
    },
    async readData(id) {
      const now = clock()
      const row = await readSession(doors.read, sessionKey(id), now)
      if (!row) return null
      if (now.getTime() - row.lastSeenAt.getTime() > TOUCH_MS)
        await doors.transaction((tx) => touchSession(tx, sessionKey(id), now))
      return row.data
    },
    async updateData(id, data) {
      await doors.transaction((tx) => updateSession(tx, sessionKey(id), data, clock()))
    },
    async deleteData(id) {
      await doors.transaction((tx) => deleteSession(tx, sessionKey(id)))
    },
  })
  storages.set(services, storage)
  return storage
}

export function readUserSession(request: Request, services: Services): Promise<UserSession> {
  return sessionStorage(services).getSession(request.headers.get('Cookie'))
}

import type { AddressInfo } from 'node:net'
import { holdToContract } from 'tests/support/api/contract'
import { settings } from 'tests/support/http/server/serve'
import type { TestDatabaseOptions } from 'tests/support/postgres/database'
import { testSite } from 'tests/support/site'
import { type AppOptions, createApp } from '~/http/server/app'
import { appServer } from '~/http/server/listen'
import { createLog } from '~/http/server/log'
import { randomIds, type Services } from '~/http/server/services'
import type { Settings } from '~/http/server/settings'
import { sessionStorage } from '~/http/session'
import type { Mail } from '~/platform/mail/mail.server'
import { wholeBuild } from './whole-build'

/** A user without any authorisation. */
export const NEWCOMER = 'newcomer1'

export interface Asking {
  method?: string
  headers?: Record<string, string>
  body?: BodyInit
  /** A separate session, for tests that end it. */
  fresh?: boolean
  /** The test makes the site fail: the answer is outside the document. */
  fails?: boolean
}

/** Hundreds of parallel requests are not refused on a slow machine. */
const PATIENT = { waitMs: 120_000 }

/** What a browser sends with a form of the site. */
const posted = (fields: Readonly<Record<string, string>>) => ({
  method: 'POST',
  headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** The whole site with its real pages and calls, behind a real local server; with the users of the demo data. */
export async function httpSite({
  settings: changed,
  database,
  mail,
  ...options
}: Partial<AppOptions> & { settings?: Partial<Settings>; database?: TestDatabaseOptions; mail?: Mail } = {}) {
  const site = await testSite(database)
  await site.ownerSql`
    insert into app_user (user_name, first_name, last_name, role, homepage, created_at)
    values (${NEWCOMER}, 'New', 'Comer', 'ACCOUNTANT', '', ${site.clock()})`
  const lines: string[] = []
  const services: Services = {
    ...site.services,
    ids: randomIds,
    settings: { ...settings, ...changed },
    ...(mail ? { mail } : {}),
    log: createLog('info', { write: (line) => lines.push(line) }),
  }
  const build = await wholeBuild()
  const server = appServer(createApp(services, { build, line: PATIENT, ...options }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const cookies = new Map<string, string>()
  const carried = new Map<string, string>()

  /** A new session cookie of a user. */
  async function newCookie(userName: string): Promise<string> {
    const [user] = await site.ownerSql<
      { id: number }[]
    >`select id from app_user where user_name = ${userName}`
    if (!user) throw new Error(`no user ${userName}`)
    const storage = sessionStorage(services)
    const session = await storage.getSession()
    session.set('userId', Number(user.id))
    return (await storage.commitSession(session)).split(';', 1)[0] ?? ''
  }

  async function cookieOf(userName: string): Promise<string> {
    const cookie = cookies.get(userName) ?? (await newCookie(userName))
    cookies.set(userName, cookie)
    return cookie
  }

  /** As browsers do, stores the status line for the next page, by its session. */
  function keepLine(cookie: string, answer: Response) {
    const set = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '')
    const session = set.find((each) => each.startsWith('session=')) ?? cookie
    const line = set.find((each) => each.startsWith('status='))
    if (line === 'status=') carried.delete(session)
    else if (line !== undefined) carried.set(session, `; ${line}`)
  }

  /** A request as a browser would send it, by a user or anonymous (null); redirects are not followed. */
  async function ask(userName: string | null, path: string, asking: Asking = {}): Promise<Response> {
    const { fresh, fails, headers, ...init } = asking
    const cookie = userName && (fresh ? await newCookie(userName) : await cookieOf(userName))
    const own = headers?.Cookie ?? cookie ?? ''
    const answer = await fetch(origin + path, {
      ...init,
      redirect: 'manual',
      headers: {
        Accept: 'text/html',
        // Packing pages only to unpack them takes a tenth of a test's time.
        'Accept-Encoding': 'identity',
        ...headers,
        ...(own ? { Cookie: own + (carried.get(own) ?? '') } : {}),
      },
    })
    keepLine(own, answer)
    // Their documentation is pages, and ".data" is Remix’s own format.
    if (!fails && path.startsWith('/api/') && !path.startsWith('/api/docs') && !/\.data($|\?)/.test(path))
      await holdToContract(init.method ?? 'GET', path, answer)
    return answer
  }

  /** A page as a user sees it. */
  async function page(userName: string, path: string) {
    const answer = await ask(userName, path)
    return { status: answer.status, html: await answer.text() }
  }

  /** A form posted by a user, and its redirect. */
  async function send(userName: string, path: string, fields: Readonly<Record<string, string>>) {
    const answer = await ask(userName, path, posted(fields))
    return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
  }

  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return {
    ...site,
    services,
    server,
    port,
    origin,
    ask,
    page,
    send,
    cookieOf,
    newCookie,
    /** All users log in again: thousands of requests move a test’s clock past the end of a session. */
    forgetCookies: () => cookies.clear(),
    logged,
    /** The crashes logged so far. */
    crashes: () =>
      logged()
        .filter(({ level, msg }) => (level === 'error' || level === 'fatal') && msg !== 'answered')
        .map(({ msg, err }) => `${msg}: ${JSON.stringify(err)}`.slice(0, 600)),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await site.close()
    },
  }
}

export type HttpSite = Awaited<ReturnType<typeof httpSite>>

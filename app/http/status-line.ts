import type { Cookie } from '@remix-run/node'
import type { Services } from './server/services'
import { siteCookie } from './session'

/** What was just done, in a short line; a warning; and links to the new pages. */
export interface StatusMessage {
  line: string
  warning?: string
  links?: { label: string; href: string }[]
}

type StoredStatus = StatusMessage & { userId: number }

/** Browsers take no cookie above 4 KB; a line is read at a glance. */
const LONGEST = 800
/** Links of one line. */
const MOST_LINKS = 5
const KEPT_SECONDS = 10 * 60

/**
 * What was just done, in a short line that the next page shows once: "NAV LUX001 30.10.26 submitted to TEAM LEADER". It
 * travels in a signed cookie, so that stored work is reported even when the database goes down right after.
 */
function cookieOf({ settings }: Services): Cookie {
  return siteCookie('status', settings, {
    // Another secret than that of sessions: neither cookie is good in the other's place.
    secrets: [`status ${settings.sessionSecret}`],
    maxAge: KEPT_SECONDS,
  })
}

/** The Set-Cookie that carries the line to the next page of this user. */
export function statusCookie(services: Services, told: StoredStatus): Promise<string> {
  const line = shortened(told.line, LONGEST)
  const warning = told.warning && shortened(told.warning, LONGEST - line.length)
  const links = told.links?.slice(0, MOST_LINKS)
  return cookieOf(services).serialize({ userId: told.userId, line, warning, links } satisfies StoredStatus)
}

const shortened = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, Math.max(0, longest - 1))}…` : text

/** The line that came with a request, for the user it was meant for, and the Set-Cookie that forgets it. */
export async function takeStatus(
  request: Request,
  services: Services,
  userId: number | undefined,
): Promise<{ line: null; forget: string | null } | (StatusMessage & { forget: string })> {
  const cookie = cookieOf(services)
  const told = (await cookie.parse(request.headers.get('Cookie'))) as StoredStatus | null
  if (!told) return { line: null, forget: null }
  const forget = await cookie.serialize('', { maxAge: 0 })
  const { userId: of, ...said } = told
  return of === userId ? { ...said, forget } : { line: null, forget }
}

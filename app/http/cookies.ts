import type { Cookie } from '@remix-run/node'
import { z } from 'zod'
import type { Services } from '~/http/server/services'
import type { Settings } from '~/http/server/settings'
import { siteCookie } from './session'

/** How a user wants Fundesk to look and behave; kept in a cookie of their browser. */
export const Appearance = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  density: z.enum(['compact', 'comfortable']).default('compact'),
  shortcuts: z.enum(['on', 'off']).default('on'),
})
export type Appearance = z.infer<typeof Appearance>

type Site = Pick<Settings, 'siteUrl'>

const appearanceCookie = (site: Site) => siteCookie('appearance', site, { maxAge: 365 * 24 * 3600 })

/** The appearance that a request's cookie holds; the default when the cookie cannot be read. */
export async function appearanceOf(request: Request, site: Site): Promise<Appearance> {
  const read = Appearance.safeParse((await appearanceCookie(site).parse(request.headers.get('Cookie'))) ?? {})
  return read.success ? read.data : Appearance.parse({})
}

/** The Set-Cookie header that keeps an appearance; on a site whose address is https, only for that. */
export function keepAppearance(appearance: Appearance, site: Site): Promise<string> {
  return appearanceCookie(site).serialize(appearance)
}

/** What was just done, in a short line; a warning; and links to the new pages. */
export interface StatusMessage {
  line: string
  warning?: string
  links?: { label: string; href: string }[]
}

type StoredStatus = StatusMessage & { userId: number }

/** Browsers take no cookie above 4 KB; a line is read at a glance. */
const MAX_LENGTH = 800
/** Links of one line. */
const MAX_LINKS = 5
const KEPT_SECONDS = 10 * 60

/**
 * What was just done, in a short line that the next page shows once: "NAV LUX001 30.10.26 submitted to TEAM LEADER". It
 * travels in a signed cookie, so that stored work is reported even when the database goes down right after.
 */
function carriedStatus({ settings }: Services): Cookie {
  return siteCookie('status', settings, {
    // Another secret than that of sessions: neither cookie is good in the other's place.
    secrets: [`status ${settings.sessionSecret}`],
    maxAge: KEPT_SECONDS,
  })
}

/** The Set-Cookie that carries the line to the next page of this user. */
export function statusCookie(services: Services, told: StoredStatus): Promise<string> {
  const line = shortened(told.line, MAX_LENGTH)
  const warning = told.warning && shortened(told.warning, MAX_LENGTH - line.length)
  const links = told.links?.slice(0, MAX_LINKS)
  return carriedStatus(services).serialize({
    userId: told.userId,
    line,
    warning,
    links,
  } satisfies StoredStatus)
}

const shortened = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, Math.max(0, longest - 1))}…` : text

/** The line that came with a request, for the user it was meant for, and the Set-Cookie that forgets it. */
export async function takeStatus(
  request: Request,
  services: Services,
  userId: number | undefined,
): Promise<{ line: null; forget: string | null } | (StatusMessage & { forget: string })> {
  const cookie = carriedStatus(services)
  const told = (await cookie.parse(request.headers.get('Cookie'))) as StoredStatus | null
  if (!told) return { line: null, forget: null }
  const forget = await cookie.serialize('', { maxAge: 0 })
  const { userId: of, ...said } = told
  return of === userId ? { ...said, forget } : { line: null, forget }
}

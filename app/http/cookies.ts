import type { Cookie } from '@remix-run/node'
import { z } from 'zod'
import type { Services } from '~/http/server/services'
import type { Settings } from '~/http/server/settings'
import { siteCookie } from './session'

/** A user's preferences for look and behaviour, in a cookie of their browser. */
export const Appearance = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  density: z.enum(['comfortable', 'compact']).default('comfortable'),
  shortcuts: z.enum(['on', 'off']).default('on'),
})
export type Appearance = z.infer<typeof Appearance>

type Site = Pick<Settings, 'siteUrl'>

const appearanceCookie = (site: Site) => siteCookie('appearance', site, { maxAge: 365 * 24 * 3600 })

/** The appearance in a request's cookie; the default if the cookie cannot be read. */
export async function appearanceOf(request: Request, site: Site): Promise<Appearance> {
  const read = Appearance.safeParse((await appearanceCookie(site).parse(request.headers.get('Cookie'))) ?? {})
  return read.success ? read.data : Appearance.parse({})
}

/** The Set-Cookie header for an appearance; on an https site, restricted to https. */
export function setAppearanceCookie(appearance: Appearance, site: Site): Promise<string> {
  return appearanceCookie(site).serialize(appearance)
}

/** A short description of the last action; a warning; and links to the new pages. */
export interface StatusMessage {
  line: string
  warning?: string
  links?: { label: string; href: string }[]
}

type StoredStatus = StatusMessage & { userId: number }

/** Browsers accept no cookie above 4 KB, and the line should be readable at a glance. */
const MAX_LENGTH = 800
/** Most links of a line. */
const MAX_LINKS = 5
const KEPT_SECONDS = 10 * 60

/**
 * A short description of the last action, shown once on the next page: "NAV LUX001 30.10.26 submitted to TEAM LEADER".
 * It is sent in a signed cookie, so that stored work is reported even if the database fails right afterwards.
 */
function carriedStatus({ settings }: Services): Cookie {
  return siteCookie('status', settings, {
    // A different secret from that of sessions: neither cookie is valid in place of the other.
    secrets: [`status ${settings.sessionSecret}`],
    maxAge: KEPT_SECONDS,
  })
}

/** The Set-Cookie that passes the message to the user's next page. */
export function statusCookie(services: Services, message: StoredStatus): Promise<string> {
  const line = shortened(message.line, MAX_LENGTH)
  const warning = message.warning && shortened(message.warning, MAX_LENGTH - line.length)
  const links = message.links?.slice(0, MAX_LINKS)
  return carriedStatus(services).serialize({
    userId: message.userId,
    line,
    warning,
    links,
  } satisfies StoredStatus)
}

const shortened = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, Math.max(0, longest - 1))}…` : text

/** The message sent with a request, if it is for this user, and the Set-Cookie that deletes it. */
export async function takeStatus(
  request: Request,
  services: Services,
  userId: number | undefined,
): Promise<{ line: null; forget: string | null } | (StatusMessage & { forget: string })> {
  const cookie = carriedStatus(services)
  const message = (await cookie.parse(request.headers.get('Cookie'))) as StoredStatus | null
  if (!message) return { line: null, forget: null }
  const forget = await cookie.serialize('', { maxAge: 0 })
  const { userId: of, ...status } = message
  return of === userId ? { ...status, forget } : { line: null, forget }
}

import { z } from 'zod'
import type { Settings } from './server/settings'
import { siteCookie } from './session'

/** How a user wants Fundesk to look and behave; kept in a cookie of their browser. */
export const Appearance = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  density: z.enum(['compact', 'comfortable']).default('compact'),
  shortcuts: z.enum(['on', 'off']).default('on'),
})
export type Appearance = z.infer<typeof Appearance>

type Site = Pick<Settings, 'siteUrl'>

const cookieOf = (site: Site) => siteCookie('appearance', site, { maxAge: 365 * 24 * 3600 })

/** The appearance that a request's cookie holds; the default when the cookie cannot be read. */
export async function appearanceOf(request: Request, site: Site): Promise<Appearance> {
  const read = Appearance.safeParse((await cookieOf(site).parse(request.headers.get('Cookie'))) ?? {})
  return read.success ? read.data : Appearance.parse({})
}

/** The Set-Cookie header that keeps an appearance; on a site whose address is https, only for that. */
export function keepAppearance(appearance: Appearance, site: Site): Promise<string> {
  return cookieOf(site).serialize(appearance)
}

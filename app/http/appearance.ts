import { createCookie } from '@remix-run/node'
import { z } from 'zod'

/** How a person wants Fundesk to look and behave; kept in a cookie of their browser. */
export const Appearance = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  density: z.enum(['compact', 'comfortable']).default('compact'),
  shortcuts: z.enum(['on', 'off']).default('on'),
})
export type Appearance = z.infer<typeof Appearance>

const cookie = createCookie('appearance', {
  path: '/',
  sameSite: 'lax',
  httpOnly: true,
  maxAge: 365 * 24 * 3600,
})

/** The appearance that a request asks for; the usual one when the cookie says nothing that can be read. */
export async function appearanceOf(request: Request): Promise<Appearance> {
  const read = Appearance.safeParse((await cookie.parse(request.headers.get('Cookie'))) ?? {})
  return read.success ? read.data : Appearance.parse({})
}

/** The Set-Cookie header that keeps an appearance. */
export function keepAppearance(appearance: Appearance): Promise<string> {
  return cookie.serialize(appearance)
}

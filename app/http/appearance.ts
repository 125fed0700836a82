import { createCookie } from '@remix-run/node'
import { z } from 'zod'

/** How a person wants Fundesk to look and behave; kept in a cookie of their browser. */
export const Appearance = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  density: z.enum(['compact', 'comfortable']).default('compact'),
  shortcuts: z.enum(['on', 'off']).default('on'),
})
export type Appearance = z.infer<typeof Appearance>

const kept = { path: '/', sameSite: 'lax', httpOnly: true, maxAge: 365 * 24 * 3600 } as const
const plain = createCookie('appearance', kept)
const secure = createCookie('__Host-appearance', { ...kept, secure: true })

/** The appearance that a request asks for; the usual one when the cookie says nothing that can be read. */
export async function appearanceOf(request: Request): Promise<Appearance> {
  const cookies = request.headers.get('Cookie')
  const read = Appearance.safeParse((await secure.parse(cookies)) ?? (await plain.parse(cookies)) ?? {})
  return read.success ? read.data : Appearance.parse({})
}

/** The Set-Cookie header that keeps an appearance; on a site whose address is https, only for that. */
export function keepAppearance(
  appearance: Appearance,
  { siteUrl }: { siteUrl: string | null },
): Promise<string> {
  return (siteUrl?.startsWith('https:') ? secure : plain).serialize(appearance)
}

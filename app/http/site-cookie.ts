import { type Cookie, type CookieOptions, createCookie } from '@remix-run/node'

/**
 * A cookie of this site: no script reads it, no other site sends it with a form, and on a site whose address is https it
 * goes over that alone, to this very host (`__Host-`).
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

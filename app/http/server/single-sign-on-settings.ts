import { z } from 'zod'
import { StartError } from './start-error'

/** The site's identity provider, by OpenID Connect. */
export interface SingleSignOn {
  /** The name by which the provider identifies itself: https, or http on this machine. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Whether passwords are accepted beside it. */
  login: 'beside' | 'instead'
}

/** The environment variables for single sign-on. */
export const SINGLE_SIGN_ON = {
  OIDC_ISSUER: z
    .url({
      protocol: /^https?$/,
      error: 'give the issuer address of the provider, such as https://login.example/realm',
    })
    .refine((url) => !URL.canParse(url) || isPrivate(url), 'give an https address')
    .refine(
      (url) => !url.includes('/.well-known/') && !/[?#]/.test(url),
      'give the issuer alone, without "/.well-known/openid-configuration"',
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LOGIN: z.enum(['beside', 'instead'], 'give "beside" or "instead"').optional(),
}

type Said = { [Name in keyof typeof SINGLE_SIGN_ON]?: string | undefined } & { SITE_URL?: string | undefined }

/**
 * The provider that the environment names; null when it names none.
 * @throws StartError when the settings are incomplete, or when codes and cookies would travel unencrypted
 */
export function readSingleSignOn(said: Said): SingleSignOn | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, SITE_URL } = said
  if (!issuer && !clientId && !clientSecret && !said.OIDC_LOGIN) return null
  if (!issuer || !clientId || !clientSecret || !SITE_URL)
    throw new StartError(
      'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and SITE_URL, the address to which the provider returns users.',
    )
  if (!isPrivate(SITE_URL))
    throw new StartError('Single sign-on needs an https address as SITE_URL, or one of this machine.')
  const login = said.OIDC_LOGIN === 'instead' ? 'instead' : 'beside'
  return { issuer, clientId: clientId.trim(), clientSecret: clientSecret.trim(), login }
}

/** True where the connection cannot be read on the way: https, or this machine itself. */
function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

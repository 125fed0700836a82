import { acceptApiToken, type UsedToken } from '~/areas/access/api-tokens.server'
import type { Services } from './server/services'

/** The personal token that a call carries; null when it carries none. "" means a header that cannot be a token. */
export function bearerOf(request: Request): string | null {
  const given = request.headers.get('Authorization')
  if (given === null || !/^bearer\b/i.test(given)) return null
  return /^bearer +([\w.~+/=-]{1,200})$/i.exec(given)?.[1] ?? ''
}

/** The token in force with this text, or null. */
export async function bearerToken(
  text: string,
  { doors, clock }: Pick<Services, 'doors' | 'clock'>,
): Promise<UsedToken | null> {
  return text === '' ? null : acceptApiToken(doors, text, clock())
}

import { createHmac, generateKeyPairSync, sign } from 'node:crypto'

export type Claims = Record<string, unknown>

const pairs = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2_048 }))
const [own, other] = pairs.map(({ privateKey }) => privateKey)

/** The provider’s private key, as configured. */
export const ownKey = { ...own?.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }

/** Who signs a token: the provider, another key, nobody, or the client secret. */
export type Signer = 'own' | 'other' | 'none' | { secret: string }

const ALGORITHM = { own: 'RS256', other: 'RS256', none: 'none' } as const

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A token with these claims (RFC 7519), with a valid or invalid signature. */
export function signed(claims: Claims, by: Signer): string {
  const alg = typeof by === 'string' ? ALGORITHM[by] : 'HS256'
  const content = `${encoded({ alg, kid: 'own', typ: 'JWT' })}.${encoded(claims)}`
  return `${content}.${signatureOf(content, by)}`
}

function signatureOf(content: string, by: Signer): string {
  if (typeof by !== 'string') return createHmac('sha256', by.secret).update(content).digest('base64url')
  const key = by === 'own' ? own : other
  return by === 'none' || !key ? '' : sign('sha256', Buffer.from(content), key).toString('base64url')
}

export function claimsIn(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims
}

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** A public key that has signed, and its id: the start of its SHA-256. */
export interface PublicKey {
  id: string
  /** SubjectPublicKeyInfo (RFC 8410), DER in base64. */
  spki: string
}

/** The site's current key, and all earlier ones. */
export interface Signing {
  /** Signs a text: "ed25519:key id:signature in base64". */
  sign(text: string): string
  own: PublicKey
  /** The current one first. */
  all: readonly PublicKey[]
}

const PREFIX = 'ed25519:'

/** A new Ed25519 key: PKCS 8 in base64. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')

const signings = new Map<string, Signing>()

/** The signing of a site from its settings. @param key see isSigningKey @param before earlier public keys */
export function openSigning(key: string, before: readonly string[] = []): Signing {
  const settings = JSON.stringify([key, before])
  const known = signings.get(settings) ?? newSigning(key, before)
  signings.set(settings, known)
  return known
}

function newSigning(key: string, before: readonly string[]): Signing {
  const secret = privateKey(key)
  const own = described(createPublicKey(secret))
  return {
    sign: (text) => `${PREFIX}${own.id}:${sign(null, Buffer.from(text), secret).toString('base64')}`,
    own,
    all: [own, ...before.map((each) => described(publicKey(each)))],
  }
}

/** The public keys that verify what a site signs and signed. */
export const keysOf = (settings: { signingKey: string; signingKeysBefore?: readonly string[] }) =>
  openSigning(settings.signingKey, settings.signingKeysBefore).all

/** Whether it is an Ed25519 private key: PEM, or PKCS 8 in base64. */
export const isSigningKey = (text: string) => fits(() => privateKey(text))

/** Whether it is an Ed25519 public key: PEM, or SPKI in base64. */
export const isPublicKey = (text: string) => fits(() => publicKey(text))

function fits(read: () => KeyObject): boolean {
  try {
    return read().asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

function privateKey(text: string): KeyObject {
  if (text.includes('BEGIN')) return createPrivateKey(text.replaceAll('\\n', '\n'))
  return createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' })
}

function publicKey(text: string): KeyObject {
  if (text.includes('BEGIN')) return createPublicKey(text.replaceAll('\\n', '\n'))
  return createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' })
}

function described(key: KeyObject): PublicKey {
  const der = key.export({ type: 'spki', format: 'der' })
  return { id: createHash('sha256').update(der).digest('hex').slice(0, 16), spki: der.toString('base64') }
}

/** Whether one of these keys signed the text. */
export function isSignedWith(keys: readonly PublicKey[], text: string, signature: string): boolean {
  const [, id, base64] = /^ed25519:([0-9a-f]{16}):([A-Za-z0-9+/=]+)$/.exec(signature) ?? []
  const key = keys.find((each) => each.id === id)
  if (!key || base64 === undefined) return false
  const signed = `${key.spki} ${signature} ${text}`
  if (verified.has(signed)) return true
  if (!verify(null, Buffer.from(text), opened(key.spki), Buffer.from(base64, 'base64'))) return false
  remember(signed)
  return true
}

/** The newest signatures that were right, each with its key and its text: a page verifies the same ones each time. */
const verified = new Set<string>()
const [MAX_VERIFIED, MAX_VERIFIED_LENGTH] = [20_000, 500]

function remember(signed: string): void {
  if (signed.length > MAX_VERIFIED_LENGTH) return
  verified.add(signed)
  const [oldest] = verified
  if (verified.size > MAX_VERIFIED && oldest !== undefined) verified.delete(oldest)
}

/** SHA-256 of a public key, in hex, for people to compare. */
export const fingerprint = ({ spki }: Pick<PublicKey, 'spki'>) =>
  createHash('sha256').update(Buffer.from(spki, 'base64')).digest('hex')

const open = new Map<string, KeyObject>()

function opened(spki: string): KeyObject {
  const known = open.get(spki) ?? publicKey(spki)
  open.set(spki, known)
  return known
}

import { hash, verify } from '@node-rs/argon2'

// argon2id with OWASP's first choice (19 MiB, two passes, one lane); the library's default algorithm is argon2id.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

// Verified against when there is no such user, so that the answer takes as long.
const NOBODY = hashPassword('nobody has this password')

/** True when the password is the hash's; takes the same time when there is no hash. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const right = await verify(passwordHash ?? (await NOBODY), password)
  return right && passwordHash !== null
}

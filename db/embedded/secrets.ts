import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Passwords of the database's three accounts, made once and readable by the app's own user only. */
export interface Secrets {
  admin: string
  owner: string
  app: string
}

/** Reads the passwords kept in `folder`, or makes them. Two starts at once end with the same ones. */
export function secretsIn(folder: string): Secrets {
  const file = join(folder, 'passwords.json')
  const kept = read(file)
  if (kept) return kept
  const fresh = () => randomBytes(24).toString('base64url')
  const half = `${file}.${randomUUID()}`
  writeFileSync(half, JSON.stringify({ admin: fresh(), owner: fresh(), app: fresh() }), { mode: 0o600 })
  try {
    linkSync(half, file) // whole or not at all, and only for the first
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(half, { force: true })
  }
  const made = read(file)
  if (!made) throw new Error(`Cannot read the database's passwords in ${file}.`)
  return made
}

function read(file: string): Secrets | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GivenSettings, Settings } from './settings'

/**
 * Completes the settings with secrets that were not given: generated once and kept in the data folder, readable by the
 * app's own user only. `folder` is called only when a secret is missing.
 */
export function withKeptSecrets(given: GivenSettings, folder: () => string): Settings {
  return {
    ...given,
    sessionSecret: given.sessionSecret ?? kept(folder(), 'session-secret'),
    auditKey: given.auditKey ?? kept(folder(), 'audit-key'),
  }
}

/** Two starts at the same time end with the same secret: the link is created complete, and only by the first. */
function kept(folder: string, name: string): string {
  const file = join(folder, name)
  const known = read(file)
  if (known) return known
  mkdirSync(folder, { recursive: true })
  const half = `${file}.${process.pid}`
  writeFileSync(half, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(half, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(half, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from 'tests/support/postgres/throwaway'

/** The release that sites upgrade from: moved at each release (CONTRIBUTING, "Releases"). */
const PREVIOUS_RELEASE = '687b79a9baa85c86882cbb418e0806a647bd2710'

/** Whether this checkout’s history includes the previous release. */
export function hasPreviousRelease(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${PREVIOUS_RELEASE}^{commit}`], {
      cwd: checkout,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** Its own base data and users: those of this release have columns that its tables lack. */
const SEED = `
  import { connectDatabase } from 'db/database'
  import { seedBase } from 'db/seed/base/seed-base'
  import { seedUsers } from 'db/seed/demo/users'
  import { registerAreas } from '~/http/server/register-areas'
  registerAreas()
  const database = connectDatabase({ url: process.env.SEEDED_DATABASE })
  await database.transaction(async (tx) => {
    await seedBase(tx, new Date())
    await seedUsers(tx, new Date())
  })
  await database.close()`

interface PreviousRelease {
  folder: string
  /** Fills an empty database, whose tables it created. */
  seed(url: string): void
  remove(): void
}

/** The previous release, built in a separate folder, with the dependencies of this one. */
export function previousRelease(): PreviousRelease {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-release-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const archive = execFileSync('git', ['archive', PREVIOUS_RELEASE], { cwd: checkout, maxBuffer: 2 ** 28 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
    execFileSync(
      process.execPath,
      // Making its files small takes two thirds of the time, and no one waits for them here.
      ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'warn', '--minify', 'false'],
      { cwd: folder, env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const seed = (url: string) => {
      const loader = ['--import', 'tsx']
      execFileSync(process.execPath, [...loader, '--input-type=module', '-e', SEED], {
        cwd: folder,
        env: { ...process.env, SEEDED_DATABASE: url },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    }
    return { folder, seed, remove }
  } catch (error) {
    remove()
    throw error
  }
}

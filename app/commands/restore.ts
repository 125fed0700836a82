import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BackupTrouble, restore } from 'db/embedded/backup'
import { dataLocation } from 'db/embedded/data-location'
import { answer, type CommandContext, complain, DONE, REFUSED, WRONG_USE } from './site'

/**
 * Not in backups, because settings or files hold it. A start without it makes new keys, which verify no old signature.
 */
const KEPT = [
  ['AUDIT_KEY', 'audit-key'],
  ['SIGNING_KEY', 'signing-key'],
  ['SESSION_SECRET', 'session-secret'],
] as const

type Kept = (typeof KEPT)[number]

const missingFiles = (home: string, kept: readonly Kept[]) =>
  kept
    .filter(([setting, file]) => !process.env[setting]?.trim() && !existsSync(join(home, file)))
    .map(([, file]) => file)

/** The files of keys without which the history of a backup cannot be verified here. */
export const missingKeys = (project: string) =>
  missingFiles(
    dataLocation(project).folder,
    KEPT.filter(([setting]) => setting !== 'SESSION_SECRET'),
  )

/** `npm run restore -- FOLDER`: replaces the bundled database with a backup. */
export default async function restoreBackup(args: string[], { project }: CommandContext): Promise<number> {
  const [folder] = args
  if (!folder || args.length > 1) {
    complain('Use: npm run restore -- FOLDER, which "npm run backup" made.')
    return WRONG_USE
  }
  try {
    const before = restore(resolve(process.env.INIT_CWD ?? '.', folder), project)
    answer('Restored. Start Fundesk, then run "npm run audit:verify".')
    if (before) answer(`What was there before is in ${before}.`)
    const home = dataLocation(project).folder
    const missing = missingFiles(home, KEPT)
    if (missing.length > 0)
      answer(`Before you start it, put these of the old place into ${home}: ${missing.join(', ')}.`)
    return DONE
  } catch (error) {
    if (!(error instanceof BackupTrouble)) throw error
    complain(error.message)
    return REFUSED
  }
}

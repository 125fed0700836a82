import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BackupTrouble, restore } from 'db/embedded/backup'
import { dataLocation } from 'db/embedded/data-location'
import {
  hasCheckpoint,
  readNotedCheckpoint,
  recordRestore,
  replaceNotedCheckpoint,
} from '~/platform/proof/noted-checkpoint.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { openSigning } from '~/platform/workflow/signing.server'
import { answer, type CommandContext, complain, DONE, onSite, REFUSED, WRONG_USE } from './site'

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

const USES = `Use: npm run restore -- FOLDER, which "npm run backup" made,
or, after the site's own PostgreSQL was restored: npm run restore -- --accept "WHY"`

/**
 * `npm run restore -- FOLDER`: replaces the bundled database with a backup, and records this in the history.
 * `-- --accept WHY`: only records that the database is an older copy on purpose.
 */
export default async function restoreBackup(args: string[], context: CommandContext): Promise<number> {
  const [first, why] = args
  if (first === '--accept') {
    if (why?.trim() && args.length === 2) return acceptRestore(context, why.trim().slice(0, MAX_WHY))
    complain(USES)
    return WRONG_USE
  }
  if (!first || first.startsWith('--') || args.length > 1) {
    complain(USES)
    return WRONG_USE
  }
  const { project } = context
  try {
    const before = restore(resolve(process.env.INIT_CWD ?? '.', first), project)
    answer('Restored.')
    if (before) answer(`What was there before is in ${before}.`)
    const home = dataLocation(project).folder
    const missing = missingFiles(home, KEPT)
    if (missing.length === 0) return await acceptRestore(context, `The backup ${first} was restored`)
    answer(
      `Put these of the old place into ${home}: ${missing.join(', ')}. Then run: npm run restore -- --accept "WHY"`,
    )
    return DONE
  } catch (error) {
    if (!(error instanceof BackupTrouble)) throw error
    complain(error.message)
    return REFUSED
  }
}

const MAX_WHY = 500

/** Records a restore in the history, and lets this machine keep the newest checkpoint of what was restored. */
function acceptRestore(context: CommandContext, reason: string): Promise<number> {
  return onSite(context, async ({ database, settings, clock, checkpointFile }) => {
    const kept = checkpointFile ? readNotedCheckpoint(checkpointFile) : null
    await database.transaction(async (tx) => {
      const missing = kept && !(await hasCheckpoint(tx, kept)) ? kept : null
      await recordRestore(tx, { reason, missing })
    })
    await writeCheckpoint(database.transaction, openSigning(settings.signingKey).sign, clock())
    if (checkpointFile) await replaceNotedCheckpoint(database.transaction, checkpointFile)
    answer('The history says so now. Start Fundesk, then run "npm run audit:verify".')
    return DONE
  })
}

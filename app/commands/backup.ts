import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BackupTrouble, backUp, backupsIn, restore } from 'db/embedded/backup'
import { dataLocation, existingData } from 'db/embedded/data-location'
import { joinOrStartEmbedded, openDatabase } from 'db/open'
import { withStoredSecrets } from '~/http/server/open-services'
import { registerAreas } from '~/http/server/register-areas'
import { randomIds, systemClock } from '~/http/server/services'
import { readSettings } from '~/http/server/settings'
import { openSigning } from '~/platform/workflow/signing.server'
import { verifyHistory } from './audit-verify'
import { missingKeys } from './restore'
import { answer, type CommandContext, complain, DONE, REFUSED, WRONG_USE } from './site'

const USE = [
  'Use: npm run backup -- FOLDER, which does not exist yet',
  '     npm run backup -- --list [FOLDER]',
  '     npm run backup -- --check FOLDER',
]

/**
 * `npm run backup -- FOLDER` copies the bundled database, even while Fundesk is running. `--list` shows the backups in a
 * folder, by default BACKUP_FOLDER. `--check FOLDER` restores a backup into a scratch database, verifies its whole
 * history, and removes that database again.
 */
export default async function backup(args: string[], context: CommandContext): Promise<number> {
  const [first, second, ...more] = args
  const isOption = first?.startsWith('--') ?? false
  try {
    if (first === '--list' && more.length === 0) return list(second ?? process.env.BACKUP_FOLDER?.trim())
    if (first === '--check' && second && more.length === 0) return await check(path(second), context)
    if (first && !isOption && second === undefined) return await make(path(first), context)
  } catch (error) {
    if (!(error instanceof BackupTrouble)) throw error
    complain(error.message)
    return REFUSED
  }
  for (const line of USE) complain(line)
  return WRONG_USE
}

/** A path as the user at the terminal means it. */
const path = (given: string) => resolve(process.env.INIT_CWD ?? '.', given)

async function make(to: string, { project, say }: CommandContext): Promise<number> {
  if (process.env.DATABASE_URL?.trim()) {
    complain('DATABASE_URL names a server of your own: back it up with its pg_basebackup or pg_dump.')
    return REFUSED
  }
  if (existingData(project) === null) {
    complain(
      'There is no database to back up: this checkout was never started here. Set FUNDESK_DATA to the folder of its data.',
    )
    return REFUSED
  }
  const server = await joinOrStartEmbedded({ checkout: project })
  try {
    say(`Copying the database to ${to}…`)
    await backUp(server, to)
    answer(
      `Backed up to ${to}. Keep AUDIT_KEY, SIGNING_KEY and SESSION_SECRET elsewhere: they are not in it.`,
    )
    return DONE
  } finally {
    await server.stop()
  }
}

function list(folder: string | undefined): number {
  if (!folder) {
    complain('Name the folder of the backups, or set BACKUP_FOLDER.')
    return WRONG_USE
  }
  const found = backupsIn(path(folder))
  if (found.length === 0) {
    complain(`There is no backup in ${path(folder)}.`)
    return REFUSED
  }
  for (const { name, at } of found) answer(`${at.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${name}`)
  return DONE
}

async function check(from: string, { project, say }: CommandContext): Promise<number> {
  if (statSync(from, { throwIfNoEntry: false })?.isFile())
    throw new BackupTrouble(
      `${from} is a file. "npm run backup" makes folders; restore what pg_dump wrote into an empty database, and run "npm run audit:verify" on it.`,
    )
  if (!existsSync(join(from, 'data/backup_label')))
    throw new BackupTrouble(`${from} is no backup: it has no data/backup_label.`)
  const missing = missingKeys(project)
  if (missing.length > 0)
    throw new BackupTrouble(
      `The history of a backup is verified with the keys of its site, and ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing here.`,
    )
  const settings = withStoredSecrets(readSettings(process.env), () => dataLocation(project).folder)
  // Beside the data of the site, where there is room for as much again and its user may start a database.
  const home = dataLocation(project).folder
  const scratch = join(home, `backup-check-${randomIds.token(6)}`)
  mkdirSync(scratch, { mode: 0o711 })
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, DATABASE_READ_URL: ___, ...others } = process.env
  const env = { ...others, FUNDESK_DATA: scratch }
  try {
    say(`Restoring ${from} into a scratch database…`)
    restore(from, project, env)
    registerAreas()
    const migrations = join(project, 'db/migrations')
    const database = await openDatabase({
      checkout: project,
      migrations,
      env,
      sign: openSigning(settings.signingKey).sign,
      clock: systemClock,
    })
    try {
      say('Verifying its history…')
      const code = await verifyHistory({ url: database.ownerUrl, migrations, settings }, null)
      if (code !== DONE) return code
      answer(`The backup ${from} can be restored.`)
      return DONE
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof BackupTrouble) throw error
    throw new BackupTrouble(`The backup ${from} cannot be restored: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

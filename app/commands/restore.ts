import { resolve } from 'node:path'
import { BackupTrouble, restore } from 'db/embedded/backup'
import { answer, type CommandContext, complain, DONE, REFUSED, WRONG_USE } from './site'

/** `npm run restore -- FOLDER`: puts a backup in the place of the database that comes along. */
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
    return DONE
  } catch (error) {
    if (!(error instanceof BackupTrouble)) throw error
    complain(error.message)
    return REFUSED
  }
}

import { resolve } from 'node:path'
import { BackupTrouble, backUp } from 'db/embedded/backup'
import { existingData } from 'db/embedded/data-location'
import { joinOrStartEmbedded } from 'db/open'
import { answer, type CommandContext, complain, DONE, REFUSED, WRONG_USE } from './site'

/** `npm run backup -- FOLDER`: copies the bundled database, even while Fundesk is running. */
export default async function backup(args: string[], { project, say }: CommandContext): Promise<number> {
  const [folder] = args
  if (!folder || args.length > 1) {
    complain('Use: npm run backup -- FOLDER, which does not exist yet.')
    return WRONG_USE
  }
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
  const to = resolve(process.env.INIT_CWD ?? '.', folder)
  const server = await joinOrStartEmbedded({ checkout: project })
  try {
    say(`Copying the database to ${to}…`)
    await backUp(server, to)
    answer(
      `Backed up to ${to}. Keep AUDIT_KEY, SIGNING_KEY and SESSION_SECRET elsewhere: they are not in it.`,
    )
    return DONE
  } catch (error) {
    if (!(error instanceof BackupTrouble)) throw error
    complain(error.message)
    return REFUSED
  } finally {
    await server.stop()
  }
}

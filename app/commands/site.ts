import { CommitOutcomeUnknown, DatabaseUnavailable } from 'db/failures'
import type { OpenDatabase } from 'db/open'
import { seedBase } from 'db/seed/base/seed-base'
import { isDemoHalf } from 'db/seed/demo/seed-demo'
import { createLog } from '~/http/server/log'
import { openServices } from '~/http/server/open-services'
import type { Services } from '~/http/server/services'
import { readSettings } from '~/http/server/settings'
import { DomainError } from '~/platform/values/domain-error'

/** The context that app/start passes to every command. */
export interface CommandContext {
  /** The checkout. */
  project: string
  /** Progress for the user at the terminal; results go to stdout. */
  say: (line: string) => void
}

export const DONE = 0
export const REFUSED = 1
export const WRONG_USE = 2
export const NOT_PROVABLE = 3

/**
 * Runs a command on the site that the server uses: the running app's database if there is one, otherwise a database
 * that is started for the command. Everything is closed at the end. A refusal goes to stderr, one line for each
 * message.
 * @param asIs nothing is migrated or added before the command: it only reads
 * @returns the exit code
 * @throws StartError when the site cannot be opened
 */
export async function onSite(
  { project }: CommandContext,
  work: (services: Services, database: OpenDatabase) => Promise<number>,
  { asIs = false }: { asIs?: boolean } = {},
): Promise<number> {
  const settings = readSettings(process.env)
  const { services, database, close } = await openServices(settings, {
    project,
    log: createLog('silent'),
    joinRunning: true,
    asIs,
  })
  try {
    if (asIs) return await work(services, database)
    if (await isDemoHalf(services.database.read)) {
      complain(
        'The demo data is not all there yet. Run this again when "npm start" has said that Fundesk is ready.',
      )
      return REFUSED
    }
    await services.database.transaction((tx) => seedBase(tx, services.clock()))
    return await work(services, database)
  } catch (error) {
    if (error instanceof DatabaseUnavailable || error instanceof CommitOutcomeUnknown) complain(error.message)
    else if (error instanceof DomainError)
      for (const line of [error.message, ...(error.options.list ?? [])]) complain(line)
    else throw error
    return REFUSED
  } finally {
    await close()
  }
}

/** One line of the result. */
export function answer(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}

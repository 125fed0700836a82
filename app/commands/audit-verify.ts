import type { Database } from 'db/database'
import { noteVerification } from '~/areas/system/verification.server'
import type { Settings } from '~/http/server/settings'
import { verifyStamps } from '~/platform/proof/outside-proof.server'
import { verifyChanges } from '~/platform/proof/verify-changes.server'
import { openSigning } from '~/platform/workflow/signing.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { answer, type CommandContext, complain, DONE, onSite, REFUSED } from './site'

/**
 * `npm run audit:verify`: recomputes every event chain, and every checkpoint with its tree and signature, and reports
 * the first that changed after it was written. Then replays all sealed changes, reports each row and field of business
 * data that they do not explain, and checks the time stamps of checkpoints. `-- --expect HASH` also requires a
 * checkpoint that the log reported earlier.
 */
export default function auditVerify(args: string[], context: CommandContext): Promise<number> {
  const expected = args[0] === '--expect' ? (args[1] ?? '') : null
  return onSite(context, async ({ database, settings, clock }) => {
    const isIntact = await isHistoryIntact(database, settings, expected)
    await database.transaction((tx) => noteVerification(tx, { at: clock(), isIntact }))
    return isIntact ? DONE : REFUSED
  })
}

/**
 * Verifies the whole history of a database, and says what it found.
 * @param expected the hash of a checkpoint that must be there; null for none
 */
export async function isHistoryIntact(
  database: Pick<Database, 'read' | 'readAside'>,
  settings: Pick<Settings, 'auditKey' | 'auditKeysBefore' | 'signingKey' | 'signingKeysBefore'>,
  expected: string | null,
): Promise<boolean> {
  const { all } = openSigning(settings.signingKey, settings.signingKeysBefore)
  const keys = [...all, settings.auditKey, ...(settings.auditKeysBefore ?? [])]
  const report = await verifyAudit(database.read, keys, expected)
  if (report.broken !== null) {
    complain(`The audit trail is broken: ${report.broken}.`)
    return false
  }
  answer(
    `The audit trail is intact: ${report.events} events in ${report.chains} chains, ${report.checkpoints} checkpoints.`,
  )
  const { seals, changes, rows, findings } = await verifyChanges(database.readAside, all)
  for (const finding of findings) complain(`No event explains this: ${finding}.`)
  if (findings.length > 0) return false
  answer(
    `No state without an event: ${rows} rows are what ${changes} changes in ${seals} sealed transactions made them.`,
  )
  const stamped = await verifyStamps(database.read)
  for (const finding of stamped.findings) complain(`This does not hold: ${finding}.`)
  if (stamped.findings.length > 0) return false
  if (stamped.stamps > 0) answer(`${stamped.stamps} time stamps by ${stamped.by.join('; ')}.`)
  if (report.lastCheckpoint) answer(`Last checkpoint: ${report.lastCheckpoint}`)
  return true
}

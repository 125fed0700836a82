import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { answer, type CommandContext, complain, DONE, onSite, REFUSED } from './site'

/**
 * `npm run audit:verify`: recomputes every event chain and checkpoint, and names the first that has changed since it
 * was written. `-- --expect HASH` also requires a checkpoint that the log has reported before.
 */
export default function auditVerify(args: string[], context: CommandContext): Promise<number> {
  const expected = args[0] === '--expect' ? (args[1] ?? '') : null
  return onSite(context, async ({ database, settings }) => {
    const keys = [settings.auditKey, ...(settings.auditKeysBefore ?? [])]
    const report = await verifyAudit(database.read, keys, expected)
    if (report.broken !== null) {
      complain(`The audit trail is broken: ${report.broken}.`)
      return REFUSED
    }
    answer(
      `The audit trail is intact: ${report.events} events in ${report.chains} chains, ${report.checkpoints} checkpoints.`,
    )
    if (report.lastCheckpoint) answer(`Last checkpoint: ${report.lastCheckpoint}`)
    return DONE
  })
}

import { join } from 'node:path'
import { isOfRelease } from 'db/migrate'
import { inSnapshot } from 'db/snapshot'
import { verifyStamps } from '~/platform/proof/outside-proof.server'
import { releaseActs, verifyChanges } from '~/platform/proof/verify-changes.server'
import { verifySums } from '~/platform/proof/verify-sums.server'
import { groupedBy } from '~/platform/values/grouped'
import { openSigning } from '~/platform/workflow/signing.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { answer, type CommandContext, complain, DONE, NOT_PROVABLE, onSite, REFUSED } from './site'

/** More are as good as all. */
const MAX_FINDINGS = 100_000

/**
 * `npm run audit:verify`: recomputes every event chain, and every checkpoint with its tree and signature, and reports
 * the first that changed after it was written. Then replays all sealed changes, reports each row and field of business
 * data that they do not explain, and checks the time stamps of checkpoints. `-- --expect HASH` also requires a
 * checkpoint that the log reported earlier. It reads one moment of the database and writes nothing. Its exit code is 0
 * if everything is intact, 1 with faults, and 3 if there is nothing to prove it by.
 */
export default function auditVerify(args: string[], context: CommandContext): Promise<number> {
  const expected = args[0] === '--expect' ? (args[1] ?? '') : null
  const verify: Parameters<typeof onSite>[1] = ({ settings }, { ownerUrl }) =>
    inSnapshot(ownerUrl, async (read) => {
      if (!(await isOfRelease(read, join(context.project, 'db/migrations')))) {
        complain(
          'Not provable: the database is not of this release. Start Fundesk on it, then verify it again.',
        )
        return NOT_PROVABLE
      }
      const { all } = openSigning(settings.signingKey, settings.signingKeysBefore)
      const keys = [...all, settings.auditKey, ...(settings.auditKeysBefore ?? [])]
      const report = await verifyAudit(read, keys, expected)
      if (report.broken === null)
        answer(
          `The audit trail is intact: ${report.events} events in ${report.chains} chains, ${report.checkpoints} checkpoints.`,
        )
      else complain(`The audit trail is broken: ${report.broken}.`)

      const changes = await verifyChanges(read, all, MAX_FINDINGS)
      const findings = [...changes.findings, ...(await verifySums(read, MAX_FINDINGS))]
      complainOf(findings)
      if (findings.length === 0)
        answer(
          `No state without an event: ${changes.rows} rows are what ${changes.changes} changes in ${changes.seals} sealed transactions made them.`,
        )
      for (const { release, recorded } of await releaseActs(read))
        if (recorded.length > 0) answer(`The release ${release} recorded the rows of ${recorded.join(', ')}.`)

      const stamped = await verifyStamps(read)
      for (const finding of stamped.findings) complain(`This does not hold: ${finding}.`)
      if (stamped.stamps > 0 && stamped.findings.length === 0)
        answer(`${stamped.stamps} time stamps by ${stamped.by.join('; ')}.`)

      const faults = findings.length + stamped.findings.length + (report.broken === null ? 0 : 1)
      if (faults > 0) {
        complain(`Not intact: ${faults} ${faults === 1 ? 'fault' : 'faults'}.`)
        return REFUSED
      }
      if (report.lastCheckpoint === null) {
        complain('Not provable: there is no checkpoint. If Fundesk has run for a minute, they were removed.')
        return NOT_PROVABLE
      }
      answer('Intact.')
      answer(`Last checkpoint: ${report.lastCheckpoint}`)
      return DONE
    })
  return onSite(context, verify, { asIs: true })
}

/** How a finding begins: with the name of a row or a seal. */
const NAME = /^(?:the seal \d+ \([^)]*\)|[^,:]*)/

/** Lists findings row by row. */
function complainOf(findings: readonly string[]): void {
  const rows = groupedBy(findings, (finding) => NAME.exec(finding)?.[0] ?? '')
  for (const [row, own] of rows) {
    complain(`No event explains ${row}:`)
    for (const finding of own) complain(`  ${finding.slice(row.length).replace(/^[,:] /, '')}.`)
  }
}

import { join } from 'node:path'
import type { Read } from 'db/database'
import { isOfRelease } from 'db/migrate'
import { inSnapshot, refusalIn } from 'db/snapshot'
import { sql } from 'drizzle-orm'
import { noteVerification } from '~/areas/access/verification.server'
import type { Settings } from '~/http/server/settings'
import {
  hasCheckpoint,
  type NotedCheckpoint,
  readNotedCheckpoint,
  restoreActs,
} from '~/platform/proof/noted-checkpoint.server'
import { verifyStamps } from '~/platform/proof/outside-proof.server'
import { releaseActs, verifyChanges } from '~/platform/proof/verify-changes.server'
import { verifyStructure } from '~/platform/proof/verify-structure.server'
import { verifySums } from '~/platform/proof/verify-sums.server'
import { groupedBy } from '~/platform/values/grouped'
import { auditKeysOf } from '~/platform/workflow/checkpoint.server'
import { openSigning } from '~/platform/workflow/signing.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { answer, type CommandContext, complain, DONE, NOT_PROVABLE, onSite, REFUSED } from './site'

/** More are as good as all. */
const MAX_FINDINGS = 100_000

/**
 * `npm run audit:verify`: recomputes every event chain, and every checkpoint with its tree and signature, and reports
 * each that changed after it was written. Then replays all sealed changes, reports each row and field of business
 * data that they do not explain, compares triggers, functions, constraints and columns with those of the release, and
 * checks the time stamps of checkpoints. The newest checkpoint that this machine noted must be there; `-- --expect HASH`
 * also requires one that the log reported earlier. It verifies one moment of the database, and then notes only the outcome. Its
 * exit code is 0 if everything is intact, 1 with faults, and 3 if there is nothing to prove it by.
 */
export default function auditVerify(args: string[], context: CommandContext): Promise<number> {
  const expected = args[0] === '--expect' ? (args[1] ?? '') : null
  const verify: Parameters<typeof onSite>[1] = async ({ settings, clock, checkpointFile }, database) => {
    const { ownerUrl } = database
    const migrations = join(context.project, 'db/migrations')
    const findings: string[] = []
    const { isCurrent, hasSettings } = await inSnapshot(ownerUrl, async (read) => ({
      isCurrent: await isOfRelease(read, migrations),
      hasSettings: await isThere(read, 'site_setting'),
    }))
    const kept = checkpointFile ? readNotedCheckpoint(checkpointFile) : null
    const code = isCurrent
      ? await verifyHistory({ url: ownerUrl, migrations, settings, kept }, expected, findings)
      : otherRelease(findings)
    const { sign } = openSigning(settings.signingKey)
    if (hasSettings)
      await database.transaction((tx) =>
        noteVerification(tx, sign, { at: clock(), isIntact: code === DONE, findings }),
      )
    return code
  }
  return onSite(context, verify, { asIs: true })
}

function otherRelease(findings: string[]): number {
  const finding =
    'Not provable: the database is not of this release. Start Fundesk on it, then verify it again.'
  complain(finding)
  findings.push(finding)
  return NOT_PROVABLE
}

async function isThere(read: Read, table: string): Promise<boolean> {
  const [found] = await read.execute<{ is_there: boolean }>(
    sql`select to_regclass(${`public.${table}`}) is not null as is_there`,
  )
  return found?.is_there ?? false
}

interface Verified {
  /** Address of the account that owns the tables. */
  url: string
  /** The folder of the release's migrations, which the database has. */
  migrations: string
  settings: Pick<Settings, 'auditKey' | 'auditKeysBefore' | 'signingKey' | 'signingKeysBefore'>
  /** The newest checkpoint that this machine noted, null without one; missing: an older copy is verified. */
  kept?: NotedCheckpoint | null
}

/**
 * Verifies the whole history of a database, and says what it found.
 * @param expected the hash of a checkpoint that must be there; null for none
 * @param findings receives each
 * @returns the exit code
 */
export function verifyHistory(
  verified: Verified,
  expected: string | null,
  findings: string[] = [],
): Promise<number> {
  const report = (finding: string, shown = finding) => {
    findings.push(finding)
    complain(shown)
  }
  return inSnapshot(verified.url, (read) => verifySnapshot(read, verified, { expected, report }))
}

interface Reporting {
  expected: string | null
  /** Adds what was found, and shows it, also in other words. */
  report: (finding: string, shown?: string) => void
}

async function verifySnapshot(
  read: Read,
  { migrations, settings, kept }: Verified,
  { expected, report }: Reporting,
): Promise<number> {
  let faults = 0
  const fault = (finding: string, shown?: string) => {
    faults += 1
    report(finding, shown)
  }
  /** A table or column that was removed keeps a part from being verified, not the others. */
  const part = async (name: string, work: () => Promise<void>) => {
    const refusal = await refusalIn(read, work)
    if (refusal !== null) fault(`${name} could not be verified: ${refusal}.`)
  }
  for (const finding of await verifyStructure(read, migrations))
    fault(`Not as this release makes it: ${finding}.`)

  const audited: { lastCheckpoint: string | null } = { lastCheckpoint: null }
  await part('The audit trail', async () => {
    const audit = await verifyAudit(read, auditKeysOf(settings), expected, MAX_FINDINGS)
    audited.lastCheckpoint = audit.lastCheckpoint
    if (audit.broken === null)
      answer(
        `The audit trail is intact: ${audit.events} events in ${audit.chains} chains, ${audit.checkpoints} checkpoints.`,
      )
    for (const broken of audit.faults) fault(`The audit trail is broken: ${broken}.`)
    if (kept && !(await hasCheckpoint(read, kept)))
      fault(
        `The database misses checkpoint ${kept.id} (${kept.at}), the newest that this machine noted: it is an older copy, or its end was removed. After a restore on purpose, run: npm run restore -- --accept "WHY"`,
      )
  })
  const { all: keys } = openSigning(settings.signingKey, settings.signingKeysBefore)
  await part('Business data', async () => {
    const changes = await verifyChanges(read, keys, MAX_FINDINGS, (work) => refusalIn(read, work))
    faultsOfRows(changes.findings, fault)
    if (changes.findings.length === 0)
      answer(
        `No state without an event: ${changes.rows} rows are what ${changes.changes} changes in ${changes.seals} sealed transactions made them.`,
      )
    for (const { at, reason, missing } of await restoreActs(read))
      answer(
        `Restored, recorded on ${at.toISOString()}: ${reason}.${missing ? ` What followed ${missing.at} is not in it.` : ''}`,
      )
    for (const { release, recorded } of await releaseActs(read))
      if (recorded.length > 0) answer(`The release ${release} recorded the rows of ${recorded.join(', ')}.`)
  })
  await part('The sums of rows', async () => {
    faultsOfRows(await verifySums(read, MAX_FINDINGS), fault)
  })
  await part('The time stamps', async () => {
    const stamped = await verifyStamps(read)
    for (const finding of stamped.findings) fault(`This does not hold: ${finding}.`)
    if (stamped.stamps > 0 && stamped.findings.length === 0)
      answer(`${stamped.stamps} time stamps by ${stamped.by.join('; ')}.`)
  })

  if (faults > 0) {
    complain(`Not intact: ${faults} ${faults === 1 ? 'fault' : 'faults'}.`)
    return REFUSED
  }
  if (audited.lastCheckpoint === null) {
    report('Not provable: there is no checkpoint. If Fundesk has run for a minute, they were removed.')
    return NOT_PROVABLE
  }
  if (kept === null && expected === null) {
    report(
      'Not provable: nothing outside the database says which checkpoint is the newest. Give one of the log: npm run audit:verify -- --expect HASH',
    )
    return NOT_PROVABLE
  }
  answer('Intact.')
  answer(`Last checkpoint: ${audited.lastCheckpoint}`)
  return DONE
}

/** How a finding begins: with the name of a row or a seal. */
const NAME = /^(?:the seal \d+ \([^)]*\)|[^,:]*)/

/** Lists findings row by row. */
function faultsOfRows(findings: readonly string[], fault: Reporting['report']): void {
  const rows = groupedBy(findings, (finding) => NAME.exec(finding)?.[0] ?? '')
  for (const [row, own] of rows) {
    complain(`No event explains ${row}:`)
    for (const finding of own) fault(`${finding}.`, `  ${finding.slice(row.length).replace(/^[,:]? /, '')}.`)
  }
}

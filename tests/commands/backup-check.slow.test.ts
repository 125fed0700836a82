import { appendFileSync, cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { joinOrStartEmbedded } from 'db/open'
import { seedBase } from 'db/seed/base/seed-base'
import { client, renamed } from 'tests/support/postgres/copy'
import { checkout, throwawayFolder } from 'tests/support/postgres/throwaway'
import { expect, onTestFinished, test, vi } from 'vitest'
import auditVerify from '~/commands/audit-verify'
import backup from '~/commands/backup'
import { DONE, onSite, REFUSED } from '~/commands/site'
import { noteCheckpoint } from '~/platform/proof/noted-checkpoint.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { openSigning } from '~/platform/workflow/signing.server'

const context = { project: checkout, say: () => {} }

test('a backup is checked by restoring it into a scratch database, and one with a lost table is refused', async () => {
  const home = throwawayFolder()
  const kept = throwawayFolder()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    home.remove()
    kept.remove()
  })
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'AUDIT_KEY', 'SIGNING_KEY', 'SESSION_SECRET'])
    vi.stubEnv(name, '')
  vi.stubEnv('FUNDESK_DATA', home.folder)
  const lines: string[] = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  onTestFinished(() => void vi.restoreAllMocks())
  await onSite(context, async ({ database, settings, clock, checkpointFile = '' }) => {
    await database.transaction((tx) => seedBase(tx, clock()))
    await writeCheckpoint(database.transaction, openSigning(settings.signingKey).sign, clock())
    await noteCheckpoint(database.transaction, checkpointFile)
    return DONE
  })
  const good = join(kept.folder, 'good')
  expect(await backup([good], context), lines.join('')).toBe(DONE)
  expect(await backup(['--check', good], context), lines.join('')).toBe(DONE)
  expect(lines.join('')).toContain(`The backup ${good} can be restored.`)
  expect(readdirSync(home.folder).filter((name) => name.startsWith('backup-check'))).toEqual([])
  expect(await auditVerify([], context), lines.join('')).toBe(DONE)

  // A row that no event explains is in the backup, too.
  const server = await joinOrStartEmbedded({ checkout })
  const superuser = client(renamed(server.adminUrl, 'fundesk'))
  await superuser.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update app_user set first_name = 'Changed behind the back' where user_name = 'admin'`
  })
  await superuser.end({ timeout: 1 })
  await server.stop()
  const tampered = join(kept.folder, 'tampered')
  expect(await backup([tampered], context), lines.join('')).toBe(DONE)
  expect(await backup(['--check', tampered], context)).toBe(REFUSED)
  expect(lines.join('')).toContain('No event explains app_user')

  const torn = join(kept.folder, 'torn')
  cpSync(good, torn, { recursive: true })
  const control = join(torn, 'data/global/pg_control')
  expect(statSync(control).size).toBeGreaterThan(0)
  cpSync(join(torn, 'data/PG_VERSION'), control)
  appendFileSync(control, 'torn')
  expect(await backup(['--check', torn], context)).toBe(REFUSED)
  expect(lines.join('')).toContain(`The backup ${torn} cannot be restored:`)
})

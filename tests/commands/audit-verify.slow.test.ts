import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { lastVerification } from '~/areas/access/verification.server'
import auditVerify from '~/commands/audit-verify'
import restore from '~/commands/restore'
import { DONE, onSite } from '~/commands/site'
import { noteCheckpoint, replaceNotedCheckpoint } from '~/platform/proof/noted-checkpoint.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { openSigning } from '~/platform/workflow/signing.server'
import { commandLine } from '../support/commands/command-line'

const line = await opened(commandLine())

const state = async () => [
  ...(await line.ownerSql`
    select (select count(*) from data_change) as changes, (select count(*) from change_seal) as seals,
      (select count(*) from covered_table) as covered, (select count(*) from workflow_event) as events`),
]

test('without a checkpoint nothing is provable, with exit code 3', async () => {
  const { code, err } = await line.run(auditVerify, [])
  expect(err).toEqual([
    'Not provable: there is no checkpoint. If Fundesk has run for a minute, they were removed.',
  ])
  expect(code).toBe(3)
})

/** What the site shows of the last verification. */
async function noted() {
  let found: Awaited<ReturnType<typeof lastVerification>> = null
  const look: Parameters<typeof onSite>[1] = async ({ database, settings }) => {
    found = await lastVerification(database.read, openSigning(settings.signingKey).all)
    return DONE
  }
  await onSite({ project: line.folder, say: () => {} }, look, { asIs: true })
  return found
}

/** What the running site does each minute. */
const checkpoint = async ({ keep }: { keep: boolean }) => {
  let hash = ''
  await onSite(
    { project: line.folder, say: () => {} },
    async ({ database, settings, clock, checkpointFile }) => {
      const made = await writeCheckpoint(database.transaction, openSigning(settings.signingKey).sign, clock())
      hash = made?.hash ?? ''
      if (keep && checkpointFile) await noteCheckpoint(database.transaction, checkpointFile)
      return DONE
    },
  )
  return hash
}

test('the newest checkpoint is noted outside the database; without the note nothing is provable', async () => {
  const hash = await checkpoint({ keep: false })
  expect(await line.run(auditVerify, [])).toMatchObject({
    code: 3,
    err: [
      expect.stringMatching(
        /^Not provable: nothing outside the database says which checkpoint is the newest/,
      ),
    ],
  })
  expect(await line.run(auditVerify, ['--expect', hash])).toMatchObject({ code: 0, err: [] })
  await checkpoint({ keep: true })
  expect(await line.run(auditVerify, [])).toMatchObject({ code: 0, err: [] })
  expect(await noted()).toMatchObject({ isIntact: true, findings: [], isForged: false })
})

test('who can write that file too takes back what came after an older checkpoint, unless one of the log is expected', async () => {
  const [{ name } = {}] =
    await line.ownerSql`select last_name as name from app_user where user_name = 'admin'`
  await onSite({ project: line.folder, say: () => {} }, async ({ database }) => {
    await database.transaction((tx) =>
      tx.update(appUser).set({ lastName: 'Later' }).where(eq(appUser.userName, 'admin')),
    )
    return DONE
  })
  const hash = await checkpoint({ keep: true })
  const tables = ['app_user', 'data_change', 'change_seal', 'audit_checkpoint']
  await line.ownerSql.begin(async (sql) => {
    for (const table of tables) await sql`alter table ${sql(table)} disable trigger user`
    await sql`update app_user set last_name = ${name} where user_name = 'admin'`
    await sql`delete from data_change where seal_id = (select max(id) from change_seal)`
    await sql`delete from change_seal where id = (select max(id) from change_seal)`
    await sql`delete from audit_checkpoint where hash = ${hash}`
    for (const table of tables) await sql`alter table ${sql(table)} enable trigger user`
  })
  expect(await line.run(auditVerify, [])).toMatchObject({ code: 1 })
  await onSite({ project: line.folder, say: () => {} }, async ({ database, checkpointFile }) => {
    if (checkpointFile) await replaceNotedCheckpoint(database.transaction, checkpointFile)
    return DONE
  })
  expect(await line.run(auditVerify, [])).toMatchObject({ code: 0, err: [] })
  expect(await line.run(auditVerify, ['--expect', hash])).toMatchObject({
    code: 1,
    err: [expect.stringContaining(`the checkpoint ${hash} is missing`), 'Not intact: 1 fault.'],
  })
})

test('an older copy is found without a flag, until its restore is recorded in the history', async () => {
  const older = await line.ownerSql`select id, at from audit_checkpoint order by id desc limit 1`
  await line.ownerSql.begin(async (sql) => {
    await sql`alter table audit_checkpoint disable trigger user`
    await sql`delete from audit_checkpoint`
    await sql`alter table audit_checkpoint enable trigger user`
  })
  await checkpoint({ keep: true })
  const { code, err } = await line.run(auditVerify, [])
  expect(code).toBe(1)
  expect(err).toEqual([
    expect.stringContaining(`The database misses checkpoint ${older[0]?.id} (`),
    'Not intact: 1 fault.',
  ])
  expect(await line.run(restore, ['--accept'])).toMatchObject({ code: 2 })
  expect(await line.run(restore, ['--accept', 'The disk broke'])).toMatchObject({ code: 0 })
  const after = await line.run(auditVerify, [])
  expect(after).toMatchObject({ code: 0, err: [] })
  expect(after.out).toContainEqual(
    expect.stringMatching(/^Restored, recorded on .*: The disk broke\. What followed 20.* is not in it\.$/),
  )
})

test('faults are listed by row with exit code 1, and nothing is migrated, sealed or recorded', async () => {
  await line.ownerSql`insert into currency (code, name) values ('XXX', 'By SQL')`
  await line.ownerSql`delete from covered_table where name = 'currency'`
  const before = await state()
  const { code, err } = await line.run(auditVerify, [])
  expect(code).toBe(1)
  expect(err).toEqual([
    'No event explains currency XXX:',
    expect.stringMatching(/^ {2}change \d+ has no seal: it was not made by the application\.$/),
    '  no change tells of it: it was inserted.',
    'Not intact: 2 faults.',
  ])
  expect(await state()).toEqual(before)
  expect(await noted()).toMatchObject({
    isIntact: false,
    findings: [expect.stringContaining('currency XXX: change'), expect.stringContaining('it was inserted')],
  })
})

test('a table that was removed keeps only its own part from being verified', async () => {
  await line.ownerSql`drop table booked_taxes, invoice_tally`
  const { code, err } = await line.run(auditVerify, [])
  expect(code).toBe(1)
  for (const sentence of [
    'Not as this release makes it: table booked_taxes: the release made it, and it was removed.',
    'No event explains booked_taxes:',
    '  it was removed, so that its rows are not compared.',
    'No event explains currency XXX:',
    'The sums of rows could not be verified: relation "invoice_tally" does not exist.',
  ])
    expect(err).toContain(sentence)
})

test('a database of another release is not provable, with exit code 3', async () => {
  await line.ownerSql`delete from drizzle.__drizzle_migrations
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`
  expect(await line.run(auditVerify, [])).toMatchObject({
    code: 3,
    err: ['Not provable: the database is not of this release. Start Fundesk on it, then verify it again.'],
  })
  expect(await noted()).toMatchObject({ isIntact: false, findings: [expect.stringMatching(/^Not provable/)] })
})

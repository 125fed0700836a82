import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import auditVerify from '~/commands/audit-verify'
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
})

test('a database of another release is not provable, with exit code 3', async () => {
  await line.ownerSql`delete from drizzle.__drizzle_migrations
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`
  expect(await line.run(auditVerify, [])).toMatchObject({
    code: 3,
    err: ['Not provable: the database is not of this release. Start Fundesk on it, then verify it again.'],
  })
})

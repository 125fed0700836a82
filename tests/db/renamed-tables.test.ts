import { sql } from 'drizzle-orm'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'

const site = await opened(testSite())
const userId = site.actor('accountant1').id

// The statements are those of the release before; they go with the views.

test('an instance of the release before still counts the last write of a user under the old name', async () => {
  for (const at of ['0/20', '0/10'])
    await site.transaction((tx) =>
      tx.execute(sql`insert into "last_write" ("user_id", "at") values (${userId}, ${at})
        on conflict ("user_id") do update set "at" = greatest("last_write"."at", excluded.at)`),
    )
  expect([...(await site.ownerSql`select user_id, lsn from user_write_lsn`)]).toEqual([
    { user_id: userId, lsn: '0/20' },
  ])
})

test('it still records, reads and forgets the notices that it sent', async () => {
  const rows = JSON.stringify([
    { user_id: userId, reason: 'late', id: 7, event_id: 9, at: '2026-11-02T08:00:00Z' },
  ])
  for (let attempt = 0; attempt < 2; attempt++)
    await site.transaction((tx) =>
      tx.execute(sql`insert into told_notice (user_id, reason, id, event_id, at) overriding system value
        select user_id, reason, id, event_id, at from jsonb_populate_recordset(null::told_notice, ${rows}::jsonb)
        on conflict (user_id, reason, id, event_id) do update set at = excluded.at`),
    )
  expect((await site.ownerSql`select 1 from sent_notification`).length).toBe(1)
  await site.transaction((tx) => tx.execute(sql`delete from told_notice where at < ${'2026-11-03'}`))
  expect((await site.ownerSql`select 1 from sent_notification`).length).toBe(0)
})

test('a form that it stores is shown again by this version, and the other way round', async () => {
  const storedAt = site.clock()
  await site.transaction((tx) =>
    tx.execute(sql`insert into kept_form (id_hash, user_id, page, typed, files, kept_at)
      values ('a hash', ${userId}, '/drafts', '{}', '[]', ${storedAt.toISOString()})`),
  )
  expect((await site.ownerSql`select stored_at from form_recovery`)[0]?.stored_at).toEqual(storedAt)
  const taken = await site.transaction((tx) =>
    tx.execute(
      sql`delete from kept_form where id_hash in ('a hash') and kept_at > ${'2020-01-01'} returning page`,
    ),
  )
  expect([...(taken as unknown as object[])]).toEqual([{ page: '/drafts' }])
})

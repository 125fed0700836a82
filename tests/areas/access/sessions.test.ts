import type { Transaction } from 'db/database'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { beforeEach, expect, test } from 'vitest'
import {
  createSession,
  deleteSession,
  deleteSessionsOf,
  endedUser,
  readSession,
  sweepSessions,
  touchSession,
  updateSession,
} from '~/areas/access/session-rows.server'

const MINUTE = 60_000
const START = Date.parse('2026-11-02T08:00:00Z')
const at = (minutes: number) => new Date(START + minutes * MINUTE)

const database = await opened(testDatabase())
await database.ownerSql`insert into app_user (user_name, first_name, last_name, role, created_at)
  values ('marie', 'Marie', 'W', 'ACCOUNTANT', now())`

const transaction = (work: (tx: Transaction) => Promise<unknown>) => database.transaction(work)
const read = (minutes: number, id = 'hash') =>
  readSession(contextOf({ read: database.read, now: at(minutes) }), id)

beforeEach(async () => {
  await database.ownerSql`delete from session`
  await transaction((tx) => createSession(contextOf({ tx, now: at(0) }), 'hash', { userId: 1 }))
})

test('a session expires after exactly one hour without a request', async () => {
  expect((await read(59.99))?.data).toEqual({ userId: 1 })
  expect(await read(60)).toBeNull()
  expect(await read(61)).toBeNull()
})

test('a session is returned with its user; without one if there is none or it is disabled', async () => {
  expect((await read(1))?.actor).toMatchObject({ id: 1, userName: 'marie', queues: [], authorisations: [] })
  await transaction((tx) => createSession(contextOf({ tx, now: at(0) }), 'visitor', { signOns: [] }))
  expect(await read(1, 'visitor')).toMatchObject({ data: { signOns: [] }, actor: null })
  await database.ownerSql`update app_user set disabled_at = now() where id = 1`
  expect(await read(1)).toMatchObject({ data: { userId: 1 }, actor: null })
  await database.ownerSql`update app_user set disabled_at = null where id = 1`
})

test('requests extend a session, but never past twelve hours', async () => {
  for (let minutes = 50; minutes < 720; minutes += 50) {
    expect(await read(minutes), `after ${minutes} minutes`).not.toBeNull()
    await transaction((tx) => touchSession(contextOf({ tx, now: at(minutes) }), 'hash'))
  }
  await transaction((tx) =>
    updateSession(contextOf({ tx, now: at(719) }), 'hash', { userId: 1, status: 'told' }),
  )
  expect(await read(719.9)).not.toBeNull()
  expect(await read(720)).toBeNull()
})

test('a late update does not revive an ended session', async () => {
  expect(await read(61)).toBeNull()
  await transaction((tx) => touchSession(contextOf({ tx, now: at(61) }), 'hash'))
  await transaction((tx) => updateSession(contextOf({ tx, now: at(61) }), 'hash', { userId: 1 }))
  expect(await read(61.1)).toBeNull()
})

test('logging out, and ending all sessions of a user, take effect at once', async () => {
  await transaction((tx) => createSession(contextOf({ tx, now: at(0) }), 'other', { userId: 1 }))
  await transaction((tx) => createSession(contextOf({ tx, now: at(0) }), 'visitor', {}))
  await transaction((tx) => deleteSession(tx, 'hash'))
  expect(await read(1)).toBeNull()
  expect(await read(1, 'other')).not.toBeNull()
  await transaction((tx) => deleteSessionsOf(contextOf({ tx, now: at(1) }), 1))
  expect(await read(1, 'other')).toBeNull()
  expect(await read(1, 'visitor')).not.toBeNull()
})

test('sweeping removes dead sessions, but remembers for a week whose session ended', async () => {
  const WEEK = 7 * 24 * 60
  const left = async () =>
    (await database.ownerSql`select id_hash from session order by 1`).map(({ id_hash }) => id_hash)
  await transaction((tx) => createSession(contextOf({ tx, now: at(0) }), 'visitor', {}))
  await transaction((tx) => createSession(contextOf({ tx, now: at(30) }), 'young', { userId: 1 }))
  await transaction((tx) => sweepSessions(contextOf({ tx, now: at(70) })))
  expect(await left()).toEqual(['hash', 'young'])
  const ended = async (minutes: number) =>
    endedUser(contextOf({ read: database.read, now: at(minutes) }), 'hash')
  expect([await ended(59), await ended(61), await ended(719 + WEEK), await ended(721 + WEEK)]).toEqual([
    null,
    1,
    1,
    null,
  ])
  await transaction((tx) => sweepSessions(contextOf({ tx, now: at(721 + WEEK) })))
  expect(await left()).toEqual(['young'])
})

test('a session created or used under a clock far ahead is expired, and so is one older than twelve hours', async () => {
  const YEAR = 400 * 24 * 60
  await transaction((tx) => createSession(contextOf({ tx, now: at(YEAR) }), 'ahead', { userId: 1 }))
  expect(await read(YEAR + 1, 'ahead')).not.toBeNull()
  expect(await read(1, 'ahead')).toBeNull()
  // A clock set back by seconds ends no session.
  expect(await read(-0.5)).not.toBeNull()
  expect(await read(-2)).toBeNull()
  await transaction((tx) => sweepSessions(contextOf({ tx, now: at(1) })))
  expect(await database.ownerSql`select id_hash from session`).toEqual([{ id_hash: 'hash' }])

  await database.ownerSql`update session set last_seen_at = ${at(YEAR)} where id_hash = 'hash'`
  expect(await read(1)).toBeNull()
  await database.ownerSql`update session set last_seen_at = ${at(720)}, expires_at = ${at(YEAR)}`
  expect(await read(719)).not.toBeNull()
  expect(await read(720)).toBeNull()
})

test('an unknown id is no session', async () => {
  expect(await read(1, 'unknown')).toBeNull()
})

import { Connection } from 'db/connection'
import { noteRelease, sealTransaction } from 'db/evidence/seal'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { mayBeUntied, sessionOwner } from '~/areas/access/session-owner.server'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'

const site = await opened(sealedSite())
const { signing } = site
const upgradedAt = new Date('2026-11-30T10:00:00Z')
const hours = (count: number) => new Date(upgradedAt.getTime() + count * 3_600_000)
const untied = (now: Date, keys = signing.all) => mayBeUntied({ read: site.read, now }, keys)

async function runRelease(release: string, now: Date) {
  const connection = await Connection.open({ url: site.ownerUrl, connectMs: 10_000, settings: {} })
  try {
    await connection.send('begin read write', [], { limitMs: 5_000 })
    await noteRelease(connection, { release, limitMs: 5_000 })
    await sealTransaction(connection, { sign: signing.sign, now }, 5_000)
    await connection.send('commit', [], { limitMs: 5_000 })
  } finally {
    await connection.end()
  }
}

test('a session is tied to its cookie and its user by the secret of the site', () => {
  const own = sessionOwner('secret', 'id', 1)
  expect(own).toBe(sessionOwner('secret', 'id', 1))
  expect(own).not.toBe(sessionOwner('other', 'id', 1))
  expect(own).not.toBe(sessionOwner('secret', 'other', 1))
  expect(own).not.toBe(sessionOwner('secret', 'id', 2))
})

test('sessions of the release before stay open for twelve hours after the signed upgrade, and never on a new site', async () => {
  await site.untold('delete from data_change', 'delete from change_seal')
  await runRelease('9999_newest', upgradedAt)
  expect(await untied(hours(1)), 'installed with this release').toBe(false)

  await site.untold('delete from data_change', 'delete from change_seal')
  await runRelease('0058_oversight', hours(-100))
  expect(await untied(hours(1)), 'not upgraded yet').toBe(false)
  await runRelease('9999_newest', upgradedAt)
  expect(await untied(hours(-1))).toBe(false)
  expect(await untied(hours(1))).toBe(true)
  expect(await untied(hours(11.9))).toBe(true)
  expect(await untied(hours(12))).toBe(false)
  expect(await untied(hours(1), openSigning(newSigningKey()).all), 'signed by another site').toBe(false)
  await site.untold(
    `update change_seal set at = at + interval '20 hours' where at = '${upgradedAt.toISOString()}'`,
  )
  expect(await untied(hours(21)), 'another instant than the signed one').toBe(false)
})

import { type Instance, siteOf } from 'tests/support/http/instances'
import { peopleAtWork, queryAt, wholeState } from 'tests/support/http/people-at-work'
import { hasPreviousRelease, previousRelease } from 'tests/support/http/previous-release'
import { PRIMARY } from 'tests/support/postgres/replica'
import { migratedServer } from 'tests/support/postgres/throwaway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerAreas } from '~/http/server/register-areas'
import { newSigningKey } from '~/platform/workflow/signing.server'

// Two instances of the previous release are replaced by this version, one at a time, while people use both.

const SECRET = 'of two instances that are upgraded one by one'
const SIGNING_KEY = newSigningKey()
const SETTINGS = { AUDIT_KEY: SECRET, SIGNING_KEY, SESSION_SECRET: SECRET }

const reaches = hasPreviousRelease()
if (!reaches)
  console.log('Left out: the history of this checkout does not reach back to the previous release.')

describe.skipIf(!reaches)('an upgrade of two instances, one at a time', () => {
  let server: Awaited<ReturnType<typeof migratedServer>>
  let release: ReturnType<typeof previousRelease>
  let site: Awaited<ReturnType<typeof siteOf>>
  beforeAll(async () => {
    registerAreas()
    release = previousRelease()
    server = await migratedServer(PRIMARY, release.folder)
    release.seed(server.url)
    site = await siteOf(2, server, SETTINGS, release.folder)
  }, 300_000)
  afterAll(async () => {
    await site?.stop()
    await server?.stop()
    release?.remove()
  })

  const migrations = () =>
    queryAt(server.ownerUrl, 'select name from drizzle.__drizzle_migrations order by id')

  test('sessions, uploads and pages continue in both versions, and nothing is lost, duplicated or broken', async () => {
    const people = peopleAtWork(site)
    const before = await migrations()
    const [one, other] = site.instances as [Instance, Instance]
    const stored: number[] = []
    await people.whileWorking(async () => {
      for (const old of [one, other]) {
        const fresh = await site.add()
        // The new version shows what the old one stores, and vice versa.
        const { acknowledged } = people.answers
        await expect
          .poll(() => people.answers.acknowledged, { timeout: 60_000 })
          .toBeGreaterThan(acknowledged + 8)
        for (const at of [old, fresh])
          for (const path of [
            '/drafts',
            '/nav-controls',
            '/invoices',
            '/budgets',
            '/processes',
            '/admin/audit',
          ])
            expect([path, (await site.ask('auditor1', path, { headers }, at)).status]).toEqual([path, 200])
        await site.drain(old)
        stored.push(people.answers.acknowledged)
      }
    })
    expect(stored).toHaveLength(2)
    // Users do not notice an upgrade: no answer was late, refused or missing.
    expect(people.answers).toMatchObject({ unavailable: 0, gone: 0, again: 0 })
    expect((await migrations()).length).toBeGreaterThanOrEqual(before.length)
    await wholeState(server, people, SIGNING_KEY)
    expect(site.errors()).toEqual([])
  }, 240_000)
})

const headers = { Accept: 'text/html' }

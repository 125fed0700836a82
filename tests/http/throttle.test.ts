import { settings } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Guarded } from '~/http/guard'
import { Throttled } from '~/http/refusal'
import type { Services } from '~/http/server/services'
import { countWrongToken, refuseWrongTokens, throttleCall, throttleFile } from '~/http/throttle'

const MINUTE_MS = 60_000

const database = await opened(testDatabase())
beforeEach(async () => {
  await database.ownerSql`delete from throttle_count`
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An instance of one site. */
const siteWith = (callsPerMinute: number, filesPerMinute: number) =>
  ({ database, settings: { ...settings, callsPerMinute, filesPerMinute } }) as unknown as Services

const user = (services: Services, id: number) => ({ actor: { id }, services }) as Guarded

const refusal = (answer: Promise<void>) => answer.then(() => null).catch((error: unknown) => error)

test('600 calls a minute pass; the next waits until the minute is over, and calls of others pass', async () => {
  const site = siteWith(600, 60)
  for (let sent = 0; sent < 600; sent++) await throttleCall(user(site, 1))
  vi.setSystemTime(Date.now() + MINUTE_MS / 3)
  const refused = await refusal(throttleCall(user(site, 1)))
  expect(refused).toBeInstanceOf(Throttled)
  expect(refused).toMatchObject({
    code: 'busy',
    seconds: 40,
    message: 'More than 600 calls in a minute. Try again in 40 seconds.',
  })
  await throttleCall(user(site, 2))
  vi.setSystemTime(Date.now() + MINUTE_MS)
  await throttleCall(user(site, 1))
})

test('files are counted separately, and those of all instances of a site together', async () => {
  const site = siteWith(1, 2)
  await throttleFile(user(site, 1))
  await throttleFile(user(site, 1))
  expect(await refusal(throttleFile(user(site, 1)))).toMatchObject({
    message: 'More than 2 files in a minute. Try again in 60 seconds.',
  })
  await throttleCall(user(site, 1))
  expect(await refusal(throttleFile(user(siteWith(1, 2), 1)))).toMatchObject({ code: 'busy' })
  await throttleFile(user(siteWith(1, 2), 2))
})

test('after 100 wrong tokens in a minute an address waits, and no other', async () => {
  const site = siteWith(600, 60)
  for (let sent = 0; sent < 100; sent++) {
    await refuseWrongTokens(site, '192.0.2.1')
    await countWrongToken(site, '192.0.2.1')
  }
  expect(await refusal(refuseWrongTokens(site, '192.0.2.1'))).toMatchObject({ code: 'busy', seconds: 60 })
  await refuseWrongTokens(site, '192.0.2.2')
  vi.setSystemTime(Date.now() + MINUTE_MS + 1)
  await refuseWrongTokens(site, '192.0.2.1')
})

test('calls to three instances count like calls to one', async () => {
  const instances = [siteWith(600, 60), siteWith(600, 60), siteWith(600, 60)]
  let passed = 0
  let refusals = 0
  for (let sent = 0; sent < 900; sent++) {
    const refused = await refusal(throttleCall(user(instances[sent % 3] as Services, 1)))
    if (refused === null) passed += 1
    else refusals += 1
  }
  expect([passed, refusals]).toEqual([600, 300])
})

test('wrong tokens sent to one instance count on the others', async () => {
  const [one, another] = [siteWith(600, 60), siteWith(600, 60)]
  for (let sent = 0; sent < 99; sent++) await countWrongToken(one, '192.0.2.1')
  await refuseWrongTokens(another, '192.0.2.1')
  await countWrongToken(another, '192.0.2.1')
  expect(await refusal(refuseWrongTokens(another, '192.0.2.1'))).toMatchObject({ code: 'busy' })
})

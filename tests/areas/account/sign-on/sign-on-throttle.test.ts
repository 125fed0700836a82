import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { refuseManySignOns } from '~/areas/account/sign-on/sign-on'
import { Throttled } from '~/http/refusal'

const database = await opened(testDatabase())

test('one address may start 300 provider logins in fifteen minutes, without affecting others', async () => {
  for (let started = 0; started < 300; started++) await refuseManySignOns({ database }, '192.0.2.1')
  const refused = await refuseManySignOns({ database }, '192.0.2.1').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Throttled)
  expect((refused as Throttled).seconds).toBeGreaterThan(14 * 60)
  expect((refused as Throttled).message).toContain('Wait 15 minutes')
  await refuseManySignOns({ database }, '192.0.2.2')
})

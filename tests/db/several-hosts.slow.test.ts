import { hostsOf } from 'db/connection'
import { connectDatabase } from 'db/database'
import { DatabaseUnavailable } from 'db/failures'
import { sql } from 'drizzle-orm'
import { databaseProxy } from 'tests/support/http/instances'
import { PRIMARY, replicaOf } from 'tests/support/postgres/replica'
import { throwawayServer } from 'tests/support/postgres/throwaway'
import { expect, test } from 'vitest'

test('an address with several hosts gives one address per host', () => {
  expect(hostsOf('postgres://a:b%2Cc@one:5432,two:5433/name?pool=transaction')).toEqual([
    'postgres://a:b%2Cc@one:5432/name?pool=transaction',
    'postgres://a:b%2Cc@two:5433/name?pool=transaction',
  ])
  expect(hostsOf('postgres://a@/name?host=/run/x,y')).toEqual(['postgres://a@/name?host=/run/x,y'])
})

test('of several hosts the writable one is used, also after another was promoted', async () => {
  const server = await throwawayServer(PRIMARY)
  const replica = await replicaOf(server)
  const [one, two] = [await databaseProxy(replica.url), await databaseProxy(server.url)]
  const url = one.through(server.url).replace(/@([^/]+)/, `@$1,${new URL(two.through(server.url)).host}`)
  const database = connectDatabase({ url, readUrl: `${url}?target_session_attrs=standby` })
  const isStandby = async () =>
    (await database.read.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`))[0]
      ?.standby
  try {
    await database.ping()
    expect(await isStandby()).toBe(false)
    await expect.poll(() => database.replica?.state().trouble, { timeout: 20_000 }).toBe(null)
    two.leadTo(null)
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable)
    await replica.ask('select pg_promote()')
    await expect
      .poll(
        () =>
          database.ping().then(
            () => 'well',
            () => 'down',
          ),
        { timeout: 20_000 },
      )
      .toBe('well')
    expect(await isStandby()).toBe(false)
  } finally {
    await database.close()
    await one.close()
    await two.close()
    await replica.stop()
    await server.stop()
  }
})

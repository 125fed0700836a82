import { randomBytes } from 'node:crypto'
import { clientOptions } from 'db/address'
import { type Doors, type DoorsOptions, openDoors } from 'db/doors'
import postgres, { type Sql } from 'postgres'
import { inject } from 'vitest'

export interface TestDatabase {
  doors: Doors
  /** The owner of the tables, who may also make scratch tables; dates come as text. */
  ownerSql: Sql
  url: string
  ownerUrl: string
  drop(): Promise<void>
}

/**
 * A database of one's own with the migrated tables and no rows but the migrations'. Make one per test file, in
 * beforeAll, and drop it in afterAll.
 */
export async function testDatabase(options: Omit<DoorsOptions, 'url'> = {}): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = new URL(server.url).pathname.slice(1)
  const admin = client(server.adminUrl)
  await admin`create database ${admin(name)} template ${admin(template)} owner fundesk_owner`
  await admin`revoke temporary on database ${admin(name)} from public`
  const url = renamed(server.url, name)
  const ownerUrl = renamed(server.ownerUrl, name)
  const ownerSql = client(ownerUrl)
  const doors = openDoors({ ...options, url })
  return {
    doors,
    ownerSql,
    url,
    ownerUrl,
    async drop() {
      await doors.close()
      await ownerSql.end({ timeout: 2 })
      await admin`drop database ${admin(name)} with (force)`
      await admin.end({ timeout: 2 })
    },
  }
}

function renamed(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.toString()
}

function client(url: string): Sql {
  const text = (value: string) => value
  return postgres({
    ...clientOptions(url),
    max: 2,
    onnotice: () => {},
    types: { day: { to: 1082, from: [1082, 1114], serialize: text, parse: text } },
  })
}

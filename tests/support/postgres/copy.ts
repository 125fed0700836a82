import { randomBytes } from 'node:crypto'
import { clientOptions } from 'db/connection'
import postgres, { type Sql } from 'postgres'

/** Addresses of one database: of the application's account, of the owner of its tables, and of the superuser. */
export interface Addresses {
  url: string
  ownerUrl: string
  adminUrl: string
}

/** A copy of a database beside it, by a name of its own. Nobody may be connected to the database that is copied. */
export async function copyOf({ url, ownerUrl, adminUrl }: Addresses) {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = new URL(url).pathname.slice(1)
  const admin = client(adminUrl)
  await admin`create database ${admin(name)} template ${admin(template)} owner fundesk_owner`
  await admin`revoke temporary on database ${admin(name)} from public`
  return {
    url: renamed(url, name),
    ownerUrl: renamed(ownerUrl, name),
    async drop() {
      await admin`drop database ${admin(name)} with (force)`
      await admin.end({ timeout: 2 })
    },
    /** Lets go of the server, and leaves the copy to its end. */
    leave: () => admin.end({ timeout: 2 }),
  }
}

/** Two connections of a test's own; days come as text. */
export function client(url: string): Sql {
  const text = (value: string) => value
  return postgres({
    ...clientOptions(url),
    max: 2,
    onnotice: () => {},
    types: { day: { to: 1082, from: [1082, 1114], serialize: text, parse: text } },
  })
}

/** The address of another database of the same server. */
export function renamed(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.toString()
}

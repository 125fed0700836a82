import { randomBytes } from 'node:crypto'
import { clientOptions } from 'db/connection'
import postgres, { type Sql } from 'postgres'

/** Addresses of one database: for the application’s account, the owner of its tables, and the superuser. */
export interface Addresses {
  url: string
  ownerUrl: string
  adminUrl: string
}

/** A copy of a database on the same server, with a new name. The source must have no connections. */
export async function copyOf({ url, ownerUrl, adminUrl }: Addresses) {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = new URL(url).pathname.slice(1)
  const admin = client(adminUrl)
  // Copied as files, instead of page by page into the log, it takes two thirds of the time.
  await admin`create database ${admin(name)} template ${admin(template)} owner fundesk_owner strategy file_copy`
  await admin`revoke temporary on database ${admin(name)} from public`
  return {
    url: renamed(url, name),
    ownerUrl: renamed(ownerUrl, name),
    async drop() {
      await admin`drop database ${admin(name)} with (force)`
      await admin.end({ timeout: 2 })
    },
    /** Disconnects from the server, and leaves the copy there. */
    leave: () => admin.end({ timeout: 2 }),
  }
}

/** A test’s own two connections; days come as text. */
export function client(url: string): Sql {
  const text = (value: string) => value
  return postgres({
    ...clientOptions(url),
    max: 2,
    onnotice: () => {},
    types: { day: { to: 1082, from: [1082, 1114], serialize: text, parse: text } },
  })
}

/** The address of another database on the same server. */
export function renamed(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.toString()
}

import { join } from 'node:path'
import { migrate } from 'db/migrate'
import type { Sql } from 'postgres'
import { testSite } from 'tests/support/site'
import { newSigningKey, openSigning, type Signing } from '~/platform/workflow/signing.server'

/** Runs statements as a superuser, without triggers and foreign keys. */
const untoldBy =
  (admin: Sql) =>
  (...statements: string[]) =>
    admin.begin(async (sql) => {
      await sql.unsafe('set local session_replication_role = replica')
      for (const statement of statements) await sql.unsafe(statement)
    })

/** Seals all unsealed rows, as the first start of a version that covers them does. */
export async function sealStart(untold: ReturnType<typeof untoldBy>, url: string, { sign }: Signing) {
  await untold(
    'delete from data_change where not exists (select from change_seal s where s.id = seal_id)',
    "update covered_table set columns = ''",
  )
  await migrate({ url, folder: join(process.cwd(), 'db/migrations'), sign })
}

/** A site that seals every change, as the product does, with the rows left by migrations sealed too. */
export async function sealedSite() {
  const key = newSigningKey()
  const signing = openSigning(key)
  const site = await testSite({ sign: signing.sign })
  const untold = untoldBy(site.admin)
  await sealStart(untold, site.ownerUrl, signing)
  return { ...site, key, signing, untold }
}

export type SealedSite = Awaited<ReturnType<typeof sealedSite>>

import { join } from 'node:path'
import { migrate } from 'db/migrate'
import { testSite } from 'tests/support/site'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'

/** A site whose every change is sealed, as the product opens it; with the rows that migrations left sealed as well. */
export async function sealedSite() {
  const key = newSigningKey()
  const signing = openSigning(key)
  const site = await testSite({ sign: signing.sign })
  /** Runs statements as a superuser whom no trigger and no foreign key stops. */
  const untold = (...statements: string[]) =>
    site.admin.begin(async (sql) => {
      await sql.unsafe('set local session_replication_role = replica')
      for (const statement of statements) await sql.unsafe(statement)
    })
  await untold(
    'delete from data_change where not exists (select from change_seal s where s.id = seal_id)',
    "update covered_table set columns = ''",
  )
  await migrate({ url: site.ownerUrl, folder: join(process.cwd(), 'db/migrations'), sign: signing.sign })
  return { ...site, key, signing, untold }
}

export type SealedSite = Awaited<ReturnType<typeof sealedSite>>

import { connectDatabase } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { ownName } from './own-name'
import { ownSite } from './own-site'

/** The name of a legal entity of one's own, to which no bank account, budget or invoice belongs. */
export async function newEntity(about: string, kind: 'COMPANY' | 'FUND' = 'FUND'): Promise<string> {
  const name = ownName(`${about} `)
  const database = connectDatabase({ url: ownSite().url })
  try {
    await database.transaction((tx) =>
      tx.insert(legalEntity).values({ name, kind, jurisdiction: 'Luxembourg' }),
    )
    return name
  } finally {
    await database.close()
  }
}

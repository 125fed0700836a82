import type { Database } from 'db/database'
import { fileFormat } from 'db/schema/file-formats'

interface FormatToStore {
  code: string
  name: string
  provider?: string | null
  from: string
  to?: string | null
}

/** Stores a version of a format as if it had been approved. */
export async function storeFormat(
  { transaction }: Pick<Database, 'transaction'>,
  format: FormatToStore & Record<string, unknown>,
  version = 1,
): Promise<void> {
  await transaction((tx) =>
    tx.insert(fileFormat).values({
      code: format.code,
      version,
      name: format.name,
      provider: format.provider ?? null,
      validFrom: format.from,
      validTo: format.to ?? null,
      definition: JSON.stringify(format),
      approvedAt: new Date('2026-10-01T08:00:00Z'),
    }),
  )
}

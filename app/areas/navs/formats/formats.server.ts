import type { Read } from 'db/database'
import { fileFormat } from 'db/schema/file-formats'
import { asc, eq } from 'drizzle-orm'
import { checkFormat, type Format } from '~/platform/formats/format'
import type { Day } from '~/platform/values/day'
import type { FormatVersion } from '../workbooks/read-by-format'

/** A stored version of a file format. */
export type StoredVersion = typeof fileFormat.$inferSelect

/** All versions of all formats, or of one, the oldest first. */
export function formatVersions(read: Read, code?: string): Promise<StoredVersion[]> {
  const of = code === undefined ? undefined : eq(fileFormat.code, code)
  return read.select().from(fileFormat).where(of).orderBy(asc(fileFormat.code), asc(fileFormat.version))
}

/** The version of a format that counts on a NAV date: the newest that begins by then; null where that has ended. */
export function versionOn<Version extends Pick<StoredVersion, 'validFrom' | 'validTo'>>(
  versions: readonly Version[],
  day: Day,
): Version | null {
  const begun = versions.findLast(({ validFrom }) => validFrom <= day) ?? null
  return begun && (begun.validTo === null || begun.validTo >= day) ? begun : null
}

/** A stored version, ready to read files. */
export function opened({ code, version, definition }: StoredVersion): FormatVersion {
  return { code, version, format: formatOf(definition) }
}

function formatOf(definition: string): Format {
  const checked = checkFormat(JSON.parse(definition))
  // It was checked before it was stored.
  if ('faults' in checked) throw new Error(`A stored file format is not valid: ${checked.faults[0]?.what}`)
  return checked.format
}

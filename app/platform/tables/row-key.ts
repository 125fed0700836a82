import type { RowValues } from './table-column'

/**
 * The key of a row as one text for addresses: the values of its key fields joined by "~". It is never a special path
 * such as "..".
 */
export function rowKey(fields: readonly string[], row: RowValues): string {
  return fields
    .map((field) =>
      encodeURIComponent(String(row[field] ?? ''))
        .replaceAll('~', '%7E')
        .replace(/^\./, '%2E'),
    )
    .join('~')
}

/** The values in a key, by field; null for a text that is not a key of these fields. */
export function keyParts(fields: readonly string[], key: string): Record<string, string> | null {
  const parts = key.split('~')
  if (parts.length !== fields.length) return null
  try {
    const values = parts.map(decodeURIComponent)
    // The database cannot store these characters, so no row has them.
    if (values.some((value) => /[\p{Cc}\p{Cs}]/u.test(value))) return null
    return Object.fromEntries(fields.map((field, at) => [field, values[at] ?? '']))
  } catch {
    return null
  }
}

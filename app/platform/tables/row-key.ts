import type { RowValues } from './table-column'

/**
 * The key of a row as one text for addresses: the values of its key fields joined by "~". It never is a path of its
 * own, such as "..".
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

/** The values in a key, by field; null for a text that is no key of these fields. */
export function keyParts(fields: readonly string[], key: string): Record<string, string> | null {
  const parts = key.split('~')
  if (parts.length !== fields.length) return null
  try {
    const values = parts.map(decodeURIComponent)
    // No database keeps these, so no row has them.
    if (values.some((value) => /[\p{Cc}\p{Cs}]/u.test(value))) return null
    return Object.fromEntries(fields.map((field, at) => [field, values[at] ?? '']))
  } catch {
    return null
  }
}

import { DomainError } from '~/platform/values/domain-error'
import { plainColumnName, type RowValues } from './table-column'

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

/** A row as sent by a form or a call, not checked yet. */
export type PostedRow = Readonly<Record<string, unknown>>

/**
 * The same row by column names, from which the characters . : [ ] are stripped (specification, section 5).
 * @throws DomainError when two names become equal
 */
export function plainRow(given: PostedRow): PostedRow {
  const row = new Map<string, unknown>()
  for (const [name, value] of Object.entries(given)) {
    const plain = plainColumnName(name)
    if (row.has(plain))
      throw new DomainError('invalid', `The column "${plain}" was sent twice. Send it once.`, {
        fields: { [plain]: 'It was sent twice.' },
      })
    row.set(plain, value)
  }
  return Object.fromEntries(row)
}

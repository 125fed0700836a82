import { DomainError } from '~/platform/values/domain-error'
import { plainColumnName } from './table-column'

/** A row as a form or a call sent it: not checked yet. */
export type PostedRow = Readonly<Record<string, unknown>>

/**
 * The same row by its column names, which lose the characters . : [ ] (specification, section 5).
 * @throws DomainError when two names become the same
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

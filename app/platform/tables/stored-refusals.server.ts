import type { Read } from 'db/database'
import { errorCode } from 'db/failures'
import { DomainError } from '~/platform/values/domain-error'
import { DELETE_TITLE } from './delete-row.server'
import type { LookupDefinition } from './lookup-definition.server'
import type { RowValues, Words } from './table-column'
import { usesOf } from './uses.server'

const UNIQUE = '23505'
const REFERENCED = '23503'

/** Writes a row; one that is there already is refused beside its fields. */
export async function refuseTaken<Answer>(
  { one, unique, fields, labelOf }: LookupDefinition,
  { values, words }: { values: RowValues; words: Words },
  write: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await write()
  } catch (error) {
    if (errorCode(error) !== UNIQUE) throw error
    const names = unique.map((field) => fields[field]?.header ?? field).join(' and ')
    const message = `There is already ${article(one)} ${labelOf(values, words)}. Give another ${names.toLowerCase()}, or change that one.`
    throw new DomainError('invalid', message, { fields: { [unique[0]]: message } })
  }
}

/** Deletes a row; one in use is refused with what uses it. */
export async function refuseUsed(
  read: Read,
  { one, uses, instead, labelOf }: LookupDefinition,
  { row, words }: { row: RowValues; words: Words },
  write: () => Promise<unknown>,
): Promise<void> {
  const refused = (by: string) =>
    new DomainError(
      'refused',
      `${one.charAt(0).toUpperCase()}${one.slice(1)} ${labelOf(row, words)} is used by ${by} and cannot be deleted. ${instead}`,
      { title: DELETE_TITLE },
    )
  const users = await usesOf(read, uses, row)
  if (users.length > 0) throw refused(listed(users))
  try {
    await write()
  } catch (error) {
    throw errorCode(error) === REFERENCED ? refused(referringRows(error)) : error
  }
}

/** The table that the database named when it refused: one that no list of uses has. */
function referringRows(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const table = /foreign key constraint .* on table "([a-z_]+)"$/.exec(at.message)?.[1]
    if (table) return `rows of "${table.replaceAll('_', ' ')}"`
  }
  return 'other data'
}

const article = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** "4 funds, 2 rates and 1 invoice" */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

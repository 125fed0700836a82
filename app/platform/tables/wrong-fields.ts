import { DomainError } from '~/platform/values/domain-error'

/** Refuses a row for its fields, each with a sentence; answers when there is none. @throws DomainError invalid */
export function wrongFields(faults: Readonly<Record<string, string | null | undefined>>): void {
  const fields = Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new DomainError('invalid', sentences.join(' '), { fields })
}

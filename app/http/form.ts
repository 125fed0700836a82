import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import { DomainError } from '~/domain/values/domain-error'

/** The text fields of a form as they were typed; a field that came twice is refused. */
export function typedFields(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    if (name in typed && !name.endsWith('[]'))
      throw new DomainError('invalid', `The field "${name}" was sent twice. Reload the page and try again.`)
    typed[name] = value
  }
  return typed
}

/** The same for the text fields of a multipart form, which come as they were read. */
export function parseFields<Schema extends z.ZodType>(
  fields: Readonly<Record<string, string>>,
  schema: Schema,
  title?: string,
): z.output<Schema> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return parseForm(form, schema, title)
}

/** Checks a form against its schema; faults come back as one refusal with a sentence beside each field. */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  title?: string,
): z.output<Schema> {
  const submission = parseWithZod(form, { schema })
  if (submission.status === 'success') return submission.value as z.output<Schema>
  const fields: Record<string, string> = {}
  for (const [name, errors] of Object.entries(submission.error ?? {})) fields[name] = (errors ?? []).join(' ')
  const sentences = Object.values(fields).filter((text) => text !== '')
  throw new DomainError('invalid', sentences.join(' ') || 'Check the fields and try again.', {
    fields,
    ...(title ? { title } : {}),
  })
}

import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import { DomainError } from '~/domain/values/domain-error'
import { drainBody } from './drain'
import { readUpload } from './upload'
import { noFiles } from './upload-limits'
import { isPasswordField, typedText } from './upload-parts'

/**
 * The text fields of a posted form as they were typed. Forms have no files: those go through readUpload.
 * @throws DomainError for a body that is no form, a damaged one, a field that came twice, or text that nobody can store
 */
export async function readTyped(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'multipart/form-data') return (await readUpload(request, noFiles)).fields
  if (type !== 'application/x-www-form-urlencoded') {
    drainBody(request)
    throw new DomainError(
      'invalid',
      'No form arrived. Fill in the form on the page, or send its fields as one.',
    )
  }
  const form = await request.formData().catch(() => {
    throw new DomainError('invalid', 'The form did not arrive whole. Send it again.')
  })
  const typed = typedFields(form)
  for (const [name, text] of Object.entries(typed)) {
    if (text.includes('\u0000'))
      throw new DomainError(
        'invalid',
        `The text in "${name}" holds a character that cannot be stored (NUL). Type it anew and try again.`,
      )
    if (!isPasswordField(name)) typed[name] = typedText(text)
  }
  return typed
}

/** The text fields of a form; a field that came twice is refused. */
export function typedFields(form: FormData): Record<string, string> {
  const typed = new Map<string, string>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    if (typed.has(name))
      throw new DomainError('invalid', `The field "${name}" was sent twice. Reload the page and try again.`)
    typed.set(name, value)
  }
  return Object.fromEntries(typed)
}

/** Checks a form against its schema; faults come back as one refusal with a sentence beside each field. */
export function parseFields<Schema extends z.ZodType>(
  fields: Readonly<Record<string, string>>,
  schema: Schema,
  title?: string,
): z.output<Schema> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const submission = parseWithZod(form, { schema })
  if (submission.status === 'success') return submission.value as z.output<Schema>
  const faults: Record<string, string> = {}
  for (const [name, errors] of Object.entries(submission.error ?? {})) faults[name] = (errors ?? []).join(' ')
  const sentences = Object.values(faults).filter((text) => text !== '')
  throw new DomainError('invalid', sentences.join(' ') || 'Check the fields and try again.', {
    fields: faults,
    ...(title ? { title } : {}),
  })
}

import type { z } from 'zod'
import { DomainError } from '~/domain/values/domain-error'
import { typedFields } from '../form'
import { CallFault } from './refusal'

/**
 * The body of a call, JSON or a form, checked. Fields that the schema does not name are left aside: callers send whole
 * rows back. No body counts as an empty one.
 * @throws CallFault for a body of another kind or broken JSON; DomainError for one that is no object, or with a sentence for
 * each wrong field
 */
export async function readBody<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = await bodyOf(request)
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new DomainError('invalid', 'Send the fields as one object.')
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const fields: Record<string, string> = {}
  for (const { path, message } of read.error.issues) fields[path.join('.')] ??= message
  const sentences = Object.entries(fields).map(([name, message]) =>
    name ? `"${name}": ${message}` : message,
  )
  throw new DomainError('invalid', sentences.join(' ') || 'Check the fields and try again.', { fields })
}

/**
 * The body of a call as it came, JSON or the fields of a form; no body counts as an empty object.
 * @throws CallFault for a body of another kind or broken JSON
 */
export async function bodyOf(request: Request): Promise<unknown> {
  const type = (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/x-www-form-urlencoded')
    return typedFields((await request.formData().catch(broken)) as FormData)
  const text = await request.text().catch(broken)
  if (text.trim() === '') return {}
  if (type !== 'application/json' && !type.endsWith('+json'))
    throw new CallFault(415, 'Send the fields as application/json or application/x-www-form-urlencoded.')
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new CallFault(400, 'The body is no complete JSON. Check it and send it again.')
  }
}

function broken(): never {
  throw new CallFault(400, 'The body did not arrive whole. Send it again.')
}

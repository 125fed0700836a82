import type { z } from 'zod'
import { DomainError } from '~/platform/values/domain-error'
import { typedFields } from '../form'
import { fieldsOfText, mediaTypeOf, parseJson, readText } from '../request-text'
import { noFiles } from '../upload-limits'
import { CallFault } from './call-fault'
import type { AlsoTakes } from './call-types'
import { readCallUpload } from './upload'

/**
 * The body of a call, JSON or a form, checked. Fields that the schema does not name are left aside: callers send whole
 * rows back. No body counts as an empty one.
 * @throws CallFault for a body of another kind or broken JSON; DomainError for one that is no object, or with a sentence for
 * each wrong field
 */
export async function readBody<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
  { multipart, bare }: AlsoTakes = {},
): Promise<z.output<Schema>> {
  if (multipart && mediaTypeOf(request) === 'multipart/form-data')
    return checkedFields((await readCallUpload(request, noFiles)).fields, schema)
  const body = await bodyOf(request)
  const isBare = bare !== undefined && (typeof body === 'number' || typeof body === 'string')
  return checkedFields(isBare ? { [bare]: body } : body, schema)
}

/** Fields that were sent, checked. @throws DomainError for what is no object, or with a sentence for each wrong field */
export function checkedFields<Schema extends z.ZodObject>(body: unknown, schema: Schema): z.output<Schema> {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new DomainError('invalid', 'Send the fields as one object.')
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const fields: Record<string, string> = {}
  const sentences: string[] = []
  for (const issue of read.error.issues) {
    const { message } = issue
    const name = issue.path.join('.')
    if (fields[name] !== undefined) continue
    fields[name] = message
    const isWhole = name === '' || (issue.code === 'custom' && issue.params?.whole === true)
    sentences.push(isWhole ? message : `"${name}": ${message}`)
  }
  throw new DomainError('invalid', sentences.join(' ') || 'Check the fields and try again.', { fields })
}

/**
 * The body of a call as it came, JSON or the fields of a form; no body counts as an empty object. Of what kind it is, is
 * looked at before anything of it is read.
 * @throws CallFault for a body of another kind or broken JSON; DomainError for one that is too large
 */
export async function bodyOf(request: Request): Promise<unknown> {
  const type = mediaTypeOf(request)
  const isForm = type === 'application/x-www-form-urlencoded'
  const isJson = type === 'application/json' || (type.startsWith('application/') && type.endsWith('+json'))
  if (!isForm && !isJson && announcesBody(request)) throw otherKind()
  const text = await readText(request).catch((error: unknown) => {
    if (error instanceof DomainError) throw error
    throw new CallFault(400, 'The body did not arrive whole. Send it again.')
  })
  if (isForm) return typedFields(fieldsOfText(text))
  if (text.trim() === '') return {}
  if (!isJson) throw otherKind()
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new CallFault(400, 'The body is no complete JSON. Check it and send it again.')
  }
}

const announcesBody = ({ headers }: Request) =>
  headers.has('Transfer-Encoding') || Number(headers.get('Content-Length') ?? 0) > 0

function otherKind(): CallFault {
  return new CallFault(415, 'Send the fields as application/json or application/x-www-form-urlencoded.')
}

import { z } from 'zod'
import { DomainError } from '~/domain/values/domain-error'
import { bodyOf } from '~/http/calls/body'
import { readCallUpload } from '~/http/calls/upload'
import { idValue, nothing, numberValue } from '~/http/calls/values'
import { noFiles } from '~/http/upload-limits'

export type Body = Readonly<Record<string, unknown>>

/** The body of a call about drafts: a form of either kind, or JSON. @throws CallFault, DomainError */
export async function readDraftBody(request: Request): Promise<Body> {
  const type = request.headers.get('Content-Type') ?? ''
  if (/^multipart\/form-data\b/i.test(type)) return (await readCallUpload(request, noFiles)).fields
  const body = await bodyOf(request)
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new DomainError('invalid', 'Send the fields as one object.')
  return body as Body
}

/** An id in a body. @throws DomainError invalid, beside the field */
export function idIn(body: Body, field: string): number {
  const read = idValue.safeParse(body[field])
  if (read.success) return read.data
  throw new DomainError('invalid', `Give "${field}", a whole number.`, {
    fields: { [field]: 'Give an id, a whole number.' },
  })
}

/** The same where it may be left out. */
export function optionalIdIn(body: Body, field: string): number | null {
  return nothing(body[field]) === null ? null : idIn(body, field)
}

const revisionValue = z.preprocess(nothing, numberValue.nullable())

/**
 * The revision of the draft that the caller saw: the field `revision`, which whoever sends a draft back has, or If-Match.
 * Null when neither is there: then only what is sent changes, whoever changed something else meanwhile.
 */
export function seenRevision(request: Request, body: Body): number | null {
  const read = revisionValue.safeParse(body.revision ?? revisionOfTag(request.headers.get('If-Match')))
  if (read.success) return read.data
  throw new DomainError('invalid', 'Give "revision" as it came with what you read.', {
    fields: { revision: 'Give a whole number.' },
  })
}

/** "*" is whatever is there. A tag that cannot be ours stays as it is, and is refused: somebody meant to be careful. */
function revisionOfTag(given: string | null): string | undefined {
  const tag = given?.trim()
  if (tag === undefined || tag === '*') return undefined
  // Who compresses an answer on its way makes its tag a weak one.
  return /^(?:W\/)?"?(\d{1,9})(?:-[\w-]+)?"?$/.exec(tag)?.[1] ?? tag
}

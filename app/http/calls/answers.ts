import { createHash } from 'node:crypto'
import { z } from 'zod'
import { KINDS } from '~/platform/files/file-types'
import type { ListKind } from '~/platform/lists/list'
import { EVENT_CLASSES } from '~/platform/workflow/types'

/** What calls return, for their documentation; the contract test checks every response against it. */

/** A document: the media types that it may have. */
export interface FileAnswer {
  file: readonly string[]
  /** It is stored: ranges of it may be requested, and it is not sent again to a caller that has it. */
  stored?: true
}

/** By status. The refusals of calls are the same everywhere and documented once. */
export type Answers = Partial<Record<200 | 201 | 202, z.ZodType | FileAnswer>> & { 204?: 'nothing' }

export const anId = z.int().min(1).describe('An id.')
export const aNumber = z.int().describe('A whole number.')
export const aText = z.string()
export const aDay = z.iso.date().describe('A day, yyyy-MM-dd.')
export const anInstant = z.iso.datetime().describe('An instant, ISO 8601 in UTC.')
export const aBoolean = z.boolean()

/** The style of a badge. */
export const anEventClass = z.enum(EVENT_CLASSES)

/** Exact: a program that reads it as a binary fraction loses cents. */
export const anAmount = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .describe('An exact decimal, as text.')

export function aFile(...types: string[]): FileAnswer {
  return { file: types }
}

export function aStoredFile(...types: string[]): FileAnswer {
  return { file: types, stored: true }
}

const FILE_KINDS: Record<ListKind, z.ZodType> = {
  text: aText,
  number: anAmount,
  day: aDay,
  instant: anInstant,
  boolean: aBoolean,
}

/**
 * The fields of a row by the columns of its list, each null where it is empty.
 * @param own fields that are not columns, or whose values differ from what their column describes
 */
export function rowOf<Own extends z.ZodRawShape>(columns: Readonly<Record<string, ListKind>>, own: Own) {
  const told = Object.entries(columns).map(([name, kind]) => [name, FILE_KINDS[kind].nullable()])
  return z.object({ ...(Object.fromEntries(told) as Record<string, z.ZodType>), ...own })
}

/** A row of the not-retired lists: name and id (specification, section 7). */
export const aLivingName = z.object({ id: anId, name: aText }).meta({ id: 'LivingName' })

const taken = Object.values(KINDS).filter(({ family }) => family !== 'protected' && family !== 'other')

/** A stored document, of any kind that uploads accept. */
export const aDocument = aStoredFile(...new Set(taken.map(({ mediaType }) => mediaType)))

/** JSON whose text is at hand, so that nobody reads the body again to tell what is in it. */
class JsonAnswer extends Response {
  constructor(
    readonly content: string,
    init: ResponseInit,
  ) {
    super(content, init)
  }
}

/** JSON that is never cached. Instants are written as ISO 8601 in UTC, days and decimals as they are. */
export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new JsonAnswer(JSON.stringify(body ?? null), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}

/** The response for the new object of an upload or a POST. */
export function created(body: unknown): Response {
  return jsonAnswer(body, 201)
}

/**
 * The JSON of a read with a tag of its content; 304 without a body when the caller already has this content. A tag that
 * a call set itself, such as a revision, stays in front: If-Match compares only that.
 */
export function answerUnlessKnown(request: Request, answer: Response): Response {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (!reads || answer.status !== 200 || !(answer instanceof JsonAnswer)) return answer
  const { headers } = answer
  const digest = createHash('sha256').update(answer.content).digest('base64url').slice(0, 22)
  const revision = /^"([^"]*)"$/.exec(headers.get('ETag') ?? '')?.[1]
  const tag = `"${revision === undefined ? '' : `${revision}-`}${digest}"`
  headers.set('ETag', tag)
  if (!isKnown(request.headers.get('If-None-Match'), tag)) return answer
  headers.delete('Content-Type')
  return new Response(null, { status: 304, headers })
}

/** RFC 9110, 13.1.2: compared weakly, because a proxy that compresses a response makes its tag weak. */
function isKnown(asked: string | null, tag: string): boolean {
  const tags = asked?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(tag)
}

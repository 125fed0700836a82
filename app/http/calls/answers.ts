import { createHash } from 'node:crypto'
import { z } from 'zod'
import { KINDS } from '~/platform/files/file-types'
import type { ListKind } from '~/platform/lists/list'
import type { FieldKind, ListField, ListFields } from '~/platform/lists/list-fields.server'
import { EVENT_CLASSES } from '~/platform/workflow/types'

/** What calls return, for the documentation; the contract test checks every response against it. */

/** A document: its possible media types. */
export interface FileAnswer {
  file: readonly string[]
  /** Stored: callers may request ranges of it, and do not get it again if they already have it. */
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
 * The fields of a row, from the columns of its list; each may be null.
 * @param own fields that are not columns, or whose values differ from their column's description
 */
export function rowOf<Own extends z.ZodRawShape>(columns: Readonly<Record<string, ListKind>>, own: Own) {
  const fields = Object.entries(columns).map(([name, kind]) => [name, FILE_KINDS[kind].nullable()])
  return z.object({ ...(Object.fromEntries(fields) as Record<string, z.ZodType>), ...own })
}

const VALUES: Record<FieldKind, z.ZodType> = {
  id: anId,
  count: aNumber,
  amount: anAmount,
  text: aText,
  day: aDay,
  instant: anInstant,
  boolean: aBoolean,
}

/** A row of a list, from its fields. */
export function aRow(fields: ListFields) {
  const values = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])
  return z.object(Object.fromEntries(values) as Record<string, z.ZodType>)
}

function schemaOf({ kind, oneOf, required, about }: ListField): z.ZodType {
  const value = oneOf ? z.enum(oneOf) : VALUES[kind]
  const given = required ? value : value.nullable()
  return about === undefined ? given : given.describe(about)
}

/** A row of the lists without retired rows: name and id (specification, section 7). */
export const aLivingName = z.object({ id: anId, name: aText }).meta({ id: 'LivingName' })

const taken = Object.values(KINDS).filter(({ family }) => family !== 'protected' && family !== 'other')

/** A stored document of any kind that uploads accept. */
export const aDocument = aStoredFile(...new Set(taken.map(({ mediaType }) => mediaType)))

/** Keeps its text, so that the body need not be read again to compute its tag. */
class JsonAnswer extends Response {
  constructor(
    readonly content: string,
    init: ResponseInit,
  ) {
    super(content, init)
  }
}

/** JSON that is never cached. Instants are in ISO 8601, UTC; days and decimals are unchanged. */
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
 * The JSON of a read with a tag of its content; 304 without a body if the caller already has this content. A tag set by
 * the call itself, such as a revision, comes first: If-Match compares only that.
 */
export function answerUnlessCached(request: Request, answer: Response): Response {
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

/** RFC 9110, 13.1.2: a weak comparison, because a proxy that compresses a response makes its tag weak. */
function isKnown(header: string | null, tag: string): boolean {
  const tags = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(tag)
}

import { z } from 'zod'
import { KINDS } from '~/platform/files/kinds'
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

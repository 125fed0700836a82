import type { z } from 'zod'
import type { FunctionId, Permission } from '~/areas/access/actor'
import type { ListKind } from '~/platform/lists/list'
import type { Guarded, RouteArgs } from '../guard'
import type { UploadLimits } from '../uploads/upload-limits'
import type { Answers } from './answers'

/** How a body may come other than as a JSON object or a plain form. */
export interface AlsoTakes {
  /** As a multipart form without files. */
  multipart?: true
  /** As nothing but the value of this field: the key of a row. */
  bare?: string
  /** Not at all. */
  nothing?: true
}

/** The parts of a multipart body. */
export interface UploadBody<Fields extends z.ZodObject = z.ZodObject> {
  limits: UploadLimits
  /** Text fields beside the files; none by default. */
  fields?: Fields
}

export type SomeFunctions = readonly [FunctionId, ...FunctionId[]]

/**
 * Who may call: any user with a session or token, or a user who may open the function (of several: one of them) and
 * holds one of the permissions.
 */
export type MayCall = 'any user' | readonly [FunctionId | SomeFunctions, ...Permission[]]

export interface Call {
  may: MayCall
  /** Its purpose, in one or two sentences: the documentation shows it. */
  summary: string
  /** Title of the refusals that have none of their own (specification, section 8). */
  title?: string
  /** A GET that changes data: the specification has some. Browsers send GETs that the user did not intend. */
  changes?: true
  /** It takes effect once, whether or not it was sent with an Idempotency-Key. */
  once?: true
  /** Refusals carry their sentence as `error` as well (specification, section 8: the invoice upload). */
  alsoError?: true
  /** Schemas of the address parts that are not ids. */
  path?: Record<string, z.ZodType>
  /** The parameters after "?". */
  query?: z.ZodObject
  /** Of a list: the columns that it is filtered and sorted by, in the grammar of the grids. */
  list?: ListColumns
  /** For several lists in one response: the same, by the prefix of each list's parameters. */
  lists?: Readonly<Record<string, ListColumns>>
  /** Set by `takes` and `takesFiles`. */
  body?: z.ZodObject | UploadBody
  alsoTakes?: AlsoTakes
  /** It compares the revision that the caller saw, as If-Match too. */
  ifMatch?: true
  answers: Answers
  /** Returns a Response, or a value that becomes the JSON of a 200. */
  answer(guarded: Guarded, args: RouteArgs): Promise<unknown>
}

/** Columns by name, with the kind of each. */
export type ListColumns = Readonly<Record<string, ListKind>>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Methods = Partial<Record<Method, Call>>

/** The calls of an area, by their address below /api: "budget/delete/:budgetId". */
export interface EndpointTable {
  /** What they are about: their heading in the documentation. */
  about: string
  calls: Readonly<Record<string, Methods>>
}

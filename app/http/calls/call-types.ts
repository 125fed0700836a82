import type { z } from 'zod'
import type { FunctionId, Permission } from '~/areas/access/actor'
import type { ListKind } from '~/platform/lists/list'
import type { Guarded, RouteArgs } from '../guard'
import type { UploadLimits } from '../uploads/upload-limits'
import type { Answers } from './answers'

/** Forms of a body other than a JSON object or a plain form. */
export interface AlsoTakes {
  /** A multipart form without files. */
  multipart?: true
  /** Only the value of this field: the key of a row. */
  bare?: string
  /** No body at all. */
  nothing?: true
}

/** The parts of a multipart body. */
export interface UploadBody<Fields extends z.ZodObject = z.ZodObject> {
  limits: UploadLimits
  /** Text fields in addition to the files; none by default. */
  fields?: Fields
}

export type SomeFunctions = readonly [FunctionId, ...FunctionId[]]

/**
 * Who may call: any user with a session or token, or users who may open the function (one of several) with one of the
 * permissions.
 */
export type MayCall = 'any user' | readonly [FunctionId | SomeFunctions, ...Permission[]]

export interface Call {
  may: MayCall
  /** Its purpose, in one or two sentences, for the documentation. */
  summary: string
  /** Title of refusals without their own (specification, section 8). */
  title?: string
  /** A GET that changes data: the specification has some. Browsers send GETs that the user did not intend. */
  changes?: true
  /** It takes effect once, with or without an Idempotency-Key. */
  once?: true
  /** Refusals also have their sentence in `error` (specification, section 8: the invoice upload). */
  alsoError?: true
  /** Schemas of address parts that are not ids. */
  path?: Record<string, z.ZodType>
  /** The parameters after "?". */
  query?: z.ZodObject
  /** The columns of a list that can be filtered and sorted, in the grammar of the grids. */
  list?: ListColumns
  /** The same for several lists in one response, by the prefix of each list's parameters. */
  lists?: Readonly<Record<string, ListColumns>>
  /** Set by `takes` and `takesFiles`. */
  body?: z.ZodObject | UploadBody
  alsoTakes?: AlsoTakes
  /** Files in a multipart form, in place of the body: set by `takesEither`. */
  alsoFiles?: UploadBody
  /** It compares the revision that the caller saw, also from If-Match. */
  ifMatch?: true
  answers: Answers
  /** Returns a Response, or a value that becomes JSON with status 200. */
  answer(guarded: Guarded, args: RouteArgs): Promise<unknown>
}

/** Columns by name, with their kinds. */
export type ListColumns = Readonly<Record<string, ListKind>>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Methods = Partial<Record<Method, Call>>

/** The calls of an area, by address below /api: "budget/delete/:budgetId". */
export interface EndpointTable {
  /** Their subject: the heading in the documentation. */
  about: string
  calls: Readonly<Record<string, Methods>>
}

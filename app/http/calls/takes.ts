import type { z } from 'zod'
import type { Guarded, RouteArgs } from '../guard'
import type { Upload } from '../upload'
import type { UploadLimits } from '../upload-limits'
import { readBody } from './body'
import type { Call } from './call'
import { readCallUpload } from './upload'

/** The parts of a multipart body. */
export interface UploadBody {
  limits: UploadLimits
  /** Text fields beside the files; none unless told. */
  fields?: z.ZodObject
}

/**
 * A call with a body: the schema checks it before the call does anything, and documents it.
 * @param schema where days depend on the site's time zone, made for a zone
 */
export function takes<Schema extends z.ZodObject>(
  schema: Schema | ((timeZone: string) => Schema),
  answer: (guarded: Guarded, args: RouteArgs, body: z.output<Schema>) => Promise<unknown>,
): Pick<Call, 'body' | 'answer'> {
  const schemaIn = (timeZone: string) => (typeof schema === 'function' ? schema(timeZone) : schema)
  return {
    body: schemaIn('UTC'),
    async answer(guarded, args) {
      const { timeZone } = guarded.services.settings
      return answer(guarded, args, await readBody(args.request, schemaIn(timeZone)))
    },
  }
}

/** A call with files, in the field "files" of a multipart body. The body is read once `before` let the caller pass. */
export function takesFiles<Before = undefined>(
  upload: UploadBody,
  answer: (guarded: Guarded, args: RouteArgs, upload: Upload, before: Before) => Promise<unknown>,
  before?: (guarded: Guarded, args: RouteArgs) => Promise<Before>,
): Pick<Call, 'body' | 'answer'> {
  return {
    body: upload,
    async answer(guarded, args) {
      const passed = (await before?.(guarded, args)) as Before
      return answer(guarded, args, await readCallUpload(args.request, upload.limits), passed)
    },
  }
}

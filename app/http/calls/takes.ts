import { z } from 'zod'
import type { Guarded, RouteArgs } from '../guard'
import { throttleFile } from '../throttle'
import type { UploadedFile } from '../upload'
import { withUpload } from '../with-upload'
import { checkedFields, readBody } from './body'
import type { AlsoTakes, Call, UploadBody } from './call-types'
import { onceSent } from './once-sent'
import { refuseOtherThanForm } from './upload'

const noFields = z.object({})

/**
 * A call with a body: the schema checks it before the call does anything, and documents it.
 * @param schema where days depend on the site's time zone, made for a zone
 */
export function takes<Schema extends z.ZodObject>(
  schema: Schema | ((timeZone: string) => Schema),
  answer: (guarded: Guarded, args: RouteArgs, body: z.output<Schema>) => Promise<unknown>,
  alsoTakes: AlsoTakes = {},
): Pick<Call, 'body' | 'alsoTakes' | 'answer'> {
  const schemaIn = (timeZone: string) => (typeof schema === 'function' ? schema(timeZone) : schema)
  return {
    body: schemaIn('UTC'),
    alsoTakes,
    async answer(guarded, args) {
      const { timeZone } = guarded.services.settings
      const body = await readBody(args.request, schemaIn(timeZone), alsoTakes)
      return onceSent(guarded, args.request, { body }, (within) => answer(within, args, body))
    },
  }
}

/**
 * A call with files, in the field "files" of a multipart body. The body is read once `before` let the caller pass, and
 * its text fields are checked by the schema that documents them.
 */
export function takesFiles<Fields extends z.ZodObject = typeof noFields, Before = undefined>(
  upload: UploadBody<Fields>,
  answer: (
    guarded: Guarded,
    args: RouteArgs,
    upload: { files: UploadedFile[]; fields: z.output<Fields> },
    before: Before,
  ) => Promise<unknown>,
  before?: (guarded: Guarded, args: RouteArgs) => Promise<Before>,
): Pick<Call, 'body' | 'answer'> {
  return {
    body: upload,
    async answer(guarded, args) {
      const passed = (await before?.(guarded, args)) as Before
      await throttleFile(guarded)
      refuseOtherThanForm(args.request)
      return withUpload(guarded, args.request, upload.limits, ({ files, fields }) => {
        const checked = checkedFields(fields, upload.fields ?? noFields) as z.output<Fields>
        return onceSent(guarded, args.request, { body: checked, files }, (within) =>
          answer(within, args, { files, fields: checked }, passed),
        )
      })
    },
  }
}

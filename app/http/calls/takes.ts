import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { CallFault } from '~/http/refusal'
import { withStagedFiles } from '~/platform/files/staged-files.server'
import { DomainError } from '~/platform/values/domain-error'
import { refuseOtherContent } from '~/platform/workflow/idempotency.server'
import { typedFields } from '../form'
import type { Guarded, RouteArgs } from '../guard'
import { fieldsOfText, mediaTypeOf, parseJson, readText } from '../request-text'
import { servicesOfProcess } from '../services-of-request'
import { throttleFile } from '../throttle'
import { readUpload, type Upload, type UploadedFile } from '../uploads/upload'
import { noFiles, type UploadLimits } from '../uploads/upload-limits'
import { withUpload } from '../uploads/with-upload'
import type { AlsoTakes, Call, UploadBody } from './call-types'

/** Refuses the body of an upload call if it is not a multipart form. @throws CallFault 415 */
function refuseOtherThanForm(request: Request): void {
  if (mediaTypeOf(request) !== 'multipart/form-data')
    throw new CallFault(415, 'Send the files as multipart/form-data, in the field "files".')
}

/** The fields of a multipart body without files. @throws CallFault for another kind of body, DomainError as readUpload */
function readCallUpload(request: Request, limits: UploadLimits): Promise<Upload> {
  refuseOtherThanForm(request)
  return readUpload(request, limits)
}

/**
 * The checked body of a call, JSON or a form. Fields that the schema does not name are ignored: callers send whole rows
 * back. A missing body counts as an empty one.
 * @throws CallFault for a body of another kind or broken JSON; DomainError for one that is not an object, or with a
 * sentence for each wrong field
 */
async function readBody<Schema extends z.ZodObject>(
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

/**
 * The checked fields of a body. @throws DomainError for a body that is not an object, or with a sentence for each wrong
 * field
 */
function checkedFields<Schema extends z.ZodObject>(body: unknown, schema: Schema): z.output<Schema> {
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
    const isFull = name === '' || (issue.code === 'custom' && issue.params?.fullSentence === true)
    sentences.push(isFull ? message : `"${name}": ${message}`)
  }
  throw new DomainError('invalid', sentences.join(' ') || 'Check the fields and try again.', { fields })
}

/**
 * The unchecked body of a call, JSON or the fields of a form; a missing body counts as an empty object. Its kind is
 * checked before anything is read.
 * @throws CallFault for a body of another kind or broken JSON; DomainError for one that is too large
 */
export async function bodyOf(request: Request): Promise<unknown> {
  const type = mediaTypeOf(request)
  const isForm = type === 'application/x-www-form-urlencoded'
  const isJson = type === 'application/json' || (type.startsWith('application/') && type.endsWith('+json'))
  if (!isForm && !isJson && announcesBody(request)) throw otherKind()
  const text = await readText(request).catch((error: unknown) => {
    if (error instanceof DomainError) throw error
    throw new CallFault(400, 'The body did not arrive completely. Send it again.')
  })
  if (isForm) return typedFields(fieldsOfText(text))
  if (text.trim() === '') return {}
  if (!isJson) throw otherKind()
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new CallFault(400, 'The body is not complete JSON. Check it and send it again.')
  }
}

const announcesBody = ({ headers }: Request) =>
  headers.has('Transfer-Encoding') || Number(headers.get('Content-Length') ?? 0) > 0

function otherKind(): CallFault {
  return new CallFault(415, 'Send the fields as application/json or application/x-www-form-urlencoded.')
}

/**
 * Records what a call sent. An Idempotency-Key that was used with another body is refused: the caller would take the
 * response to the first call for that to the second. A refused call may be corrected and sent again with its key.
 * @throws DomainError conflict
 */
async function recordBody(
  { read, sentKey }: Guarded,
  { context }: RouteArgs,
  body: unknown,
  files: readonly UploadedFile[] = [],
): Promise<void> {
  const sent = sentKey()
  const content = await contentOf(body, files)
  if (sent !== null) await refuseOtherContent(read, { key: sent.key, content })
  context.sends({ body: content })
}

/** Takes a millisecond to hash. */
const PIECE_BYTES = 1024 * 1024

async function contentOf(body: unknown, files: readonly UploadedFile[]): Promise<string> {
  const hash = createHash('sha256').update(written(body))
  for (const { fileName, bytes } of files) {
    hash.update(JSON.stringify([fileName, bytes.byteLength]))
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
      hash.update(bytes.subarray(at, at + PIECE_BYTES))
      // Others are answered in between.
      if (at > 0) await setImmediate()
    }
  }
  return hash.digest('hex')
}

/** Serialises a body with its fields in the order of its schema, regardless of the order in which they were sent. */
function written(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw new DomainError('invalid', 'The fields are nested too deeply. Send them as documented.')
  }
}

const noFields = z.object({})

const StagedField = z.object({
  staged: z
    .string()
    .default('')
    .describe(
      'In place of files: those of a refused upload, by details.staged of its refusal; they are kept for an hour.',
    ),
})

/**
 * A call with a body: the schema checks it first, and documents it.
 * @param schema a function of the time zone, if days depend on the site's time zone
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
      await recordBody(guarded, args, body)
      return answer(guarded, args, body)
    },
  }
}

/**
 * A call with files, in the field "files" of a multipart body. The body is read only after `before` has accepted the
 * caller, and its text fields are checked by the schema that documents them.
 */
export function takesFiles<Fields extends z.ZodObject = typeof noFields, Before = undefined>(
  upload: UploadBody<Fields> & {
    /** The limits of this request, where the site's own data widens those that are documented. */
    limitsOf?: (before: Before) => UploadLimits
    /** The files of a refused upload are kept for an hour, and may be sent again by the field "staged". */
    keeps?: true
  },
  answer: (
    guarded: Guarded,
    args: RouteArgs,
    upload: { files: UploadedFile[]; fields: z.output<Fields> },
    before: Before,
  ) => Promise<unknown>,
  before?: (guarded: Guarded, args: RouteArgs) => Promise<Before>,
): Pick<Call, 'body' | 'answer'> {
  const own = upload.fields ?? noFields
  const schema = upload.keeps ? own.extend(StagedField.shape) : own
  return {
    body: upload.keeps ? { ...upload, fields: schema } : upload,
    async answer(guarded, args) {
      const passed = (await before?.(guarded, args)) as Before
      await throttleFile(guarded)
      refuseOtherThanForm(args.request)
      const limits = upload.limitsOf?.(passed) ?? upload.limits
      return withUpload(guarded, args.request, limits, ({ files, fields }) => {
        const work = async (used: UploadedFile[]) => {
          const checked = checkedFields(fields, schema) as z.output<Fields>
          await recordBody(guarded, args, checked, used)
          return answer(guarded, args, { files: used, fields: checked }, passed)
        }
        if (!upload.keeps) return work(files)
        const site = servicesOfProcess(guarded.services)
        return withStagedFiles(guarded, site, { files, staged: fields.staged ?? '' }, work)
      })
    },
  }
}

/**
 * A call that takes fields, or files in a multipart form.
 * @param fields made by `takes`
 * @param files made by `takesFiles`
 */
export function takesEither(
  fields: Pick<Call, 'body' | 'alsoTakes' | 'answer'>,
  files: Pick<Call, 'body' | 'answer'>,
): Pick<Call, 'body' | 'alsoTakes' | 'alsoFiles' | 'answer'> {
  const { body } = files
  if (!body || body instanceof z.ZodType) throw new Error('The second way takes files')
  return {
    ...fields,
    alsoFiles: body,
    answer: (guarded, args) =>
      mediaTypeOf(args.request) === 'multipart/form-data'
        ? files.answer(guarded, args)
        : fields.answer(guarded, args),
  }
}

import { z } from 'zod'
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { FunctionRights } from '~/areas/users/user'
import { rightSentence } from '~/areas/users/user-fields'
import type { Answers, FileAnswer } from '~/http/calls/answers'
import type { AlsoTakes, Call, EndpointTable, ListColumns, Method, UploadBody } from '~/http/calls/call-types'
import { MAX_ROWS } from '~/http/calls/list'
import { idValue } from '~/http/calls/values'
import { capitalised } from '~/platform/values/show'
import type { OpenApi } from '../api-doc'

type Parameter = oas31.ParameterObject

/** Names of the parts of an address that are parameters: "/api/costs/:draftId" has "draftId". */
const partsOf = (address: string) => [...address.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The schemas of the parts of an address. */
const pathOf = (call: Call, address: string) =>
  z.object(
    Object.fromEntries(
      partsOf(address).map((name) => {
        const schema = call.path?.[name] ?? (/(^i|I)d$/.test(name) ? idValue : z.string().min(1))
        return [name, schema.meta({ param: { required: true } })]
      }),
    ),
  )

/** What a call takes in addition to its body, its address and its own query. */
function parametersOf(call: Call): Parameter[] {
  const lists = Object.entries(call.lists ?? {}).flatMap(([name, columns]) =>
    listParameters(columns, `${name}.`),
  )
  return [...(call.list ? listParameters(call.list) : []), ...lists, ...(call.ifMatch ? [IF_MATCH] : [])]
}

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag that the caller read; refused if it has changed since. Same as "revision" in the body.',
  schema: { type: 'string' },
}

/** The grammar of the grids. Figures may have a comparison; a list of texts is `in.<column>`. */
function listParameters(columns: ListColumns, prefix = ''): Parameter[] {
  const names = Object.keys(columns)
  const text = { type: 'string' } as const
  return [
    { name: `${prefix}page`, in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
    {
      name: `${prefix}size`,
      in: 'query',
      description: `Rows per page, at most ${MAX_ROWS}.`,
      schema: { type: 'integer', minimum: 1, maximum: MAX_ROWS, default: MAX_ROWS },
    },
    {
      name: `${prefix}sort`,
      in: 'query',
      description: `Columns separated by commas, in order of priority; descending with "-" in front: ${names.join(', ')}.`,
      schema: text,
    },
    { name: `${prefix}search`, in: 'query', description: 'Text to find in any text column.', schema: text },
    ...names.map((name): Parameter => {
      return {
        name: `${prefix}filter.${name}`,
        in: 'query',
        description: FILTERS[columns[name] ?? 'text'],
        schema: text,
      }
    }),
    ...names
      .filter((name) => columns[name] === 'text')
      .map((name): Parameter => {
        return {
          name: `${prefix}in.${name}`,
          in: 'query',
          description: 'An exact value; repeat the parameter for several.',
          schema: { type: 'array', items: text },
        }
      }),
  ]
}

const FILTERS: Record<ListColumns[string], string> = {
  text: 'Text that the value contains; "=…" for an exact match, "<>…" for anything else.',
  number: 'A number, optionally with >, >=, <, <= or <> in front. Also as filter.<column>.from and .to.',
  day: 'A day yyyy-MM-dd, optionally with >, >=, < or <= in front. Also as filter.<column>.from and .to.',
  instant: 'A day yyyy-MM-dd in the zone of the site. Also as filter.<column>.from and .to.',
  boolean: '"true" or "false".',
}

/** The body of every refusal (specification, section 8). */
const aRefusal = z
  .object({
    errorMessage: z.string().describe('A sentence that says what to do.'),
    title: z.string().describe('What failed, as a heading.'),
    code: z.string().describe('The kind of refusal, for programs.'),
    fields: z.record(z.string(), z.string()).describe('A sentence for each field that was refused.'),
    list: z
      .array(z.union([z.string(), z.object({ pointer: z.string(), what: z.string() })]))
      .optional()
      .describe(
        'All errors, if there are several. Of a file format each with its place in the JSON (RFC 6901), of a missing key where it should stand.',
      ),
    details: z.record(z.string(), z.unknown()).optional().describe('What a program needs to continue.'),
    missing: z
      .array(
        z.object({
          what: z.string(),
          date: z.string().nullable(),
          classCode: z.string().nullable(),
          act: z.string(),
        }),
      )
      .optional()
      .describe('The figures that an NAV error lacks before it is quantified, and what brings each.'),
    error: z.string().optional().describe('The same sentence, in the invoice upload only.'),
    requestId: z.string().optional().describe('Identifies an unexpected error in the log.'),
  })
  .meta({ id: 'Refusal' })

const REFUSALS = {
  400: 'The request is malformed: its address or JSON is not complete, or part of it did not arrive.',
  401: 'Not logged in, and no valid token was sent.',
  403: 'You may not do this, the token is read-only, or the request came from another site.',
  404: 'It does not exist, or you may not see it.',
  409: 'It has changed since you read it; details has both versions if there are two.',
  413: 'The body or a file is too large.',
  415: 'The body is not of a listed type.',
  422: 'The content is not valid, or not allowed in the current state: the message says why.',
  429: 'Too many requests; Retry-After says how many seconds to wait.',
  500: 'An unexpected error. It is in the log under the requestId of the answer.',
  503: 'Fundesk is busy, or the database or another server cannot be reached just now; try again after Retry-After seconds. For a write, the code says what is known: "unavailable" saved nothing, "unknown" may have saved it, "saved" did.',
} as const

type RefusedStatus = keyof typeof REFUSALS

/** The statuses that a call may be refused with, each with what it means. */
function refusalsOf({ method, address, call }: DocumentedCall): [RefusedStatus, string][] {
  const changes = method !== 'GET' || call.changes === true
  const statuses: RefusedStatus[] = [
    400,
    401,
    403,
    ...(partsOf(address).length > 0 || changes ? ([404] as const) : []),
    ...(changes ? ([409] as const) : []),
    ...(method !== 'GET' ? ([413] as const) : []),
    ...(call.body ? ([415] as const) : []),
    422,
    429,
    500,
    503,
  ]
  return statuses.map((status) => [status, REFUSALS[status]])
}

/** A call as OpenAPI 3.1 describes it. */
function operationOf(documented: DocumentedCall): ZodOpenApiOperationObject {
  const { call, about, method, address } = documented
  const changes = method !== 'GET' || call.changes === true
  return {
    operationId: operationId(documented),
    tags: [about],
    summary: call.summary,
    description: `${whoMay(call)}${call.changes ? ` ${CHANGES_DATA}` : ''}`,
    requestParams: { path: pathOf(call, address), ...(call.query ? { query: call.query } : {}) },
    parameters: [
      ...parametersOf(call),
      ...(changes ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(call.body ? { requestBody: bodyOf(call.body, call.alsoTakes, call.alsoFiles) } : {}),
    responses: {
      ...answersOf(call),
      ...(!changes && hasTag(call.answers)
        ? { 304: { description: 'Not changed since the ETag of If-None-Match.' } }
        : {}),
      ...Object.fromEntries(
        refusalsOf(documented).map(([status, description]) => [status, refusal(status, description)]),
      ),
    },
  }
}

const CHANGES_DATA =
  'It changes data, so it accepts only tokens that may write and requests from pages of this site; a link to it from elsewhere does nothing. Prefer its twin with POST or DELETE.'

function operationId({ method, address }: DocumentedCall): string {
  const words = address
    .replace(/^\/api\//, '')
    .replaceAll(':', 'by-')
    .split(/[^A-Za-z0-9]+/)
  return [method.toLowerCase(), ...words.map((word) => capitalised(word))].join('')
}

function whoMay({ may }: Call): string {
  if (may === 'any user') return 'Any user; what it shows depends on what they may open.'
  const [functions, ...permissions] = may
  const named = typeof functions === 'string' ? functions : functions.join(' or ')
  const held =
    permissions.length === 0 ? [NO_CHANGES] : permissions.map((one) => ({ ...NO_CHANGES, [one]: true }))
  return `Needs ${named}: ${held.map(rightSentence).join(' or ')}.`
}

const NO_CHANGES: FunctionRights = { add: false, update: false, delete: false }

function bodyOf(
  body: NonNullable<Call['body']>,
  { multipart, bare, nothing }: AlsoTakes = {},
  files?: UploadBody,
): ZodOpenApiRequestBodyObject {
  if (body instanceof z.ZodType) {
    const alone = bare === undefined ? undefined : (body.shape as Record<string, z.ZodType>)[bare]
    return {
      required: nothing !== true,
      content: {
        'application/json': { schema: alone ? z.union([body, alone]) : body },
        'application/x-www-form-urlencoded': { schema: body },
        ...(multipart ? { 'multipart/form-data': { schema: body } } : {}),
        ...(files ? { 'multipart/form-data': { schema: uploadSchema(files) } } : {}),
      },
    }
  }
  return { required: true, content: { 'multipart/form-data': { schema: uploadSchema(body) } } }
}

function uploadSchema({ limits, fields }: UploadBody): z.ZodType {
  const file = z.string().meta({ format: 'binary', description: `At most ${limits.fileBytes} bytes.` })
  return z.object({ files: z.array(file).min(1).max(limits.files), ...fields?.shape })
}

function answersOf(call: Call): ZodOpenApiResponsesObject {
  const answers = Object.entries(call.answers).flatMap(([status, answer]) => {
    const headers = call.list && status === '200' ? { headers: LIST_HEADERS } : {}
    if (answer === 'nothing') return [[status, { description: 'Done; no content.' }]]
    const content = isFile(answer) ? filesOf(answer) : { 'application/json': { schema: answer } }
    const done = [status, { description: DONE[status] ?? 'Done.', ...headers, content }]
    return isFile(answer) && answer.stored ? [done, ...ranges(answer)] : [done]
  })
  return Object.fromEntries(answers)
}

const isFile = (answer: z.ZodType | FileAnswer): answer is FileAnswer => 'file' in answer

const filesOf = ({ file }: FileAnswer) =>
  Object.fromEntries(file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

/** The responses of a stored file that is requested by Range (RFC 9110, section 14). */
const ranges = (answer: FileAnswer) => [
  ['206', { description: 'The requested range.', content: filesOf(answer) }],
  [
    '416',
    {
      description: 'The range does not exist; Content-Range gives the length.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  ],
]

const hasTag = ({ 200: answer }: Answers = {}) =>
  answer !== undefined && (!isFile(answer) || answer.stored === true)

const DONE: Record<string, string> = {
  200: 'What was requested, or what is stored now.',
  201: 'What was created.',
  202: 'The change is stored and pending second approval.',
}

const LIST_HEADERS: oas31.HeadersObject = {
  'X-Total-Count': { description: 'Rows on all pages.', schema: { type: 'integer' } },
  Link: { description: 'The other pages: first, prev, next, last.', schema: { type: 'string' } },
}

function refusal(status: number, description: string): ZodOpenApiResponseObject {
  const seconds: oas31.HeadersObject = {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  }
  return {
    description,
    ...(status === 429 || status === 503 ? { headers: seconds } : {}),
    content: { 'application/json': { schema: aRefusal } },
  }
}

/** A call as the documentation has it. */
interface DocumentedCall {
  method: Method
  /** "/api/drafttransactions/:draftId". */
  address: string
  about: string
  call: Call
}

/** Every call of the tables, in their order. */
export function documentedCalls(tables: readonly EndpointTable[]): DocumentedCall[] {
  return tables.flatMap(({ about, calls }) =>
    Object.entries(calls).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, call]) => ({
        method: method as Method,
        address: `/api/${address}`,
        about,
        call,
      })),
    ),
  )
}

const DESCRIPTION = `The calls do what the screens do, with the same rights, rules and conflicts.
Send a personal token ("Authorization: Bearer …", made at /account/tokens) or the session cookie.
Amounts are exact decimals written as text, days are yyyy-MM-dd, instants ISO 8601 in UTC.
Refusals have one shape, with a sentence that says what to do.
A write with an Idempotency-Key takes effect once, even if it is sent several times. Reads have an ETag and answer If-None-Match.`

/** The description of the calls of these tables, built from the schemas that check what is sent. */
export function openApiOf(tables: readonly EndpointTable[], version: string): OpenApi {
  const paths: ZodOpenApiPathsObject = {}
  for (const each of documentedCalls(tables)) {
    const path = each.address.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operationOf(each) }
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Fundesk', version, description: DESCRIPTION },
      security: [{ token: [] }, { session: [] }],
      paths,
      components: {
        schemas: { Refusal: aRefusal },
        parameters: {
          IdempotencyKey: {
            name: 'Idempotency-Key',
            in: 'header',
            description:
              'A call sent again with the same key takes effect once. A refused call may be corrected and sent again with it; different content after it took effect is refused with 409.',
            schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
          },
        },
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'A personal token.' },
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
        },
      },
    },
    {
      // Limits that every JavaScript number meets are left out.
      override({ jsonSchema }) {
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      },
      allowEmptySchema: { custom: true, transform: true },
    },
  ) as OpenApi
}

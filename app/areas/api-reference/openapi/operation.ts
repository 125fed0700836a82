import { z } from 'zod'
import type { FunctionRights } from '~/areas/users/import-users'
import { rightSentence } from '~/areas/users/user-fields'
import type { Answers, FileAnswer } from '~/http/calls/answers'
import type { AlsoTakes, Call, ListColumns, UploadBody } from '~/http/calls/call-types'
import { MOST_ROWS } from '~/http/calls/list'
import { idValue } from '~/http/calls/values'
import type { JsonSchema } from '../openapi-types'
import type { DocumentedCall } from './documented-calls'
import { jsonSchema, type NamedSchemas, refTo } from './schemas'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
}

/** Names of the parts of an address that are parameters: "/api/costs/:draftId" has "draftId". */
export const partsOf = (address: string) => [...address.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** All that a call takes besides its body. */
export function parametersOf(call: Call, address: string, named: NamedSchemas): Parameter[] {
  const parts = partsOf(address).map((name): Parameter => {
    const schema = call.path?.[name] ?? (/(^i|I)d$/.test(name) ? idValue : z.string().min(1))
    return { name, in: 'path', required: true, schema: jsonSchema(schema, 'input', named) }
  })
  const { properties = {}, required = [] } = call.query ? jsonSchema(call.query, 'input', named) : {}
  const asked = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: (required as string[]).includes(name),
      schema,
    }),
  )
  const lists = Object.entries(call.lists ?? {}).flatMap(([name, columns]) =>
    listParameters(columns, `${name}.`),
  )
  return [
    ...parts,
    ...asked,
    ...(call.list ? listParameters(call.list) : []),
    ...lists,
    ...(call.ifMatch ? [IF_MATCH] : []),
  ]
}

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of what the caller saw; refused when somebody changed it since. As "revision" of the body.',
  schema: { type: 'string' },
}

/** The grammar of the grids. Figures may have a comparison; a list of texts is `in.<column>`. */
function listParameters(columns: ListColumns, prefix = ''): Parameter[] {
  const names = Object.keys(columns)
  const text = { type: 'string' }
  return [
    { name: `${prefix}page`, in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
    {
      name: `${prefix}size`,
      in: 'query',
      description: `Rows of a page, at most ${MOST_ROWS}.`,
      schema: { type: 'integer', minimum: 1, maximum: MOST_ROWS, default: MOST_ROWS },
    },
    {
      name: `${prefix}sort`,
      in: 'query',
      description: `Columns separated by commas, the first first; descending with "-" in front: ${names.join(', ')}.`,
      schema: text,
    },
    { name: `${prefix}search`, in: 'query', description: 'Text in any of its text columns.', schema: text },
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
          description: 'One of these values exactly; the parameter is repeated for each.',
          schema: { type: 'array', items: text },
        }
      }),
  ]
}

const FILTERS: Record<ListColumns[string], string> = {
  text: 'Text that it contains; "=…" is it exactly, "<>…" is not it.',
  number: 'A figure, with >, >=, <, <= or <> in front if wished. Also as filter.<column>.from and .to.',
  day: 'A day yyyy-MM-dd, with >, >=, < or <= in front if wished. Also as filter.<column>.from and .to.',
  instant: 'A day yyyy-MM-dd in the zone of the site. Also as filter.<column>.from and .to.',
  boolean: '"true" or "false".',
}

/** The body of every refusal (specification, section 8). */
export const aRefusal = z
  .object({
    errorMessage: z.string().describe('A sentence that says what to do.'),
    title: z.string().describe('What failed, as a heading.'),
    code: z.string().describe('The kind of refusal, for programs.'),
    fields: z.record(z.string(), z.string()).describe('A sentence for each field that was refused.'),
    list: z.array(z.string()).optional().describe('All faults, where there are several.'),
    details: z.record(z.string(), z.unknown()).optional().describe('What a program needs to go on.'),
    error: z.string().optional().describe('The sentence again, from the invoice upload.'),
    requestId: z.string().optional().describe('Finds an unexpected error in the log.'),
  })
  .meta({ id: 'Refusal' })

const WHY = {
  400: 'The request is broken: its address or JSON is not complete, or it did not arrive whole.',
  401: 'Nobody is logged in, and no valid token was sent.',
  403: 'You may not do this, the token reads only, or the request came from another site.',
  404: 'There is no such thing, or you may not see it.',
  409: 'Somebody changed it since you read it; details has both versions where there are two.',
  413: 'The body or a file is too large.',
  415: 'The body is of another kind than those listed.',
  422: 'What was sent cannot be taken, or not as things stand: the sentence says why.',
  429: 'Too much at once; Retry-After says in how many seconds to go on.',
  500: 'Nobody expected this. It is in the log, under the requestId that is told.',
  503: 'The database or another server cannot be reached just now; try again after Retry-After seconds. Of a write, the code says what is known: "unavailable" saved nothing, "unknown" may have, "saved" did.',
} as const

export type RefusedStatus = keyof typeof WHY

/** The statuses that a call may be refused with, each with what it means. */
export function refusalsOf({ method, address, call }: DocumentedCall): [RefusedStatus, string][] {
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
  return statuses.map((status) => [status, WHY[status]])
}

/** A call as OpenAPI 3.1 describes it. */
export function operationOf(documented: DocumentedCall, named: NamedSchemas): JsonSchema {
  const { call, about, method, address } = documented
  const changes = method !== 'GET' || call.changes === true
  return {
    operationId: operationId(documented),
    tags: [about],
    summary: call.tells,
    description: `${whoMay(call)}${call.changes ? ` ${MEANT}` : ''}`,
    parameters: [
      ...parametersOf(call, address, named),
      ...(changes ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(call.body ? { requestBody: bodyOf(call.body, named, call.alsoTakes) } : {}),
    responses: {
      ...answersOf(call, named),
      ...(!changes && hasTag(call.answers) ? { 304: { description: 'It is as If-None-Match says.' } } : {}),
      ...Object.fromEntries(
        refusalsOf(documented).map(([status, description]) => [status, refusal(status, description)]),
      ),
    },
  }
}

const MEANT =
  'It changes data: besides a token that may write, it takes requests of scripts of this site alone; a link to it does nothing. Its twin with POST or DELETE is the better way.'

function operationId({ method, address }: DocumentedCall): string {
  const words = address
    .replace(/^\/api\//, '')
    .replaceAll(':', 'by-')
    .split(/[^A-Za-z0-9]+/)
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
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
  named: NamedSchemas,
  { multipart, bare, nothing }: AlsoTakes = {},
): JsonSchema {
  if (body instanceof z.ZodType) {
    const schema = jsonSchema(body, 'input', named)
    const alone = bare === undefined ? undefined : (schema.properties as Record<string, JsonSchema>)[bare]
    return {
      required: nothing !== true,
      content: {
        'application/json': { schema: alone ? { anyOf: [schema, alone] } : schema },
        'application/x-www-form-urlencoded': { schema },
        ...(multipart ? { 'multipart/form-data': { schema } } : {}),
      },
    }
  }
  return { required: true, content: { 'multipart/form-data': { schema: uploadSchema(body, named) } } }
}

function uploadSchema({ limits, fields }: UploadBody, named: NamedSchemas): JsonSchema {
  const { properties = {}, required = [] } = fields ? jsonSchema(fields, 'input', named) : {}
  const file = { type: 'string', format: 'binary', description: `At most ${limits.fileBytes} bytes.` }
  const files = { type: 'array', items: file, minItems: 1, maxItems: limits.files }
  return {
    type: 'object',
    properties: { files, ...(properties as object) },
    required: ['files', ...(required as string[])],
  }
}

function answersOf(call: Call, named: NamedSchemas): JsonSchema {
  const answers = Object.entries(call.answers).flatMap(([status, answer]) => {
    const headers = call.list && status === '200' ? { headers: LIST_HEADERS } : {}
    if (answer === 'nothing') return [[status, { description: 'Done; nothing to tell.' }]]
    const content = isFile(answer)
      ? filesOf(answer)
      : { 'application/json': { schema: jsonSchema(answer, 'output', named) } }
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
  ['206', { description: 'The range of it that was asked for.', content: filesOf(answer) }],
  [
    '416',
    {
      description: 'It has no such range; Content-Range says how long it is.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  ],
]

const hasTag = ({ 200: answer }: Answers = {}) =>
  answer !== undefined && (!isFile(answer) || answer.stored === true)

const DONE: Record<string, string> = {
  200: 'What was asked for, or what is stored now.',
  201: 'What was made.',
  202: 'The change is stored and waits for a second person.',
}

const LIST_HEADERS = {
  'X-Total-Count': { description: 'Rows on all pages.', schema: { type: 'integer' } },
  Link: { description: 'The other pages: first, prev, next, last.', schema: { type: 'string' } },
}

function refusal(status: number, description: string): JsonSchema {
  const seconds = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
  return {
    description,
    ...(status === 429 || status === 503 ? { headers: seconds } : {}),
    content: { 'application/json': { schema: refTo('Refusal') } },
  }
}

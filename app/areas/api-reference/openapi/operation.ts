import { z } from 'zod'
import { rightSentence } from '~/areas/users/held-rights'
import type { FunctionRights } from '~/areas/users/import-users'
import type { Answers, FileAnswer } from '~/http/calls/answers'
import type { AlsoTakes, Call, UploadBody } from '~/http/calls/call-types'
import type { JsonSchema } from '../openapi-types'
import type { DocumentedCall } from './documented-calls'
import { parametersOf } from './parameters'
import { refusalsOf } from './refusals'
import { jsonSchema, type NamedSchemas, refTo } from './schemas'

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

/** What a stored file may be answered with, asked for by Range (RFC 9110, section 14). */
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

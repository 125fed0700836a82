/** A field as the page of a call shows it. */
export interface FieldDoc {
  /** With its path: "controls[].ruleResults[].id". */
  name: string
  /** For people: "text", "integer or nothing". */
  holds: string
  required: boolean
  meaning: string
}

const DEEPEST = 5

/** The fields of a schema, each followed by those of the objects and lists within it. */
function fieldDocs(document: OpenApi, schema: JsonSchema, within = '', depth = 0): FieldDoc[] {
  const { object, list } = unwrapped(document, schema)
  if (list) return fieldDocs(document, list, `${within}[]`, depth)
  if (!object || depth > DEEPEST) return []
  const required = (object.required ?? []) as string[]
  return Object.entries((object.properties ?? {}) as Record<string, JsonSchema>).flatMap(([field, each]) => {
    const name = within === '' ? field : `${within}.${field}`
    const doc = {
      name,
      holds: holds(document, each),
      required: required.includes(field),
      meaning: String(each.description ?? ''),
    }
    return [doc, ...fieldDocs(document, each, name, depth + 1)]
  })
}

/** The object, or the list's elements, inside a schema and its wrappers. */
function unwrapped(document: OpenApi, schema: JsonSchema): { object?: JsonSchema; list?: JsonSchema } {
  const own = resolved(document, schema)
  if (own.properties) return { object: own }
  if (own.items && typeof own.items === 'object') return { list: own.items as JsonSchema }
  const alternatives = (own.anyOf ?? own.oneOf ?? []) as JsonSchema[]
  return (
    alternatives.map((each) => unwrapped(document, each)).find(({ object, list }) => object || list) ?? {}
  )
}

function resolved(document: OpenApi, schema: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return name === undefined ? schema : ((document.components.schemas[name] ?? {}) as JsonSchema)
}

const FORMATS: Record<string, string> = {
  date: 'day',
  'date-time': 'instant',
  binary: 'file',
}

/** A description of a schema's content for people. */
function holds(document: OpenApi, schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (alternatives) return [...new Set(alternatives.map((each) => holds(document, each)))].join(' or ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.map((type) => word(document, schema, type)).join(' or ')
}

function word(document: OpenApi, schema: JsonSchema, type: unknown): string {
  if (type === 'null') return 'nothing'
  if (type === 'string') return FORMATS[String(schema.format)] ?? 'text'
  if (type === 'array') return `list of ${holds(document, (schema.items ?? {}) as JsonSchema)}`
  return type === undefined ? 'anything' : String(type)
}

/** A call as the list of calls shows it. */
export interface CallRow {
  /** Names it in the document and in the address of its page: "getDashboardNav". */
  id: string
  about: string
  method: string
  address: string
  meaning: string
  needs: string
}

interface BodyDoc {
  /** Media types. */
  kinds: string[]
  fields: FieldDoc[]
}

/** A call with all that its page shows. */
export interface CallDoc extends CallRow {
  takes: FieldDoc[]
  body: BodyDoc | null
  answers: (BodyDoc & { status: string; meaning: string })[]
  /** A line for a terminal. */
  curl: string
}

interface Operation extends JsonSchema {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

function operations(document: OpenApi): { row: CallRow; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, each]) => {
      const operation = each as Operation
      const { operationId: id, tags, summary: meaning, description: needs } = operation
      const row = { id, about: tags[0] ?? '', method: method.toUpperCase(), address, meaning, needs }
      return { row, operation }
    }),
  )
}

/** Every call of the document. */
export function callRows(document: OpenApi): CallRow[] {
  return operations(document).map(({ row }) => row)
}

/** The call of an id; undefined when there is none. @param origin where the site is, for the line to try */
export function callDoc(document: OpenApi, id: string, origin: string): CallDoc | undefined {
  const found = operations(document).find(({ row }) => row.id === id)
  if (!found) return undefined
  const { row, operation } = found
  const body = operation.requestBody ? bodyDoc(document, operation.requestBody.content) : null
  return {
    ...row,
    takes: operation.parameters.map((each) => takes(document, each)),
    body,
    answers: Object.entries(operation.responses).map(([status, { description, content = {} }]) => ({
      status,
      meaning: description,
      ...(status < '300' ? bodyDoc(document, content) : { kinds: Object.keys(content), fields: [] }),
    })),
    curl: curl(row, body, origin),
  }
}

const PLACES: Record<string, string> = { path: 'in the address', query: 'after “?”', header: 'as a header' }

function takes(document: OpenApi, listed: Operation['parameters'][number]): FieldDoc {
  const named = '$ref' in listed ? listed.$ref.split('/').at(-1) : undefined
  const parameter = (named === undefined ? listed : document.components.parameters[named]) as Parameter
  return {
    name: parameter.name,
    holds: `${holds(document, parameter.schema)}, ${PLACES[parameter.in]}`,
    required: parameter.required === true,
    meaning: parameter.description ?? String(parameter.schema.description ?? ''),
  }
}

function bodyDoc(document: OpenApi, content: Content): BodyDoc {
  const [first] = Object.values(content)
  return { kinds: Object.keys(content), fields: first ? fieldDocs(document, first.schema) : [] }
}

const SAMPLES: Record<string, unknown> = { integer: 1, number: 1, boolean: true, day: '2026-10-30' }

function curl({ method, address }: CallRow, body: BodyDoc | null, origin: string): string {
  const sent = !body ? [] : [body.kinds.includes('application/json') ? sample(body) : filesSample(body)]
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} -H "Authorization: Bearer $TOKEN"`,
    ...sent,
    `"${origin}${address}"`,
  ]
  return parts.join(' ')
}

const wantedOf = ({ fields }: BodyDoc) =>
  fields.filter(({ name, required }) => required && !/[.[]/.test(name))

function filesSample(body: BodyDoc): string {
  return wantedOf(body)
    .map(({ name }) => (name === 'files' ? '-F files=@file' : `-F ${name}=…`))
    .join(' ')
}

/** The fields that the body must have. */
function sample(body: BodyDoc): string {
  const wanted = wantedOf(body)
  const values = wanted.map(({ name, holds }) => [name, SAMPLES[holds] ?? '…'])
  return `-H "Content-Type: application/json" -d '${JSON.stringify(Object.fromEntries(values))}'`
}

/** JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>

/** The parts of an OpenAPI 3.1 document that we write and read. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, JsonSchema>>
  components: { schemas: JsonSchema; parameters: JsonSchema; securitySchemes: JsonSchema }
  [other: string]: unknown
}

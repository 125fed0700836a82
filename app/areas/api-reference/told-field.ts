import type { JsonSchema, OpenApi } from './openapi-types'

/** A field as the page of a call tells it. */
export interface ToldField {
  /** With where it lies: "controls[].ruleResults[].id". */
  name: string
  /** In words: "text", "integer or nothing". */
  holds: string
  required: boolean
  tells: string
}

const DEEPEST = 5

/** The fields of a schema, those of the objects and lists within it after it. */
export function toldFields(document: OpenApi, schema: JsonSchema, within = '', depth = 0): ToldField[] {
  const { object, list } = unwrapped(document, schema)
  if (list) return toldFields(document, list, `${within}[]`, depth)
  if (!object || depth > DEEPEST) return []
  const required = (object.required ?? []) as string[]
  return Object.entries((object.properties ?? {}) as Record<string, JsonSchema>).flatMap(([field, each]) => {
    const name = within === '' ? field : `${within}.${field}`
    const told = {
      name,
      holds: holds(document, each),
      required: required.includes(field),
      tells: String(each.description ?? ''),
    }
    return [told, ...toldFields(document, each, name, depth + 1)]
  })
}

/** The object or the list's elements that a schema comes down to, whatever it is wrapped in. */
function unwrapped(document: OpenApi, schema: JsonSchema): { object?: JsonSchema; list?: JsonSchema } {
  const own = resolved(document, schema)
  if (own.properties) return { object: own }
  if (own.items && typeof own.items === 'object') return { list: own.items as JsonSchema }
  const ways = (own.anyOf ?? own.oneOf ?? []) as JsonSchema[]
  return ways.map((way) => unwrapped(document, way)).find(({ object, list }) => object || list) ?? {}
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

/** What a schema holds, in words. */
export function holds(document: OpenApi, schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const ways = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (ways) return [...new Set(ways.map((way) => holds(document, way)))].join(' or ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.map((type) => word(document, schema, type)).join(' or ')
}

function word(document: OpenApi, schema: JsonSchema, type: unknown): string {
  if (type === 'null') return 'nothing'
  if (type === 'string') return FORMATS[String(schema.format)] ?? 'text'
  if (type === 'array') return `list of ${holds(document, (schema.items ?? {}) as JsonSchema)}`
  return type === undefined ? 'anything' : String(type)
}

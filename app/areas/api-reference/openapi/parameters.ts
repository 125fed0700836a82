import { z } from 'zod'
import type { Call, ListColumns } from '~/http/calls/call-types'
import { MOST_ROWS } from '~/http/calls/list'
import { idValue } from '~/http/calls/values'
import type { JsonSchema } from '../openapi-types'
import { jsonSchema, type NamedSchemas } from './schemas'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
}

/** Names of the parts of an address that are parameters: "/api/costs/:draftId" has "draftId". */
export const partsOf = (address: string) => [...address.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** Everything a call takes beside its body. */
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

/** The grammar of the grids. Figures may carry what they are compared with; a list of texts is `in.<column>`. */
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

import fc from 'fast-check'
import type { JsonSchema, OpenApi } from '~/areas/api-reference/api-doc'

type Any = fc.Arbitrary<unknown>

/** Values that no schema expects, and edge cases of databases and languages. */
const ODD: Any = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', ' ', 0, -1, 0.5, 1e300, [], {}, [[]], { a: { b: 1 } }),
  fc.constantFrom<unknown>('2026-02-30', '9999-12-31', '1e999', '--', '\u0000', '\ud800', '../../x', "'; --"),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.bigInt().map(String),
  fc.constant('x'.repeat(5_000)),
)

/** Values allowed by a schema of the document. @param ids existing ids */
export function allowedBy(document: OpenApi, schema: JsonSchema, ids: readonly number[]): Any {
  const of = (each: JsonSchema) => allowedBy(document, each, ids)
  const named = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  if (named !== undefined) return of((document.components.schemas[named] ?? {}) as JsonSchema)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if (schema.const !== undefined) return fc.constant(schema.const)
  const ways = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (ways) return fc.oneof(...ways.map(of))
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string | undefined]
  return fc.oneof(...types.map((type) => ofType(type, schema, of, ids)))
}

function ofType(
  type: string | undefined,
  schema: JsonSchema,
  of: (each: JsonSchema) => Any,
  ids: readonly number[],
): Any {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number')
    return fc.oneof(fc.constantFrom(...ids), fc.integer({ min: 1, max: 2_147_483_647 }))
  if (type === 'string') return text(schema)
  if (type === 'array')
    return fc.array(of((schema.items ?? {}) as JsonSchema), {
      minLength: Number(schema.minItems ?? 0),
      maxLength: 3,
    })
  if (type === 'object') return object(schema, of)
  return ODD
}

function text({ format, maxLength = 200 }: JsonSchema): Any {
  if (format === 'date') return fc.constantFrom('2026-10-30', '2026-11-02', '1999-12-31', '2099-01-01')
  if (format === 'date-time') return fc.constant('2026-10-30T12:00:00Z')
  const most = Math.min(Number(maxLength), 200)
  return fc.oneof(
    fc
      .constantFrom('EUR', 'FIRST', 'OK', 'NOK', 'gross', '100.00', '2026-10-30', 'October')
      .filter((each) => each.length <= most),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: most }),
  )
}

function object(schema: JsonSchema, of: (each: JsonSchema) => Any): Any {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return fc.record(Object.fromEntries(fields.map(([name, each]) => [name, of(each)])), {
    requiredKeys: (schema.required ?? []) as string[],
  })
}

/** The same with some fields replaced by invalid values, left out or added; or something else altogether. */
export function brokenFrom(allowed: Any): Any {
  const changed = fc
    .tuple(allowed, fc.array(fc.tuple(fc.nat(30), ODD), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([value, changes, drops]) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
      const fields = Object.entries(value)
      for (const [at, odd] of changes) {
        const name = fields[at % (fields.length + 1)]?.[0] ?? 'nobody_knows_it'
        fields.push([name, odd])
      }
      return Object.fromEntries(drops ? fields.slice(1) : fields)
    })
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: ODD })
}

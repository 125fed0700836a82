import { z } from 'zod'
import type { JsonSchema } from '../openapi-types'

/** Schemas with a name of their own, which the document has once. */
export type NamedSchemas = Map<string, JsonSchema>

const PLACE = '#/components/schemas/'

/**
 * One of our schemas as JSON Schema 2020-12.
 * @param io what a caller sends, or what is returned
 * @param named takes the schemas that have a name (`.meta({ id })`); the result refers to them
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', named: NamedSchemas): JsonSchema {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  const { $schema: _, $defs = {}, ...rest } = placed(made) as JsonSchema
  for (const [name, each] of Object.entries($defs as Record<string, JsonSchema>)) named.set(name, each)
  return rest
}

/** References as the document has them. Limits that every JavaScript number meets are left out. */
function placed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(placed)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    if (name === '$ref' && typeof each === 'string') return [[name, each.replace('#/$defs/', PLACE)]]
    if (typeof each === 'number' && Math.abs(each) === Number.MAX_SAFE_INTEGER) return []
    return [[name, placed(each)]]
  })
  return Object.fromEntries(entries)
}

export const refTo = (name: string): JsonSchema => ({ $ref: `${PLACE}${name}` })

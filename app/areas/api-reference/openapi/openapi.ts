import type { CallTable } from '~/http/calls/call-types'
import type { OpenApi } from '../openapi-types'
import { documentedCalls } from './documented-calls'
import { aRefusal, operationOf } from './operation'
import { jsonSchema, type NamedSchemas } from './schemas'

const DESCRIPTION = `The calls do what the screens do, with the same rights, rules and conflicts.
Send a personal token ("Authorization: Bearer …", made at /account/tokens) or the session cookie.
Amounts are exact decimals written as text, days are yyyy-MM-dd, instants ISO 8601 in UTC.
Refusals are told in one shape, with a sentence that says what to do.
A write with an Idempotency-Key takes effect once, however often it is sent. Reads have an ETag and answer If-None-Match.`

/** The description of the calls of these tables, built from the schemas that check what is sent. */
export function openApiOf(tables: readonly CallTable[], version: string): OpenApi {
  const named: NamedSchemas = new Map()
  jsonSchema(aRefusal, 'output', named)
  const paths: OpenApi['paths'] = {}
  for (const each of documentedCalls(tables)) {
    const path = each.address.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][each.method.toLowerCase()] = operationOf(each, named)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fundesk', version, description: DESCRIPTION },
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(named),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Sent again with the same key, the call takes effect once. What was refused may be put right and sent with it again; other content after it took effect is refused with 409.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
        },
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A personal token.' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
    },
  }
}

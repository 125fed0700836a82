import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { CallTable } from '~/http/calls/call-types'
import type { OpenApi } from '../api-doc'
import { aRefusal, documentedCalls, operationOf } from './operation'

const DESCRIPTION = `The calls do what the screens do, with the same rights, rules and conflicts.
Send a personal token ("Authorization: Bearer …", made at /account/tokens) or the session cookie.
Amounts are exact decimals written as text, days are yyyy-MM-dd, instants ISO 8601 in UTC.
Refusals have one shape, with a sentence that says what to do.
A write with an Idempotency-Key takes effect once, even if it is sent several times. Reads have an ETag and answer If-None-Match.`

/** The description of the calls of these tables, built from the schemas that check what is sent. */
export function openApiOf(tables: readonly CallTable[], version: string): OpenApi {
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

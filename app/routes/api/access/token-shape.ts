import { z } from 'zod'
import type { ApiToken } from '~/areas/access/api-token-hash.server'
import { aBoolean, anId, anInstant, aText } from '~/http/calls/answers'

/** A personal token as its owner sees it. */
export const aToken = z
  .object({
    id: anId,
    name: aText,
    readOnly: aBoolean.describe('Reads only: whatever changes something is refused.'),
    createdAt: anInstant,
    expiresAt: anInstant.nullable(),
    lastUsedAt: anInstant.nullable().describe('To the minute; null before its first use.'),
    revokedAt: anInstant.nullable().describe('When its owner ended it.'),
  } satisfies Record<keyof ApiToken, z.ZodType>)
  .meta({ id: 'Token' })

/** The same once it is made. */
export const aMadeToken = aToken.extend({
  token: aText
    .nullable()
    .describe('What to send after "Bearer". Shown this once: null when the call is sent again.'),
})

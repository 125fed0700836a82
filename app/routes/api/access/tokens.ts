import { z } from 'zod'
import { createApiToken, TOKEN_DAYS } from '~/areas/access/api-token-create.server'
import type { ApiToken } from '~/areas/access/api-token-hash.server'
import { tokensOf } from '~/areas/access/api-token-list.server'
import { onceShown } from '~/areas/access/idempotent-secret.server'
import { created } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { booleanValue, lineValue, numberValue } from '~/http/calls/values'
import type { RowColumns } from '~/platform/lists/row-match'
import { DomainError } from '~/platform/values/domain-error'
import { aMadeToken, aToken } from './token-shape'

const Wanted = z.object({
  name: lineValue.describe('Says what it is for.'),
  readOnly: booleanValue.default(false),
  days: numberValue.default(TOKEN_DAYS).describe(`Days until it expires, at most ${TOKEN_DAYS}.`),
})

const COLUMNS: RowColumns<ApiToken> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  name: { kind: 'text', value: ({ name }) => name },
  readOnly: { kind: 'boolean', value: ({ readOnly }) => String(readOnly) },
  createdAt: { kind: 'instant', value: ({ createdAt }) => createdAt.toISOString() },
  expiresAt: { kind: 'instant', value: ({ expiresAt }) => expiresAt?.toISOString() ?? null },
  lastUsedAt: { kind: 'instant', value: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? null },
  revokedAt: { kind: 'instant', value: ({ revokedAt }) => revokedAt?.toISOString() ?? null },
}

/** GET account/tokens: one's own. POST makes one and shows it, this once. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'Your own tokens, the newest first, those that have ended too.',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(aToken) },
    answer: async ({ actor, read }, args) => rowsAnswer(args, await tokensOf(read, actor), COLUMNS),
  },
  POST: {
    may: 'any user',
    tells: 'Makes a personal token and shows it, this once; a token cannot make another one.',
    answers: { 201: aMadeToken },
    ...takes(Wanted, async (guarded, { request, context }, wanted) => {
      const { actor, token: by, transaction, services } = guarded
      if (by) throw new DomainError('forbidden', 'A token cannot make another one. Log in and make it there.')
      const now = services.clock()
      const key = { key: callKey(guarded, request), userId: actor.id, action: 'make token', now }
      const { answer, secret } = await transaction((tx) =>
        onceShown(tx, key, async () => {
          const random = services.ids.token(32)
          const { token, ...made } = await createApiToken(tx, actor, wanted, { random, now })
          return { answer: made, secret: token }
        }),
      )
      if (secret !== null)
        context.log.info(
          { user: actor.userName, tokenId: answer.id, readOnly: answer.readOnly },
          'token made',
        )
      return created({ ...answer, token: secret })
    }),
  },
})
export const action = loader

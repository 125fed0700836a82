import { z } from 'zod'
import { createApiToken, TOKEN_DAYS } from '~/domain/access/api-token-create.server'
import type { ApiToken } from '~/domain/access/api-token-hash.server'
import { tokensOf } from '~/domain/access/api-token-list.server'
import type { RowColumns } from '~/domain/lists/row-match'
import { DomainError } from '~/domain/values/domain-error'
import { created } from '~/http/calls/answer'
import { readBody } from '~/http/calls/body'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { booleanValue, lineValue, numberValue } from '~/http/calls/values'

const Wanted = z.object({
  name: lineValue,
  readOnly: booleanValue.default(false),
  days: numberValue.default(TOKEN_DAYS),
})

const COLUMNS: RowColumns<ApiToken> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  name: { kind: 'text', value: ({ name }) => name },
  readOnly: { kind: 'boolean', value: ({ readOnly }) => String(readOnly) },
  createdAt: { kind: 'instant', value: ({ createdAt }) => createdAt.toISOString() },
  expiresAt: { kind: 'instant', value: ({ expiresAt }) => expiresAt?.toISOString() ?? null },
}

/** GET account/tokens: one's own. POST makes one and shows it, this once. */
export const loader = calls({
  GET: {
    may: 'any user',
    answer: async ({ actor, read }, args) => rowsAnswer(args, await tokensOf(read, actor), COLUMNS),
  },
  POST: {
    may: 'any user',
    async answer({ actor, token, transaction, services }, { request, context }) {
      if (token)
        throw new DomainError('forbidden', 'A token cannot make another one. Log in and make it there.')
      const wanted = await readBody(request, Wanted)
      const secret = { random: services.ids.token(32), now: services.clock() }
      const made = await transaction((tx) => createApiToken(tx, actor, wanted, secret))
      context.log.info({ user: actor.userName, tokenId: made.id, readOnly: made.readOnly }, 'token made')
      return created(made)
    },
  },
})
export const action = loader

import { z } from 'zod'
import { type Actor, FUNCTION_IDS, isTeamLeader } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import {
  type ApiToken,
  createApiToken,
  revokeApiToken,
  TOKEN_DAYS,
  tokensOf,
} from '~/areas/access/api-tokens.server'
import { idempotentWithSecret } from '~/areas/access/idempotent.server'
import { aBoolean, aNumber, anId, anInstant, aText, created } from '~/http/calls/answers'
import type { Call, EndpointTable } from '~/http/calls/call-types'
import { kindsOf, pastQuery, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { booleanValue, idOf, idValue, lineValue, numberValue } from '~/http/calls/values'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/numerals'
import { fieldsOf } from '~/ui/grid/columns'

/** A personal token as its owner sees it. */
export const aToken = z
  .object({
    id: anId,
    name: aText,
    readOnly: aBoolean.describe('Read only: calls that change data are refused.'),
    createdAt: anInstant,
    expiresAt: anInstant.nullable(),
    lastUsedAt: anInstant.nullable().describe('To the minute; null before its first use.'),
    revokedAt: anInstant.nullable().describe('When its owner revoked it.'),
  } satisfies Record<keyof ApiToken, z.ZodType>)
  .meta({ id: 'Token' })

/** The same with the token itself, returned only when it is created. */
export const aNewToken = aToken.extend({
  token: aText
    .nullable()
    .describe('Sent after "Bearer". WithSecret only once: null when the call is sent again.'),
})

const aUxFunction = z.object({
  uxFunction: z.enum(FUNCTION_IDS),
  name: aText,
  domain: aText,
  domainType: aText,
  isDomain: aBoolean,
  routing: aText.nullable().describe('Address of its page; a function without one is in no menu.'),
  uxSortOrder: aNumber,
})

/** User of the specification, section 3. */
export const aUser = z
  .object({
    id: anId,
    userName: aText,
    role: aText,
    firstName: aText,
    lastName: aText,
    homepage: aText,
    queues: z.array(aText).describe('The queues of workflows that the user acts for.'),
    authorisations: z.array(
      z.object({
        uxFunction: aUxFunction,
        permissions: z.object({ add: aBoolean, update: aBoolean, delete: aBoolean }),
      }),
    ),
  })
  .meta({ id: 'User' })

const Wanted = z.object({
  name: lineValue.describe('Its purpose.'),
  readOnly: booleanValue.default(false),
  days: numberValue.default(TOKEN_DAYS).describe(`Days until it expires, at most ${TOKEN_DAYS}.`),
})

const COLUMNS = fieldsOf({
  id: 'number',
  name: 'text',
  readOnly: 'boolean',
  createdAt: 'instant',
  expiresAt: 'instant',
  lastUsedAt: 'instant',
  revokedAt: 'instant',
})

const revoke: Call = {
  may: 'any user',
  summary:
    'Revokes one of your own tokens at once and permanently; one that is already revoked or expired stays as it is.',
  answers: { 200: aToken },
  async answer({ actor, transaction }, { params, context }) {
    const tokenId = idOf(params.tokenId, 'token')
    const revoked = await transaction((context) => revokeApiToken(context, tokenId))
    context.log.info({ user: actor.userName, tokenId }, 'token revoked')
    return revoked
  },
}

const userShape = ({ id, userName, role, firstName, lastName, homepage, queues, authorisations }: Actor) => {
  return { id, userName, role, firstName, lastName, homepage, queues, authorisations }
}

export const accountCalls: EndpointTable = {
  about: 'access',
  calls: {
    'auth/user': {
      GET: {
        may: 'any user',
        summary: 'The caller and their authorisations.',
        answers: { 200: aUser },
        answer: async ({ actor }) => userShape(actor),
      },
    },
    'users/:userId': {
      GET: {
        may: ['administration'],
        query: pastQuery,
        summary: 'A user who is not disabled, with the queues and authorisations that they have.',
        path: { userId: idValue },
        answers: { 200: aUser },
        async answer(guarded, { params }) {
          const userId = idOf(params.userId, 'user')
          const user = userId > LARGEST_INTEGER ? null : await actorById(guarded, userId)
          if (!user)
            throw new DomainError('not-found', `There is no active user ${userId}. Check the number.`)
          return userShape(user)
        },
      },
    },
    'auth/user/isaccountingteamleader': {
      GET: {
        may: 'any user',
        summary: 'Whether the caller is an accounting team leader, a member of the queue TEAM LEADER.',
        title: 'Error.',
        answers: { 200: aBoolean },
        answer: async ({ actor }) => isTeamLeader(actor),
      },
    },
    'account/tokens': {
      GET: {
        may: 'any user',
        summary: 'Your own tokens, newest first, including revoked and expired ones.',
        list: kindsOf(COLUMNS),
        answers: { 200: z.array(aToken) },
        answer: async (guarded, args) => rowsAnswer(args, await tokensOf(guarded), COLUMNS),
      },
      POST: {
        may: 'any user',
        summary: 'Creates a personal token and shows it once; a token cannot create another one.',
        answers: { 201: aNewToken },
        ...takes(Wanted, async (guarded, { context }, wanted) => {
          const { actor, token: by, transaction, services } = guarded
          if (by)
            throw new DomainError(
              'forbidden',
              'A token cannot create another one. Log in and create it there.',
            )
          const { answer, secret } = await transaction((context) =>
            idempotentWithSecret(context, 'make token', async () => {
              const random = services.ids.token(32)
              const { token, ...made } = await createApiToken(context, wanted, random)
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
    },
    /** DELETE account/tokens/{id}: the token ends at once. */
    'account/tokens/:tokenId': { DELETE: revoke },
  },
}

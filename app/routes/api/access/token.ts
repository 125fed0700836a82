import { revokeApiToken } from '~/areas/access/api-token-revoke.server'
import { calls } from '~/http/calls/call'
import type { Call } from '~/http/calls/call-types'
import { idOf } from '~/http/calls/values'
import { aToken } from './token-shape'

const revoke: Call = {
  may: 'any user',
  tells: 'Ends one of your own tokens at once and for good; one that has ended stays as it is.',
  answers: { 200: aToken },
  async answer({ actor, transaction, services }, { params, context }) {
    const tokenId = idOf(params.tokenId, 'token')
    const revoked = await transaction((tx) => revokeApiToken(tx, actor, tokenId, services.clock()))
    context.log.info({ user: actor.userName, tokenId }, 'token revoked')
    return revoked
  },
}

/** DELETE account/tokens/{id}: the token ends at once. */
export const loader = calls({ DELETE: revoke })
export const action = loader

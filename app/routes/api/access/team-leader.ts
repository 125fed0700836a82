import { isTeamLeader } from '~/domain/access/actor'
import { calls } from '~/http/calls/call'

/** GET auth/user/isaccountingteamleader: true or false. */
export const loader = calls({
  GET: { may: 'any user', title: 'Error.', answer: async ({ actor }) => isTeamLeader(actor) },
})
export const action = loader

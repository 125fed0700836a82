import { isTeamLeader } from '~/areas/access/actor'
import { aBoolean } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'

/** GET auth/user/isaccountingteamleader: true or false. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'Is whoever calls an accounting team leader, a member of the queue TEAM LEADER.',
    title: 'Error.',
    answers: { 200: aBoolean },
    answer: async ({ actor }) => isTeamLeader(actor),
  },
})
export const action = loader

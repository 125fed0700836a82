import { calls } from '~/http/calls/call'
import { aUser } from './user-shape'

/** GET auth/user: who calls, and what they are authorised for. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'Who calls, and what they are authorised for.',
    answers: { 200: aUser },
    answer: async ({ actor }) => {
      const { id, userName, role, firstName, lastName, homepage, queues, authorisations } = actor
      return { id, userName, role, firstName, lastName, homepage, queues, authorisations }
    },
  },
})
export const action = loader

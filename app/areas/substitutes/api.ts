import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { aDay, anId, anInstant, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf, lineValue } from '~/http/calls/values'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/numerals'
import { SubstituteFields } from './forms'
import { SUBSTITUTION_COLUMNS } from './list'
import { allSubstitutions, substitutionsOf } from './read-substitutions.server'
import { endSubstitution, setSubstitute } from './set-substitute.server'
import { SUBSTITUTION_STATES, type SubstitutionRow } from './substitution'

const aSubstitution = z
  .object({
    id: anId,
    absent: aText.describe('Who is away.'),
    substitute: aText.describe('Who acts for them.'),
    first_day: aDay,
    last_day: aDay.describe('The last day.'),
    state: z.enum(SUBSTITUTION_STATES),
    queues: aText.describe('The queues that were handed over.'),
    set_by: aText,
    set_at: anInstant,
  } satisfies Record<keyof SubstitutionRow, z.ZodType>)
  .meta({ id: 'Substitution' })

const Wanted = SubstituteFields.extend({
  absent: lineValue.optional().describe('User name of the person who is away; yourself by default.'),
})

const done = z.object({ message: aText.describe('What happened, or who approves it.') })

export const substituteCalls: EndpointTable = {
  about: 'access',
  calls: {
    substitutes: {
      GET: {
        may: 'any user',
        summary: 'Who acts for you while you are away, and for whom you act; of everyone for administrators.',
        list: kindsOf(SUBSTITUTION_COLUMNS),
        answers: { 200: z.array(aSubstitution) },
        async answer(guarded, args) {
          const { actor } = guarded
          const rows = isAllowed(actor, 'administration')
            ? await allSubstitutions(guarded)
            : await substitutionsOf(guarded, actor.id)
          return rowsAnswer(args, rows, SUBSTITUTION_COLUMNS)
        },
      },
      POST: {
        may: 'any user',
        summary:
          'Sets who acts for you, or as an administrator for someone else, from a day to a day. Where they gain rights, another administrator approves it first.',
        answers: { 200: done },
        ...takes(Wanted, async ({ actor, transaction }, _, { absent = actor.userName, ...wanted }) => ({
          message: await transaction((context) => setSubstitute(context, { ...wanted, absent })),
        })),
      },
    },
    'substitutes/:substitutionId': {
      DELETE: {
        may: 'any user',
        summary: 'Ends a substitution at once, or before it begins: one of the two, or an administrator.',
        answers: { 200: done },
        async answer({ transaction }, { params }) {
          const id = idOf(params.substitutionId, 'substitution')
          if (id > LARGEST_INTEGER)
            throw new DomainError('not-found', 'There is no such substitution. Check the number.')
          return { message: await transaction((context) => endSubstitution(context, id)) }
        },
      },
    },
  },
}

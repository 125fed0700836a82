import { z } from 'zod'
import { aDay, aNumber, anAmount, anId, anInstant, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf, lineValue, nothing, textValue } from '~/http/calls/values'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { NAV_READERS } from '../nav'
import { navFacts } from '../nav-facts.server'
import { BREAK_FIELDS } from '../routes/nav-tables'
import { BREAK_KINDS, OPEN_STATES } from './breaks'
import { editBreak, navBreaks } from './breaks.server'

const aBreak = z
  .object({
    id: anId,
    instrumentKey: aText.describe('The same in every matching: "ISIN LU0123456789 EUR" or "CODE 4711".'),
    kind: z.enum(BREAK_KINDS),
    instrumentCode: aText,
    instrumentName: aText,
    isin: aText.nullable(),
    currency: aText.describe('Quotation currency.'),
    quantityDifference: anAmount.describe('Manager less administrator, like the others.'),
    priceDifference: anAmount.nullable(),
    valueDifference: anAmount.describe('In fund currency.'),
    basisPoints: anAmount.nullable().describe('Of FUND TNA.'),
    firstSeen: aDay.describe('The NAV date that an unbroken run of NAVs has had it since.'),
    age: aNumber.describe('Calendar days from then to this NAV date.'),
    owner: aText.nullable().describe('User name.'),
    ownerName: aText.nullable(),
    state: z.enum([...OPEN_STATES, 'CLOSED']).describe('CLOSED: the matching no longer has it.'),
    comment: aText,
    changedByName: aText.nullable(),
    changedAt: anInstant.nullable(),
    revision: aNumber.describe('Send it back with a change to detect changes by someone else.'),
  })
  .meta({ id: 'MatchingBreak' })

const Edit = z.object({
  owner: z
    .preprocess(nothing, lineValue.nullable())
    .optional()
    .describe('User name of a member of ACCOUNTANT; empty for none.'),
  state: z.enum(OPEN_STATES, 'Give OPEN or EXPLAINED.').optional(),
  comment: textValue.nullish(),
  revision: z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.number('Give a whole number.').int('Give a whole number.').min(0, 'Give a number from 0.'),
    )
    .optional(),
})

export const breakCalls: EndpointTable = {
  about: 'navs',
  calls: {
    'dashboard/nav/breaks/:fundNavId': {
      GET: {
        may: [NAV_READERS],
        summary:
          "The breaks of the NAV's newest matching, the largest first, those that it closed last; each with owner, age, comment and state.",
        list: kindsOf(BREAK_FIELDS),
        answers: { 200: z.array(aBreak) },
        async answer({ read }, args) {
          const nav = await navFacts(read, idOf(args.params.fundNavId, 'NAV'))
          return rowsAnswer(args, await navBreaks(read, nav), BREAK_FIELDS)
        },
      },
    },
    'dashboard/nav/breaks/:fundNavId/:breakId': {
      POST: {
        may: ['navctrl', 'update'],
        title: 'Break not saved',
        summary:
          'Changes owner, state or comment of a break; for members of the queue ACCOUNTANT. Fields that are left out stay unchanged.',
        answers: { 200: aBreak },
        ...takes(Edit, async (guarded, { params }, body) => {
          const { transaction } = guarded
          const breakId = idOf(params.breakId, 'break')
          return transaction(async (context) => {
            const nav = await navFacts(context.tx, idOf(params.fundNavId, 'NAV'))
            const stored = async () => (await navBreaks(context.tx, nav)).find(({ id }) => id === breakId)
            await withIdempotencyKey(context, `break ${nav.id} ${breakId}`, async () => {
              const was = await stored()
              const edit = {
                fundNavId: nav.id,
                breakId,
                revision: body.revision ?? null,
                owner: body.owner === undefined ? (was?.owner ?? null) : body.owner,
                state: body.state ?? (was?.state === 'EXPLAINED' ? 'EXPLAINED' : 'OPEN'),
                comment: body.comment ?? was?.comment ?? '',
              } as const
              await editBreak(context, edit)
            })
            const row = await stored()
            if (row) return row
            throw new DomainError('not-found', `There is no break ${breakId} of this NAV.`)
          })
        }),
      },
    },
  },
}

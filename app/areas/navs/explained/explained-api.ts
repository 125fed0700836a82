import { z } from 'zod'
import { aDay, aNumber, anAmount, anId, anInstant, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { dayValue, idOf, idValue, optionalIdValue, textValue } from '~/http/calls/values'
import { decimalValue } from '~/http/form'
import { fieldsOf } from '~/ui/grid/columns'
import { EXPLAINABLE_RULES } from '../rules/contract'
import { endExplanation, explainDifference } from './explain-difference.server'
import { EXPLAINED_REASONS, EXPLANATION_STATES, type ExplanationRow } from './explained'
import { explanationById, explanationRows } from './explanations.server'

const anExplanation = z
  .object({
    id: anId,
    fund_code: aText,
    fund_currency: aText,
    nav_id: anId.describe('The NAV at whose control it was given.'),
    nav_date: aDay.describe('The first NAV date for which it counts.'),
    last_nav_id: anId.describe('The last NAV of the fund that was controlled: where it is renewed.'),
    rule: z.enum(EXPLAINABLE_RULES),
    currency: aText.nullable().describe('Of S03.'),
    instrument_code: aText.nullable().describe('Of S04.'),
    isin: aText.nullable().describe('Of S04 and S06.'),
    ex_date: aDay.nullable().describe('Of S06.'),
    amount: anAmount.describe(
      'On the side of the second source: of S03 in the currency, of S04 a quantity, of S06 in fund currency.',
    ),
    reason: z.enum(EXPLAINED_REASONS),
    comment: aText,
    until: aDay.nullable().describe('The last NAV date for which it counts; null until it is ended.'),
    given_by: aText,
    given_at: anInstant,
    state: z.enum(EXPLANATION_STATES),
    age: aNumber.describe('Calendar days from its NAV date to the last one of the fund that was controlled.'),
    value: anAmount
      .nullable()
      .describe('What the last control counts it for, in fund currency; null where that does not need it.'),
    bp: anAmount.nullable().describe('The same in basis points of FUND TNA.'),
    ended_from: aDay.nullable().describe('It counts for no NAV date from this one on.'),
    ended_by: aText.nullable(),
    ended_at: anInstant.nullable(),
    end_comment: aText.nullable(),
  } satisfies Record<keyof ExplanationRow, z.ZodType>)
  .meta({ id: 'ExplainedDifference' })

/** What the call sorts and filters by. */
const FIELDS = fieldsOf({
  id: 'number',
  fund_code: 'text',
  nav_date: 'day',
  rule: 'text',
  currency: 'text',
  isin: 'text',
  amount: 'number',
  reason: 'text',
  until: 'day',
  given_by: 'text',
  state: 'text',
  age: 'number',
  bp: 'number',
})

const explanation = (timeZone: string) =>
  z.object({
    navId: idValue.describe('The NAV whose current control has the difference.'),
    rule: z.enum(EXPLAINABLE_RULES, `Give one of ${EXPLAINABLE_RULES.join(', ')}.`),
    subject: textValue.describe(
      'The subject of the breach: of S03 the currency, of S04 the instrument code or ISIN, of S06 "Fund" and its code.',
    ),
    isin: textValue.nullish().describe('Of S06.'),
    exDate: dayValue(timeZone).optional().describe('Of S06.'),
    amount: decimalValue.describe('Signed, on the side of the second source.'),
    reason: z.enum(EXPLAINED_REASONS, `Give one of ${EXPLAINED_REASONS.join(', ')}.`),
    comment: textValue.default('').describe('Required for "other".'),
    until: dayValue(timeZone)
      .optional()
      .describe('The last NAV date, at most ten weekdays later; none for "lent or pledged".'),
    renews: optionalIdValue.describe('The explanation that it takes the place of.'),
  })

const ending = (timeZone: string) =>
  z.object({
    from: dayValue(timeZone)
      .optional()
      .describe('The NAV date from which it counts no longer; by default the open one of the fund.'),
    comment: textValue.default(''),
  })

export const explainedCalls: EndpointTable = {
  about: 'navs',
  calls: {
    'sources/explanations': {
      GET: {
        may: ['navctrl'],
        summary: 'What people said of differences with second sources, the newest first.',
        query: z.object({ fund: aText.optional().describe('A fund code.') }),
        list: kindsOf(FIELDS),
        answers: { 200: z.array(anExplanation) },
        async answer({ read }, args) {
          const fund = new URL(args.request.url).searchParams.get('fund')
          return rowsAnswer(args, await explanationRows(read, fund ? { fund } : {}), FIELDS)
        },
      },
      POST: {
        may: ['navctrl', 'add'],
        title: 'Nothing was explained',
        summary:
          'Explains a difference of S03, S04 or S06 in the current control of an open NAV until a day, and judges the rule again.',
        answers: { 200: anExplanation },
        ...takes(explanation, async (guarded, _, body) => {
          const { isin = null, exDate = null, until = null, ...given } = body
          const id = await explainDifference(guarded, guarded.services, { ...given, isin, exDate, until })
          return explanationById(guarded.read, id)
        }),
      },
    },
    'sources/explanations/:explanationId/end': {
      POST: {
        may: ['navctrl', 'add'],
        title: 'The explanation was not ended',
        summary: 'Ends an explanation from a NAV date on, and judges its rule again.',
        answers: { 200: anExplanation },
        ...takes(ending, async (guarded, { params }, { from = null, comment }) => {
          const id = idOf(params.explanationId, 'explanation')
          await endExplanation(guarded, guarded.services, { id, from, comment })
          return explanationById(guarded.read, id)
        }),
      },
    },
  },
}

import { z } from 'zod'
import { aNumber, anAmount, anId, anInstant, aText } from '~/http/calls/answers'

const COMPUTED = ['OK', 'OK - not applicable', 'NOK'] as const

const fields = {
  id: anId,
  controlId: anId,
  ruleId: aText.describe('"N03".'),
  sortingOrder: aNumber,
  name: aText,
  severity: z.enum(['B', 'W']).describe('B keeps a NAV from being submitted, W warns.'),
  result: z.enum([...COMPUTED, 'OK - justified']),
  comment: aText,
  when: anInstant.nullable(),
  who: aText.nullable().describe('Who changed it by hand.'),
  whoName: aText.nullable(),
  was: aText.nullable(),
  breachCount: aNumber,
}

/** Rule result of the specification, section 3. */
export const aRuleResult = z.object(fields).meta({ id: 'RuleResult' })

const aFigure = z.object({
  label: aText,
  value: aText,
  kind: z.enum(['number', 'day', 'text']),
  upload: z.enum(['current', 'previous']),
  file: aText,
  sheet: aText,
  cell: aText,
})

const aBreach = z.object({
  subject: aText,
  formula: aText,
  difference: anAmount.nullable(),
  tolerance: anAmount.nullable(),
  level: aText.nullable(),
  figures: z.array(aFigure),
})

/** The same with what it was computed from. */
export const anEvidencedResult = z
  .object({
    ...fields,
    fundNavId: anId,
    round: aNumber.describe('Of the NAV, when the control ran.'),
    evidence: z.object({
      formula: aText,
      computation: aText,
      tolerances: z.array(z.object({ key: aText, label: aText, unit: aText, value: anAmount, level: aText })),
      breaches: z.array(aBreach).describe('The first 50.'),
      computedResult: z.enum(COMPUTED),
      computedComment: aText,
    }),
  })
  .meta({ id: 'EvidencedRuleResult' })

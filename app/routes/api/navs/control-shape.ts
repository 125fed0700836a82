import type { Read } from 'db/database'
import { z } from 'zod'
import { type ControlRow, controlById } from '~/areas/navs/controls/controls-of.server'
import { type RuleResultRow, ruleResultsOf } from '~/areas/navs/controls/rule-results.server'
import { aBoolean, aNumber, anId, anInstant, aText } from '~/http/calls/answers'
import { aRuleResult } from './rule-result-shape'

/** Control of the specification, section 3. */
export const aControl = z
  .object({
    id: anId,
    fundNavId: anId,
    round: aNumber,
    domain: z.literal('NAV'),
    uploadType: z.enum(['FIA', 'MFFA']),
    definition: aText,
    submissionDate: anInstant,
    submissionComment: aText,
    reasonCode: aText,
    reasonDisplay: aText,
    userName: aText,
    fullName: aText.nullable(),
    okCount: aNumber,
    nokCount: aNumber,
    hasReport: aBoolean,
    previousControlId: anId.nullable(),
    files: z.array(z.object({ id: anId, fileName: aText, file_type: aText })),
    ruleResults: z.array(aRuleResult),
  })
  .meta({ id: 'Control' })

export interface ControlShape extends ControlRow {
  domain: 'NAV'
  ruleResults: RuleResultRow[]
}

export async function withResults(read: Read, control: ControlRow): Promise<ControlShape> {
  return { ...control, domain: 'NAV', ruleResults: await ruleResultsOf(read, control.id) }
}

/** One control with its rule results; "not-found" when there is none. */
export async function controlShape(read: Read, controlId: number): Promise<ControlShape> {
  return withResults(read, await controlById(read, controlId))
}

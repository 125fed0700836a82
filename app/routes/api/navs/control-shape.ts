import type { Read } from 'db/doors'
import { type ControlRow, controlById } from '~/domain/navs/controls/controls-of.server'
import { type RuleResultRow, ruleResultsOf } from '~/domain/navs/controls/rule-results.server'

/** Control of the specification, section 3. */
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

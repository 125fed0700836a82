import { inputOf } from 'tests/support/faults/engine'
import { controlDataOf } from 'tests/support/workbooks/control-data-of'
import type { ModelOptions } from 'tests/support/workbooks/fund-model'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import type { SetKind } from 'tests/support/workbooks/plan'
import { steadySet } from 'tests/support/workbooks/set'
import type { RuleInput, RuleOutcome } from '~/areas/navs/rules/contract'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { addDays } from '~/platform/values/day'

/** A fund date on which every rule is OK; `change` plants errors. */
export function ruleInput(
  change: (input: RuleInput) => void = () => {},
  options: ModelOptions = {},
  set: SetKind = 'FIA3',
): RuleInput {
  const now = controlDataOf(fundModel(options), set)
  const input = inputOf(steadySet(set, options), now, controlDataOf(previousModel(options), set))
  change(input)
  return input
}

/** Sets the previous NAV date this many days before; up to 4, limits are not scaled. */
export function daysApart(input: RuleInput, days: number): void {
  if (input.previous) input.previous.navDate = addDays(input.data.navDate, -days)
}

/** Ids of the rules that are NOK. */
export function nokRules(input: RuleInput): string[] {
  return evaluateRules(input)
    .filter((outcome) => outcome.result === 'NOK')
    .map((outcome) => outcome.id)
}

export function outcomeOf(input: RuleInput, id: string): RuleOutcome {
  const outcome = evaluateRules(input).find((candidate) => candidate.id === id)
  if (!outcome) throw new Error(`no rule ${id}`)
  return outcome
}

/** The first line of the NAV table of a type (and code), to be changed. */
export function navLine(data: ControlData, type: string, code?: string) {
  const line = data.nav.lines.find((each) => each.type === type && (code === undefined || each.code === code))
  if (!line) throw new Error(`no ${type} ${code ?? ''}`)
  return line
}

export function account(data: ControlData, number: string) {
  const line = data.balance.lines.find((each) => each.accountNumber === number)
  if (!line) throw new Error(`no account ${number}`)
  return line
}

/** The inventory line of a code, or the first of a type. */
export function line(data: ControlData, codeOrType: string) {
  const found = data.inventory?.lines.find(
    (each) => each.instrumentCode === codeOrType || each.type === codeOrType,
  )
  if (!found) throw new Error(`no line ${codeOrType}`)
  return found
}

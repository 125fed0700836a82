import { RULES, type RuleId } from '~/areas/navs/rules/catalogue'
import { TOLERANCE_LEVELS, TOLERANCES } from '~/areas/navs/rules/tolerances'
import { toleranceFaults } from '~/areas/navs/tolerances'
import { DomainError } from '~/platform/values/domain-error'
import type { ReplayChange } from './replay'

export const TITLE = 'Replay not started'

/** A change as a form or a call has it. */
export interface RequestedChange {
  /** A key of a tolerance, or a rule followed by " off". */
  tolerance: string
  level: string
  subject: string | null
  value: string
}

/** A change that makes sense on this site. @throws DomainError invalid */
export function checkedChange(
  { tolerance, level: typed, subject, value }: RequestedChange,
  fundCodes: ReadonlySet<string>,
  row = '',
): ReplayChange {
  const level = TOLERANCE_LEVELS.find((each) => each === (typed || 'all'))
  if (!level) throw fault(`level${row}`, 'Choose the level of the change.')
  const rule = RULES.find(({ id }) => tolerance === `${id} off`)
  const definition = TOLERANCES.find(({ key }) => key === tolerance)
  if (!rule && !definition) throw fault(`tolerance${row}`, 'Choose a tolerance, or a rule that is off.')
  const isNumber = /^\d{1,12}(\.\d{1,10})?$/.test(value)
  if (!rule && !isNumber)
    throw fault(`value${row}`, 'Enter the new value as a number from 0 upwards, such as 0.25.')
  const wanted = { tolerance: definition?.key ?? 'N05.amount', level, subject, value: rule ? '0' : value }
  const [wrong] = toleranceFaults({ ...wanted, validFrom: null, validTo: null }, [], fundCodes)
  if (wrong) throw fault(`${wrong.field}${row}`, wrong.sentence)
  if (rule) return { off: rule.id as RuleId, level, subject }
  return { tolerance, level, subject, value }
}

/** A refusal shown at a field. */
export function fault(field: string, sentence: string): DomainError {
  return new DomainError('invalid', sentence, { title: TITLE, fields: { [field]: sentence } })
}

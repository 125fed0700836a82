import { type Column, column } from '~/platform/tables/column'
import { endFaults, type FieldFault, overlap, periodOf, type ValidDays } from './valid-days'

/** A value that a site sets for all or for some, from one day to another, as it is entered and waits. */
export type LevelValue<Level extends string = string> = ValidDays & {
  level: Level
  /** For whom it is set at its level, such as a fund code; null at the level "all". */
  subject: string | null
  value: string
}

/** "fund type EQUITY", "all" */
export function scopeLabel({ level, subject }: Pick<LevelValue, 'level' | 'subject'>): string {
  return subject === null ? level : `${level} ${subject}`
}

/** "Dates whose deals count, for regime AIF, from 01/12/2026" */
export function levelLabel(name: string, of: LevelValue): string {
  return `${name}, for ${scopeLabel(of)}, ${periodOf(of)}`
}

interface LevelRules<Row> {
  /** Whether two values set the same. */
  isSame(one: Row, other: Row): boolean
  /** The subjects of each level except "all". */
  subjects: Readonly<Record<string, ReadonlySet<string>>>
  /** What is wrong with its value alone, as a whole sentence. */
  valueFault: string | null
  shown?(value: string): string
}

/**
 * The faults of a value compared with the others: a subject that its level does not have, a value that cannot be stored,
 * an end before its beginning, or another value for the same on the same day.
 */
export function levelFaults<Row extends LevelValue>(
  of: Row,
  others: Iterable<Row>,
  { isSame, subjects, valueFault, shown = (value) => value }: LevelRules<Row>,
): FieldFault[] {
  const subject = subjectFault(of, subjects)
  const faults = [
    ...(subject === null ? [] : [{ field: 'subject', sentence: subject }]),
    ...(valueFault === null ? [] : [{ field: 'value', sentence: valueFault }]),
    ...endFaults(of),
  ]
  if (faults.length > 0) return faults
  const scope = scopeLabel(of)
  for (const other of others)
    if (isSame(of, other) && scopeLabel(other) === scope && overlap(of, other))
      return [
        {
          field: 'validFrom',
          sentence: `Its days overlap with ${shown(other.value)}, ${periodOf(other)}, for ${scope}: only one value can apply on a day. Give that one an earlier end first, or choose other dates.`,
        },
      ]
  return []
}

function subjectFault(
  { level, subject }: LevelValue,
  subjects: Readonly<Record<string, ReadonlySet<string>>>,
): string | null {
  if (level === 'all')
    return subject === null ? null : 'Leave it blank: the level "all" applies to every fund.'
  if (subject === null) return `Choose the ${level} that it applies to.`
  return subjects[level]?.has(subject)
    ? null
    : `"${subject}" is not a ${level}. Choose another one, or another level.`
}

/** The field of the subject: chosen from those of all levels; blank is all. */
export function subjectColumn(header: string): Column<string | null> {
  return column<string | null>(header, (cell) => cell.code(), { blank: null }, 'choice')
}

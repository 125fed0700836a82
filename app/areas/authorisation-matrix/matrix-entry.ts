import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { showAmount, showDay } from '~/platform/values/show'
import { bandLabel } from './matrix'

/** Entries of the matrix as they wait for a second person: plain texts, with names in place of ids. */

export type MatrixKind = 'authorisation rule' | 'signatory'
/** The kinds of changes that are decided with the authorisation matrix. */
export const MATRIX_KINDS: MatrixKind[] = ['authorisation rule', 'signatory']
/** Days yyyy-MM-dd, amounts plain decimals. */
export type Entry = Readonly<Record<string, string | null>>

/** The fields that name an entry; they never change. */
const ENTRY_KEYS: Readonly<Record<MatrixKind, readonly string[]>> = {
  'authorisation rule': ['legalEntity', 'currency', 'validFrom', 'amountFrom'],
  signatory: ['legalEntity', 'firstName', 'lastName', 'validFrom'],
}

/** All its fields, those of its key first. */
export const ENTRY_FIELDS: Readonly<Record<MatrixKind, readonly string[]>> = {
  'authorisation rule': [...ENTRY_KEYS['authorisation rule'], 'validTo', 'amountTo', 'rule'],
  signatory: [...ENTRY_KEYS.signatory, 'validTo', 'signatoryClass'],
}

/** The key of an entry among waiting changes. */
export function entryTarget(kind: MatrixKind, entry: Entry): string {
  return JSON.stringify(ENTRY_KEYS[kind].map((field) => entry[field] ?? null))
}

/** "Authorisation rule of Alder SA, EUR from 5,000.01, valid from 01/01/2026" */
export function describeTarget(kind: MatrixKind, target: string): string {
  const [entity = '', second = '', third = '', fourth = ''] = JSON.parse(target) as string[]
  return kind === 'signatory'
    ? `Signatory ${second} ${third} of ${entity}, valid from ${showDay(fourth)}`
    : `Authorisation rule of ${entity}, ${second} from ${showAmount(fourth)}, valid from ${showDay(third)}`
}

/** The faults of an entry, each worded to follow its field's name. */
export interface EntryFault {
  field: string
  what: string
}

/**
 * The faults of an entry compared with the others of its kind: an end before its beginning; amounts of one entity and
 * currency that two rules hold on one day; two classes of one person on one day.
 */
export function entryFaults(kind: MatrixKind, entry: Entry, others: Iterable<Entry>): EntryFault[] {
  const faults: EntryFault[] = []
  const { validFrom, validTo, amountFrom, amountTo } = entry
  if (validTo && validFrom && validTo < validFrom)
    faults.push({
      field: 'validTo',
      what: `${showDay(validTo)} is before valid from ${showDay(validFrom)}`,
    })
  if (kind === 'authorisation rule' && amountTo && new Big(amountTo).lt(amountFrom ?? 0))
    faults.push({
      field: 'amountTo',
      what: `${showAmount(amountTo)} is below amount from ${showAmount(amountFrom)}`,
    })
  if (faults.length > 0) return faults
  const target = entryTarget(kind, entry)
  for (const other of others) {
    if (entryTarget(kind, other) === target || !meets(kind, entry, other)) continue
    const since = `valid ${span(other.validFrom ?? '', other.validTo ?? null)}`
    if (kind === 'signatory') {
      const what = `overlaps with class ${other.signatoryClass}, ${since}: a person has one class at a time`
      return [{ field: 'validFrom', what }]
    }
    const band = bandLabel({
      currency: other.currency ?? '',
      amountFrom: other.amountFrom ?? '0',
      amountTo: other.amountTo ?? null,
    })
    const what = `overlaps with the rule ${band}, ${since}: two rules of one entity and currency cannot cover the same amount on the same day`
    return [{ field: 'amountFrom', what }]
  }
  return []
}

function span(from: Day, to: Day | null): string {
  return to === null ? `from ${showDay(from)}` : `from ${showDay(from)} to ${showDay(to)}`
}

function meets(kind: MatrixKind, a: Entry, b: Entry): boolean {
  const same = kind === 'signatory' ? ['legalEntity', 'firstName', 'lastName'] : ['legalEntity', 'currency']
  if (same.some((field) => a[field] !== b[field])) return false
  const days = (x: Entry, y: Entry) => y.validTo === null || (x.validFrom ?? '') <= (y.validTo ?? '')
  if (!days(a, b) || !days(b, a)) return false
  if (kind === 'signatory') return true
  const amounts = (x: Entry, y: Entry) =>
    y.amountTo === null || new Big(x.amountFrom ?? 0).lte(y.amountTo ?? 0)
  return amounts(a, b) && amounts(b, a)
}

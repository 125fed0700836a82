import type { Decimal } from '~/platform/values/decimal'

/** The settings by which an NAV error case is judged (policy in force on the day of discovery). */
export interface NavErrorPolicy {
  /** Percent from which an error is material; null for closed-ended funds, where people decide. */
  threshold: Decimal | null
  /** Whether an error that equals the threshold is material. */
  comparator: '>=' | '>'
  /** Denominator of the percentage. */
  base: 'corrected' | 'published'
  /** Dates whose deals count, of each class: the material ones, all since the first, or all once one is material. */
  dates: 'material' | 'since' | 'period'
  /** One sum for each holder and class, or what is owed and what was too much apart. */
  netting: 'holder' | 'deal'
  form: 'money' | 'shares'
  /** Smallest amount paid out, by currency. */
  deMinimis: Readonly<Record<string, Decimal>>
  deMinimisFor: 'all' | 'exited'
  /** Whether a class is paid what it lost net on dates that do not count. */
  belowThreshold: 'no' | 'net'
  /** Calendar weeks from the day of discovery to the notification, and to the report. */
  notifyWeeks: number
  reportWeeks: number
  /** In EUR: above, the auditor's report is needed, for all that is paid or for one holder. */
  auditorTotal: Decimal
  auditorHolder: Decimal
}

/** Settings where nothing else is decided; the threshold comes from the tolerance of rule N11. */
export const DEFAULT_POLICY: Omit<NavErrorPolicy, 'threshold'> = {
  comparator: '>=',
  base: 'corrected',
  dates: 'material',
  netting: 'holder',
  form: 'money',
  deMinimis: {},
  deMinimisFor: 'all',
  belowThreshold: 'no',
  notifyWeeks: 4,
  reportWeeks: 8,
  auditorTotal: '50000',
  auditorHolder: '5000',
}

/** The settings whose legal source could not be read: shown with "Check with your regulator". */
export const TO_CHECK_WITH_REGULATOR: readonly (keyof NavErrorPolicy)[] = [
  'comparator',
  'dates',
  'deMinimis',
  'notifyWeeks',
  'reportWeeks',
  'auditorTotal',
  'auditorHolder',
]

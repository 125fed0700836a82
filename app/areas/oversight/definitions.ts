/** What the figures of an oversight report are, in the order in which they are shown. */

export const CHAPTERS = [
  'Timeliness',
  'Accuracy',
  'First time right',
  'Exceptions',
  'Working time',
  'Prices',
  'Breaks',
  'Detection',
  'Errors',
] as const
export type Chapter = (typeof CHAPTERS)[number]

type Unit = '%' | 'signed %' | 'count' | 'per 100' | 'per 1,000' | 'hours' | 'days' | 'EUR'

export interface FigureDefinition {
  key: string
  chapter: Chapter
  label: string
  /** At the head of a column. */
  short: string
  unit: Unit
  definition: string
  /** Stands on the page of summary. */
  isHeadline?: true
}

const FIGURES = [
  {
    key: 'timeliness',
    chapter: 'Timeliness',
    label: 'NAVs on time',
    short: 'On time',
    unit: '%',
    definition:
      'NAVs due less late ones, in percent of NAVs due. A NAV is due once it was sent or its maximum sending date has passed; it is late if it was first marked as sent after that date, or was not sent.',
    isHeadline: true,
  },
  {
    key: 'administratorTimeliness',
    chapter: 'Timeliness',
    label: 'On time by the administrator',
    short: 'By admin.',
    unit: '%',
    definition:
      'The same, where only delays count whose cause is the administrator’s: PRICING, TRADES, FX, CASH OR INCOME, CORPORATE ACTIONS, SYSTEM, or the comment Administrator error on the KPI NAV on time.',
  },
  {
    key: 'unexplainedDelays',
    chapter: 'Timeliness',
    label: 'Late without a cause',
    short: 'No cause',
    unit: 'count',
    definition: 'Late NAVs without a comment on the KPI NAV on time.',
  },
  {
    key: 'accuracy',
    chapter: 'Accuracy',
    label: 'NAVs not found wrong',
    short: 'Not wrong',
    unit: '%',
    definition:
      'NAVs sent less those that a case found wrong, in percent of NAVs sent. A quantified case finds the NAV dates wrong on which a class differs; another case of wrong NAVs those from its first to its last date.',
    isHeadline: true,
  },
  {
    key: 'administratorAccuracy',
    chapter: 'Accuracy',
    label: 'Not found wrong, caused by the administrator',
    short: 'By admin.',
    unit: '%',
    definition: 'The same, where only cases count of which a cause is the administrator’s.',
  },
  {
    key: 'materialNavs',
    chapter: 'Accuracy',
    label: 'Wrong NAVs, material',
    short: 'Material',
    unit: 'count',
    definition: 'NAVs found wrong on which the error of a class is material.',
    isHeadline: true,
  },
  {
    key: 'otherNavs',
    chapter: 'Accuracy',
    label: 'Wrong NAVs, not material',
    short: 'Not mat.',
    unit: 'count',
    definition: 'NAVs found wrong on which no class is material.',
  },
  {
    key: 'unquantifiedNavs',
    chapter: 'Accuracy',
    label: 'Wrong NAVs, not quantified yet',
    short: 'Open',
    unit: 'count',
    definition: 'NAVs of cases without quantified figures.',
  },
  {
    key: 'magnitude',
    chapter: 'Accuracy',
    label: 'Largest error',
    short: 'Largest',
    unit: 'signed %',
    definition:
      'Largest error of the cases with a wrong NAV in the period, in percent of the corrected NAV per share: below zero where the NAV was too low.',
    isHeadline: true,
  },
  {
    key: 'firstTimeRight',
    chapter: 'First time right',
    label: 'First time right',
    short: 'First time right',
    unit: '%',
    definition: 'NAVs sent with one Submit and no Return, in percent of NAVs sent.',
    isHeadline: true,
  },
  {
    key: 'exceptions',
    chapter: 'Exceptions',
    label: 'Exceptions per 100 controls',
    short: 'Per 100',
    unit: 'per 100',
    definition:
      'Results that are not OK, with those that a person justified, per 100 current controls of NAVs.',
    isHeadline: true,
  },
  {
    key: 'overridden',
    chapter: 'Exceptions',
    label: 'Overridden',
    short: 'Overridden',
    unit: '%',
    definition: 'Exceptions whose result a person changed, in percent of exceptions.',
    isHeadline: true,
  },
  {
    key: 'justified',
    chapter: 'Exceptions',
    label: 'Justified',
    short: 'Justified',
    unit: '%',
    definition: 'Exceptions that a person changed to OK, in percent of exceptions.',
  },
  {
    key: 'explained',
    chapter: 'Exceptions',
    label: 'Explained',
    short: 'Explained',
    unit: '%',
    definition: 'Exceptions that stay not OK with an explanation, in percent of exceptions.',
  },
  {
    key: 'controlToSent',
    chapter: 'Working time',
    label: 'First control to sent, median',
    short: 'Control, median',
    unit: 'hours',
    definition:
      'Hours from the first control of a NAV to its first Mark as sent: half of the NAVs took less.',
    isHeadline: true,
  },
  {
    key: 'controlToSent90',
    chapter: 'Working time',
    label: 'First control to sent, 90th percentile',
    short: 'Control, 90th',
    unit: 'hours',
    definition: 'The same: nine of ten NAVs took less, between neighbours in proportion.',
  },
  {
    key: 'submitToSent',
    chapter: 'Working time',
    label: 'Submit to sent, median',
    short: 'Submit, median',
    unit: 'hours',
    definition: 'Hours from the last Submit before the first Mark as sent to it: half of the NAVs took less.',
  },
  {
    key: 'submitToSent90',
    chapter: 'Working time',
    label: 'Submit to sent, 90th percentile',
    short: 'Submit, 90th',
    unit: 'hours',
    definition: 'The same: nine of ten NAVs took less, between neighbours in proportion.',
  },
  {
    key: 'stale',
    chapter: 'Prices',
    label: 'Stale prices per 1,000 lines',
    short: 'Stale per 1,000',
    unit: 'per 1,000',
    definition: 'Lines that rule I03 found stale, per 1,000 inventory lines of current controls.',
    isHeadline: true,
  },
  {
    key: 'across',
    chapter: 'Prices',
    label: 'Lines that differ across funds',
    short: 'Across funds',
    unit: 'count',
    definition: 'Lines that rule I15 found: another price of the same instrument in other funds.',
  },
  {
    key: 'vendor',
    chapter: 'Prices',
    label: 'Lines that differ from the vendor',
    short: 'Vendor',
    unit: 'count',
    definition: 'Lines that rule S05 found; a dash where no control compared with a vendor.',
  },
  {
    key: 'unsourced',
    chapter: 'Prices',
    label: 'Lines without a second source',
    short: 'No source',
    unit: 'count',
    definition:
      'Equity, Bond and Fund lines of current controls for which no file of a vendor has a price in their currency and of their price date.',
  },
  {
    key: 'breaks30',
    chapter: 'Breaks',
    label: 'Open breaks, up to 30 days',
    short: 'To 30 days',
    unit: 'count',
    definition:
      'Breaks of each fund’s newest matching of a NAV date until the end of the period that are neither closed nor explained, and differences of its newest control there with the depositary (S03, S04) and with announced income (S06) that are not explained, by days since the first NAV date with the break.',
  },
  {
    key: 'breaks60',
    chapter: 'Breaks',
    label: 'Open breaks, 31 to 60 days',
    short: '31 to 60',
    unit: 'count',
    definition: 'The same, from 31 to 60 days.',
  },
  {
    key: 'breaksOver60',
    chapter: 'Breaks',
    label: 'Open breaks, over 60 days',
    short: 'Over 60',
    unit: 'count',
    definition:
      'Open breaks of matchings and second sources that were first seen more than 60 days before the end of the period.',
    isHeadline: true,
  },
  {
    key: 'blindSpots',
    chapter: 'Detection',
    label: 'Blind spots',
    short: 'Blind spots',
    unit: 'count',
    definition:
      'Kinds of errors, fund by fund, that no rule finds although they are as large as the fund’s error threshold: as last computed, and in periods before by the newest run until their end. A dash where none was computed.',
    isHeadline: true,
  },
  {
    key: 'opened',
    chapter: 'Errors',
    label: 'Cases opened',
    short: 'Opened',
    unit: 'count',
    definition: 'Cases of NAV errors opened in the period that are not cancelled.',
    isHeadline: true,
  },
  {
    key: 'closed',
    chapter: 'Errors',
    label: 'Cases closed',
    short: 'Closed',
    unit: 'count',
    definition: 'Cases closed in the period.',
  },
  {
    key: 'highest',
    chapter: 'Errors',
    label: 'Largest error of cases opened',
    short: 'Largest',
    unit: 'signed %',
    definition:
      'Of the cases opened in the period, in percent of the corrected NAV per share, with its sign.',
  },
  {
    key: 'daysToNotify',
    chapter: 'Errors',
    label: 'Days to notification, median',
    short: 'Days to notify',
    unit: 'days',
    definition: 'Calendar days from discovery to the notification, of cases notified in the period.',
  },
  {
    key: 'paidToHolders',
    chapter: 'Errors',
    label: 'Paid to holders',
    short: 'To holders',
    unit: 'EUR',
    definition:
      'Of cases compensated in the period; fund currency converted by the latest rate stored until its last day.',
    isHeadline: true,
  },
  {
    key: 'paidToFunds',
    chapter: 'Errors',
    label: 'Paid to funds',
    short: 'To funds',
    unit: 'EUR',
    definition: 'The same, paid to funds.',
  },
] as const satisfies readonly FigureDefinition[]

export type FigureKey = (typeof FIGURES)[number]['key']

/** All figures, without the types of each. */
export const DEFINITIONS: readonly (FigureDefinition & { key: FigureKey })[] = FIGURES

/**
 * Comments on the KPI "NAV on time" whose delay is the administrator's. The others are those of the manager (VALIDATION,
 * QUALITY CHECK), of a client or third party, or unknown.
 */
export const ADMINISTRATOR_DELAYS: readonly string[] = [
  'PRICING',
  'TRADES',
  'FX',
  'CASH OR INCOME',
  'CORPORATE ACTIONS',
  'SYSTEM',
  'Administrator error',
]

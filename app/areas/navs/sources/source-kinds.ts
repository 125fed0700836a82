import type { Kind } from '~/platform/formats/kinds'

/** The kinds of second sources, in the order in which a sheet is recognised. */
export const SOURCE_KINDS = [
  'REGISTER',
  'CASH',
  'POSITIONS',
  'PRICES',
  'ANNOUNCEMENTS',
] as const satisfies Kind[]
export type SourceKind = (typeof SOURCE_KINDS)[number]

export const isSourceKind = (kind: string): kind is SourceKind => SOURCE_KINDS.some((each) => each === kind)

/** Kinds whose files state a fund on a day as a whole. */
export const DAY_KINDS = ['REGISTER', 'CASH', 'POSITIONS'] as const satisfies SourceKind[]
export type DayKind = (typeof DAY_KINDS)[number]

export const isDayKind = (kind: SourceKind): kind is DayKind => DAY_KINDS.some((each) => each === kind)

/** Title of refused files. */
export const SOURCES_TITLE = 'The sources cannot be read, see error.'

/** So many files may come at once. */
export const MAX_SOURCE_FILES = 10

import type { EventClass } from '~/platform/workflow/types'

/** Something that a search found, or a command that may be given. */
export interface Found {
  /** Names it among all others: "invoice 1234". */
  key: string
  label: string
  /** What else identifies it: amount, role, date; '' for none. */
  note: string
  href: string
  /** Null for what has no status. */
  place: { class: EventClass; status: string; queue: string } | null
}

/** The results of one kind, recent ones first. */
export interface FoundGroup {
  /** "NAVs" */
  title: string
  items: Found[]
}

/** The most results of each kind; the list has the others. */
export const MAX_OF_A_KIND = 6

export const MAX_SEARCH_LENGTH = 100

const MAX_WORDS = 6

/** The words of a search; all of them have to be found, in any order. */
export const searchTerms = (text: string): string[] =>
  text.slice(0, MAX_SEARCH_LENGTH).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)

/** The text of a search in an address. PostgreSQL takes no NUL. */
export const textIn = (address: string) =>
  (new URL(address).searchParams.get('text') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_LENGTH)

import type { FunctionId } from '~/areas/access/actor'
import type { FunctionRights } from './import-users'

/** What a user may do with which function. */
export type HeldRights = Partial<Record<FunctionId, FunctionRights>>

/** "r a u d", to compare with; '' for nothing. */
export function rightWords(rights: FunctionRights | null): string {
  if (rights === null) return ''
  return ['r', rights.add && 'a', rights.update && 'u', rights.delete && 'd'].filter(Boolean).join(' ')
}

export const MAY_OPEN = 'may open'
export const MAY_NOT_OPEN = 'may not open'

/** As people read a right: "may open, add, update"; "may not open" for none. */
export function rightSentence(rights: FunctionRights | null): string {
  if (rights === null) return MAY_NOT_OPEN
  const { add, update, delete: remove } = rights
  return [MAY_OPEN, add && 'add', update && 'update', remove && 'delete'].filter(Boolean).join(', ')
}

/** "budgets r u, navctrl r": the same text for the same rights. */
export function heldWords(held: HeldRights): string {
  return Object.entries(held)
    .map(([functionId, rights]) => `${functionId} ${rightWords(rights)}`)
    .sort()
    .join(', ')
}

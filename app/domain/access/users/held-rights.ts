import type { FunctionId } from '../actor'
import type { FunctionRights } from '../import-users'

/** What a user may do with which function. */
export type HeldRights = Partial<Record<FunctionId, FunctionRights>>

/** "r a u d"; '' for nothing. */
export function rightWords(rights: FunctionRights | null): string {
  if (rights === null) return ''
  return ['r', rights.add && 'a', rights.update && 'u', rights.delete && 'd'].filter(Boolean).join(' ')
}

/** "budgets r u, navctrl r": the same text for the same rights. */
export function heldWords(held: HeldRights): string {
  return Object.entries(held)
    .map(([functionId, rights]) => `${functionId} ${rightWords(rights)}`)
    .sort()
    .join(', ')
}

import type { Step } from '~/platform/workflow/types'

/** How long whoever was let in anew takes no four-eyes step: time for the user to be told and to object. */
export const HELD_HOURS = 24

/** What a user may not do for now, whatever their rights say. */
export interface HeldBack {
  /** Until when four-eyes steps are closed to them, as somebody else reset their access; null when they are open. */
  until: Date | null
  /**
   * Why payments and bank accounts are closed to them: one administrator alone reset their access, or they are that
   * administrator; null when they are open.
   */
  money: 'reset alone' | 'works alone' | null
}

interface Held {
  heldBack: HeldBack
}

/** When four-eyes steps open again after a reset. */
export function heldUntil(resetAt: Date): Date {
  return new Date(resetAt.getTime() + HELD_HOURS * 60 * 60_000)
}

/** Why somebody takes no four-eyes step now, in a sentence; null when they may. */
export function whyHeldBack({ heldBack }: Held): string | null {
  return heldBack.until === null
    ? null
    : `Your access was reset less than ${HELD_HOURS} hours ago. Until then another person has to do this (four-eyes rule).`
}

/** Why payments and bank accounts are closed to somebody, in a sentence; null when they are open. */
export function whyNoMoney({ heldBack }: Held): string | null {
  if (heldBack.money === 'reset alone')
    return 'Payments and bank accounts are closed to you: one administrator alone reset your access. A second administrator has to approve a new one-time password, or the operator of the server sets your password.'
  if (heldBack.money === 'works alone')
    return 'Payments and bank accounts are closed to you while you administer this site without a second person.'
  return null
}

/** Why somebody may not take a step of a workflow for now, whatever their queues and marks say; null when they may. */
export function whyNoStep(
  held: Held,
  step: Pick<Step, 'display' | 'actingQueue' | 'excludes'>,
): string | null {
  if (step.actingQueue === 'PAYMENT') {
    const why = whyNoMoney(held)
    if (why !== null) return why
  }
  return step.excludes.length > 0 && held.heldBack.until !== null
    ? `"${step.display}" needs another person: your access was reset less than ${HELD_HOURS} hours ago (four-eyes rule).`
    : null
}

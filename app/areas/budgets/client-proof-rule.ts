import type { BudgetCheck } from './budget'

/** Whether the client's proof is asked for, and why, in a sentence. */
export interface ProofAsked {
  needed: boolean
  why: string
}

/**
 * "Client validated" needs the client's proof unless the draft has budgets and each of them asks for no client validation
 * or is below its threshold (product decisions, section 2: Draft).
 */
export function proofAsked(checks: readonly BudgetCheck[]): ProofAsked {
  if (checks.length === 0)
    return { needed: true, why: 'No budget in force counts this draft, so the client’s proof is needed.' }
  const asking = checks.filter(({ clientValidation, state }) => clientValidation && state !== 'below')
  if (asking.length === 0)
    return {
      needed: false,
      why: 'The client’s proof is not needed: the budgets of this draft ask for none, or are below their threshold.',
    }
  const told = asking.map(({ name, state }) =>
    state === 'no rate' ? `${name} (no exchange rate)` : `${name} (threshold reached)`,
  )
  return { needed: true, why: `The client’s proof is needed: ${told.join('; ')}.` }
}

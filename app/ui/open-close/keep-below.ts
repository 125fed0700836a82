import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/**
 * What lies below a popup is not loaded again when only the popup opens or closes: same parameters, same query. It is
 * loaded again after everything that was sent, a refusal included: what is shown may be why it was refused.
 */
export function keepBelow({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (formMethod !== undefined && formMethod !== 'GET') || defaultShouldRevalidate
}

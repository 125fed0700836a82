import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/**
 * What lies below a popup is not loaded again when only the popup opens or closes: same parameters, same query. It is
 * loaded again after everything that was sent, a refusal included: what is shown may be why it was refused.
 */
export function keepBelow(next: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, formMethod } = next
  if (formMethod !== undefined && formMethod !== 'GET') return true
  if (currentUrl.href === nextUrl.href || currentUrl.search !== nextUrl.search) return true
  // Parameters of the popup itself come and go; one that both addresses have must be the same.
  return Object.keys(currentParams).some(
    (name) => name in nextParams && currentParams[name] !== nextParams[name],
  )
}

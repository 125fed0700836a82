import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/** What lies below a popup is not loaded again when only the popup opens or closes: same parameters, same query. */
export function keepBelow({
  currentUrl,
  nextUrl,
  currentParams,
  nextParams,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (formMethod !== undefined && formMethod !== 'GET') return defaultShouldRevalidate
  if (currentUrl.search !== nextUrl.search) return true
  // Parameters of the popup itself come and go; one that both addresses have must be the same.
  return Object.keys(currentParams).some(
    (name) => name in nextParams && currentParams[name] !== nextParams[name],
  )
}

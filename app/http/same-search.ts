/**
 * The query of the address that a form was sent from, so that the list beside it stays as it was; with changes, null
 * for what is to go.
 */
export function sameSearch(request: Request, changes: Record<string, string | number | null> = {}): string {
  const params = new URL(request.url).searchParams
  params.delete('done')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, String(value))
  }
  return params.size > 0 ? `?${params}` : ''
}

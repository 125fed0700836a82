/** Parameters of an address that determine what a panel of documents shows. */
export const SELECTED = 'document'
export const UPLOADING = 'upload'
export const DELETING = 'delete'

/** A page's address with some of its parameters changed; null removes one. */
export function panelHref(
  { pathname, search }: { pathname: string; search: string },
  changes: Record<string, string | null>,
): string {
  const params = new URLSearchParams(search)
  // The message about the last action is not part of the page's address.
  params.delete('done')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  return params.size > 0 ? `${pathname}?${params}` : pathname
}

/** The address of a form of documents that returns to this page. */
export function withBack(href: string, back: string): string {
  return `${href}?back=${encodeURIComponent(back)}`
}

/**
 * The page that a form is kept for, on the server and in the tab: path and search in one spelling, as browsers, routers
 * and servers write a blank as "+" or as "%20".
 */
export function pageKey(pathname: string, search: string): string {
  const params = new URLSearchParams(search)
  return params.size > 0 ? `${pathname}?${params}` : pathname
}

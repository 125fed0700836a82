/** The path to go to after login: a path of this site, or the home page for anything else. */
export function samePage(redirectTo: string | null): string {
  if (!redirectTo?.startsWith('/')) return '/'
  const base = 'http://here.invalid'
  try {
    const url = new URL(redirectTo, base)
    // "/.//elsewhere" is of this site, but the path that remains, "//elsewhere", leads to another site.
    const own = url.origin === base && !url.pathname.startsWith('//')
    return own ? `${url.pathname}${url.search}` : '/'
  } catch {
    return '/'
  }
}

const PATHS = [
  /^\/(?:nav-controls|production|drafts|invoices|payments|bank-inbox|nav-errors|budgets)\/(\d+)(?:\/|$)/,
  /^\/drafts\/invoices\/(\d+)(?:\/|$)/,
  /^\/processes\/\d+\/tasks\/(\d+)(?:\/|$)/,
]

/** The id of the object that a page shows; null for other pages. One sequence numbers the objects of all kinds. */
export function objectInPath(pathname: string): number | null {
  for (const path of PATHS) {
    const [, id] = path.exec(pathname) ?? []
    if (id !== undefined) return Number(id)
  }
  return null
}

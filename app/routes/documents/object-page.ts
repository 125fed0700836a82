/** Where each kind of object is shown. */
const PAGES: Record<string, string> = {
  nav: '/nav-controls',
  draft: '/drafts',
  invoice: '/invoices',
  budget: '/budgets',
  // A task stands below its process: its own address leads there.
  task: '/tasks',
  'reviewed task': '/tasks',
}

/** The page of the object that a document belongs to. */
export function objectPage({ kind, objectId }: { kind: string; objectId: number }): string {
  const list = PAGES[kind]
  return list === undefined ? '/' : `${list}/${objectId}`
}

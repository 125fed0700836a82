import { userIdOf } from '~/platform/workflow/audit-subjects'

/** Where each kind of object is shown. */
const PAGES: Record<string, string> = {
  nav: '/nav-controls',
  draft: '/drafts',
  invoice: '/invoices',
  budget: '/budgets',
  // Processes are rows of a list, and a task stands below its process: their own addresses lead there.
  process: '/processes',
  task: '/tasks',
  'reviewed task': '/tasks',
}

/** The page of an object of any kind: that which a document belongs to, or an event of the audit trail. */
export function objectPage({ kind, objectId }: { kind: string; objectId: number }): string {
  if (kind === 'user') return `/admin/users/${userIdOf(objectId) ?? ''}`
  const list = PAGES[kind]
  return list === undefined ? '/' : `${list}/${objectId}`
}

/**
 * Pages that can be shown as of an earlier instant, with their tabs and read-only popups; and their files: lists,
 * reports.
 */
const NAV =
  '(/[0-9]+(/(checks|kpi|reports|over-time|report.pdf|matching.xlsx|controls/[0-9]+/(report.xlsx|rules/[0-9]+|bridge/[0-9]+|delta/[a-z-]+)))?)?'
const PAST_PAGES = new RegExp(
  `^/(${[
    `(nav-controls|production)${NAV}`,
    '(drafts|budgets|invoices)(/[0-9]+)?',
    'invoices/[0-9]+/(consultation/[a-z-]+|report.pdf|loader.xlsx)',
    'drafts/[0-9]+/allocations',
    'bank-accounts',
    'oversight(/[0-9]+(/report.pdf)?)?',
    'nav-errors(/register|/[0-9]+(/(notification.pdf|report.pdf|compensation.xlsx|auditor.zip|corrections/[0-9]+))?)?',
    'authorisation-matrix(/[0-9]+)?',
    'admin/(tolerances|nav-errors|authorisations|users(/[0-9]+)?)',
    'past/compare',
  ].join('|')})(/export/[^/]+)?/*$`,
)

/** Whether the page of a path can be shown as of an earlier instant. */
export const isPastPage = (path: string) => PAST_PAGES.test(path)

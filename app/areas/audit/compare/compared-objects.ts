import type { FunctionId } from '~/areas/access/actor'

/** Rows of a table that belong to what a page shows. */
export interface ComparedRows {
  table: string
  /** What people call such a row: "Cost line". */
  what: string
  /** The column that holds the id of the object; null for all rows. */
  by: string | null
  /** Where the rows belong to an object of the object: that table, and its column with the id. */
  through?: { table: string; column: string; id: string }
  /** Columns that name a row; missing: its key. */
  named?: readonly string[]
}

export interface Compared {
  /** "Budget 1012" */
  title: string
  functionId: FunctionId
  /** Null for a page that shows all rows. */
  id: number | null
  rows: readonly ComparedRows[]
}

interface Kind extends Omit<Compared, 'title' | 'id'> {
  path: RegExp
  title: string
}

const rows = (
  table: string,
  what: string,
  by: string | null,
  more: Partial<ComparedRows> = {},
): ComparedRows => ({
  table,
  what,
  by,
  ...more,
})
const PLACE = rows('workflow_instance', 'Workflow', 'object_id', { named: [] })
const DOCUMENTS = rows('document', 'Document', 'object_id', { named: ['file_name'] })

const NAV = [
  rows('fund_nav', 'NAV', 'id', { named: [] }),
  PLACE,
  rows('nav_control', 'Control', 'fund_nav_id', { named: ['round', 'id'] }),
  rows('rule_result', 'Rule', 'control_id', {
    through: { table: 'nav_control', column: 'id', id: 'fund_nav_id' },
    named: ['rule_id', 'name'],
  }),
  rows('nav_check', 'Check', 'fund_nav_id', { named: ['rank', 'round'] }),
  rows('nav_matching', 'Matching', 'fund_nav_id'),
  rows('nav_break', 'Break', 'matching_id', {
    through: { table: 'nav_matching', column: 'id', id: 'fund_nav_id' },
  }),
  rows('sent_figure', 'Sent figure', 'fund_nav_id', { named: ['class_code', 'round'] }),
  rows('kpi_comment_entry', 'KPI comment', 'object_id', { named: ['method_id'] }),
  DOCUMENTS,
]

const KINDS: readonly Kind[] = [
  { path: /^\/nav-controls\/(\d+)/, title: 'NAV', functionId: 'navctrl', rows: NAV },
  { path: /^\/production\/(\d+)/, title: 'NAV', functionId: 'production', rows: NAV },
  {
    path: /^\/drafts\/(\d+)/,
    title: 'Draft',
    functionId: 'draftsdashboard',
    rows: [
      rows('draft', 'Draft', 'id', { named: [] }),
      PLACE,
      rows('cost_line', 'Cost line', 'draft_id'),
      rows('totals_confirmation', 'Totals', 'draft_id', { named: [] }),
      DOCUMENTS,
    ],
  },
  {
    path: /^\/invoices\/(\d+)/,
    title: 'Invoice',
    functionId: 'transactiondashboard',
    rows: [
      rows('invoice', 'Invoice', 'id', { named: [] }),
      PLACE,
      rows('payment', 'Payment', 'invoice_id', { named: ['run_id'] }),
      DOCUMENTS,
    ],
  },
  {
    path: /^\/budgets\/(\d+)/,
    title: 'Budget',
    functionId: 'budgets',
    rows: [
      rows('budget', 'Budget', 'id', { named: [] }),
      PLACE,
      rows('budget_term', 'Approved term', 'budget_id', { named: [] }),
      rows('budget_override', 'Override', 'budget_id'),
    ],
  },
  {
    path: /^\/admin\/users\/(\d+)/,
    title: 'User',
    functionId: 'administration',
    rows: [
      rows('app_user', 'User', 'id', { named: [] }),
      rows('authorisation', 'Right', 'user_id', { named: ['function_id'] }),
      rows('user_queue', 'Queue', 'user_id', { named: ['queue'] }),
    ],
  },
  {
    path: /^\/admin\/(?:users|authorisations)\/*$/,
    title: 'Users’ rights',
    functionId: 'administration',
    rows: [
      rows('app_user', 'User', null, { named: ['user_name'] }),
      rows('authorisation', 'Right', null, { named: ['user_id', 'function_id'] }),
      rows('user_queue', 'Queue', null, { named: ['user_id', 'queue'] }),
    ],
  },
  {
    path: /^\/admin\/tolerances\/*$/,
    title: 'Rule tolerances',
    functionId: 'administration',
    rows: [rows('rule_tolerance', 'Tolerance', null)],
  },
  {
    path: /^\/admin\/nav-errors\/*$/,
    title: 'NAV error settings',
    functionId: 'administration',
    rows: [rows('nav_error_setting', 'Setting', null)],
  },
  {
    path: /^\/admin\/formats\/*$/,
    title: 'File formats',
    functionId: 'administration',
    rows: [rows('file_format', 'Version', null, { named: ['code', 'version'] })],
  },
  {
    path: /^\/bank-accounts\/*$/,
    title: 'Bank accounts',
    functionId: 'bankaccounts',
    rows: [rows('bank_account', 'Account', null, { named: ['legal_entity_id', 'iban'] })],
  },
  {
    path: /^\/authorisation-matrix\/*$/,
    title: 'Authorisation matrix',
    functionId: 'draftsdashboard',
    rows: [
      rows('authorisation_rule', 'Rule', null, { named: ['legal_entity_id', 'id'] }),
      rows('signatory', 'Signatory', null, { named: ['validator_id', 'id'] }),
    ],
  },
  {
    path: /^\/production\/*$/,
    title: 'NAV Production',
    functionId: 'production',
    rows: [rows('fund_nav', 'NAV', null, { named: ['fund_id', 'nav_date'] })],
  },
  {
    path: /^\/budgets\/*$/,
    title: 'Budgets',
    functionId: 'budgets',
    rows: [rows('budget', 'Budget', null), rows('budget_term', 'Approved term of budget', null)],
  },
]

/** What the page of a path shows, as it is compared; null for a page that cannot be. */
export function comparedAt(path: string): Compared | null {
  for (const { path: pattern, title, functionId, rows } of KINDS) {
    const found = pattern.exec(path)
    if (!found) continue
    const id = found[1] === undefined ? null : Number(found[1])
    return { title: id === null ? title : `${title} ${id}`, functionId, id, rows }
  }
  return null
}

import { index, prefix, type RouteConfig, route } from '@remix-run/route-config'
import { CALLS } from './call-routes'

type NavList = 'nav-controls' | 'production'

/** A NAV with its tabs and popups, below each of the lists that it is opened from. */
function navRoutes(list: NavList) {
  const nav = (path: string, name: string, below?: ReturnType<typeof route>[]) =>
    route(path, `routes/navs/${name}.tsx`, { id: `${list}/${name}` }, below)
  return [
    nav(':fundNavId', 'panel', [
      nav('', 'validation', [
        nav('new/:set', 'new-control'),
        nav('new-matching', 'new-matching'),
        nav('controls/:controlId/rules/:ruleResultId', 'rule'),
        nav('controls/:controlId/delta/:tab', 'delta'),
      ]),
      nav('checks', 'checks'),
      nav('kpi', 'kpi'),
      nav('reports', 'reports'),
    ]),
  ]
}

/** The files of a NAV, below the same lists. */
function navFiles(list: NavList) {
  const file = (path: string, name: string) =>
    route(`${list}/:fundNavId/${path}`, `routes/navs/${name}.ts`, { id: `${list}/${name}` })
  return [
    file('controls/:controlId/report.xlsx', 'error-report'),
    file('matching.xlsx', 'matching-workbook'),
    file('export/:file', 'nav-export'),
    file('controls/:controlId/delta/:tab/export/:file', 'delta-export'),
  ]
}

/** An invoice with its popups, over the Invoice Log or over the drafts that invoices are made of. */
function invoiceRoutes(list: 'invoices' | 'drafts', path: string) {
  const invoice = (at: string, name: string, below?: ReturnType<typeof route>[]) =>
    route(at, `routes/invoices/${name}.tsx`, { id: `${list}/invoice-${name}` }, below)
  return invoice(path, 'detail', [
    invoice('consultation/:tab', 'consultation'),
    invoice('recreate', 'recreate'),
    invoice('cancel', 'cancel'),
  ])
}

/** The site map: every address of Fundesk and the file that answers it; the calls have a page of their own. */
export default [
  index('routes/access/home.tsx'),
  route('login', 'routes/access/login.tsx'),
  route('login/oidc', 'routes/access/single-sign-on.tsx'),
  route('login/oidc/callback', 'routes/access/single-sign-on-callback.tsx'),
  route('login/oidc/link', 'routes/access/single-sign-on-link.tsx'),
  route('login/oidc/logout', 'routes/access/single-sign-on-logout.tsx'),
  route('logout', 'routes/access/logout.tsx'),
  route('appearance', 'routes/access/appearance.tsx'),
  route('account/password', 'routes/account/password.tsx'),
  route('account/sessions', 'routes/account/sessions.tsx'),
  route('account/notices', 'routes/account/notices.tsx'),
  route('account/tokens', 'routes/account/tokens.tsx', [route('new', 'routes/account/token-new.tsx')]),
  route('api/docs', 'routes/api/docs/list.tsx', [route(':call', 'routes/api/docs/call.tsx')]),

  route('nav-controls', 'routes/navs/list.tsx', [
    route('new/:set', 'routes/navs/new-control.tsx'),
    ...navRoutes('nav-controls'),
  ]),
  ...navFiles('nav-controls'),
  route('nav-controls/export/:file', 'routes/navs/list-export.ts'),
  route('production', 'routes/production/list.tsx', navRoutes('production')),
  ...navFiles('production'),
  route('production/export/:file', 'routes/production/list-export.ts'),
  route('production/kpi', 'routes/kpi/list.tsx'),
  route('production/kpi/export/:file', 'routes/kpi/list-export.ts'),
  route('drafts', 'routes/drafts/list.tsx', [
    route('new', 'routes/drafts/new-draft.tsx'),
    route('batch', 'routes/drafts/batch.tsx'),
    invoiceRoutes('drafts', 'invoices/:invoiceId'),
    route(':draftId', 'routes/drafts/draft.tsx', [
      route('allocations', 'routes/drafts/allocations.tsx'),
      route('add/:what', 'routes/drafts/add-document.tsx'),
      route('cancel', 'routes/drafts/cancel.tsx'),
    ]),
  ]),
  route('drafts/:draftId/checks', 'routes/drafts/checks.ts'),
  route('drafts/export/:file', 'routes/drafts/list-export.ts'),
  route('invoices', 'routes/invoices/list.tsx', [invoiceRoutes('invoices', ':invoiceId')]),
  route('invoices/:invoiceId/report.pdf', 'routes/invoices/report.ts'),
  route('invoices/:invoiceId/loader.xlsx', 'routes/invoices/loader-workbook.ts'),
  route('invoices/:invoiceId/export/:file', 'routes/invoices/invoice-export.ts'),
  route('invoices/export/:file', 'routes/invoices/list-export.ts'),
  route('budgets', 'routes/budgets/list.tsx', [
    route('new', 'routes/budgets/new-budget.tsx'),
    route(':budgetId', 'routes/budgets/budget.tsx', [
      route('copy', 'routes/budgets/copy-budget.tsx'),
      route('cancel', 'routes/budgets/cancel-budget.tsx'),
      route('delete', 'routes/budgets/delete-budget.tsx'),
    ]),
  ]),
  route('budgets/:budgetId/export/:file', 'routes/budgets/budget-export.ts'),
  route('budgets/export/:file', 'routes/budgets/list-export.ts'),
  route('processes', 'routes/processes/list.tsx', [
    route(':entityProcessDateId/tasks/:taskId', 'routes/processes/task.tsx'),
  ]),
  route('processes/:entityProcessDateId', 'routes/processes/process-address.ts'),
  route('processes/:entityProcessDateId/tasks/:taskId/export/:file', 'routes/processes/task-export.ts'),
  route('processes/:entityProcessDateId/export/:file', 'routes/processes/process-export.ts'),
  route('processes/export/:file', 'routes/processes/list-export.ts'),
  route('tasks/:taskId', 'routes/processes/task-address.ts'),

  route('bank-accounts', 'routes/bank-accounts/list.tsx', [
    route('new', 'routes/bank-accounts/account-new.tsx'),
    route('rows/:key', 'routes/bank-accounts/account.tsx'),
    route('rows/:key/delete', 'routes/bank-accounts/account-delete.tsx'),
  ]),
  route('bank-accounts/export/:file', 'routes/bank-accounts/accounts-export.ts'),
  route('documents/:documentId', 'routes/documents/download.ts'),
  route('documents/:documentId/preview', 'routes/documents/preview.ts'),
  route('documents/:documentId/delete', 'routes/documents/delete.tsx'),
  route('documents/object/:objectId/new', 'routes/documents/new.tsx'),
  route('authorisation-matrix', 'routes/signatures/matrix.tsx'),
  route('authorisation-matrix/export/:file', 'routes/signatures/changes-export.ts'),
  route('authorisation-matrix/:entity/:file', 'routes/signatures/matrix-pdf.ts'),
  route('upload-steps/:key', 'routes/documents/upload-step.ts'),

  route('layouts/:key', 'routes/layouts/layouts.tsx'),

  route('admin', 'routes/admin/home.tsx'),
  route('admin/users', 'routes/admin/users/list.tsx', [
    route('new', 'routes/admin/users/user-new.tsx'),
    route(':userId', 'routes/admin/users/user.tsx', [
      route('password', 'routes/admin/users/user-password.tsx'),
      route('disable', 'routes/admin/users/user-disable.tsx'),
    ]),
  ]),
  route('admin/users/export/:file', 'routes/admin/users/list-export.ts'),
  route('admin/users/:userId/export/:file', 'routes/admin/users/user-events-export.ts'),
  route('admin/authorisations', 'routes/admin/users/authorisations.tsx'),
  route('admin/authorisations/export/:file', 'routes/admin/users/authorisations-export.ts'),
  route('admin/second-person', 'routes/admin/system/second-person.tsx'),
  route('admin/import', 'routes/admin/import.tsx'),
  route('admin/system', 'routes/admin/system/system.tsx'),
  route('admin/audit', 'routes/admin/audit/list.tsx'),
  route('admin/audit/export/:file', 'routes/admin/audit/list-export.ts'),
  route('admin/changes', 'routes/admin/changes/list.tsx'),
  route('admin/changes/export/:file', 'routes/admin/changes/list-export.ts'),
  route('admin/tolerances', 'routes/admin/tolerances/list.tsx', [
    route('new', 'routes/admin/tolerances/tolerance-new.tsx'),
    route('rows/:key', 'routes/admin/tolerances/tolerance.tsx'),
    route('rows/:key/delete', 'routes/admin/tolerances/tolerance-delete.tsx'),
  ]),
  route('admin/tolerances/export/:file', 'routes/admin/tolerances/list-export.ts'),
  route('admin/workflows', 'routes/workflow-versions/workflows.tsx'),
  route('admin/workflows/:kind', 'routes/workflow-versions/workflow.tsx'),
  route('admin/workflows/:kind/export/:file', 'routes/workflow-versions/workflow-export.ts'),
  route('admin/workflows/:kind/draft', 'routes/workflow-versions/draft.tsx', [
    route('steps/new', 'routes/workflow-versions/draft-step-new.tsx'),
    route('steps/:at', 'routes/workflow-versions/draft-step.tsx'),
    route('steps/:at/delete', 'routes/workflow-versions/draft-step-delete.tsx'),
  ]),
  route('admin/lookups', 'routes/admin/lookups/list.tsx'),
  route('admin/lookups/:table/export/:file', 'routes/admin/lookups/table-export.ts'),
  route('admin/lookups/:table', 'routes/admin/lookups/table.tsx', [
    route('new', 'routes/admin/lookups/row-new.tsx'),
    route('rows/:key', 'routes/admin/lookups/row.tsx'),
    route('rows/:key/delete', 'routes/admin/lookups/row-delete.tsx'),
  ]),

  ...prefix('api', CALLS),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig

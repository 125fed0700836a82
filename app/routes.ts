import { index, type RouteConfig, route } from '@remix-run/route-config'

type NavList = 'nav-controls' | 'production'

/** A NAV with its tabs and popups, below each of the lists that it is opened from. */
function navRoutes(list: NavList) {
  const nav = (path: string, name: string, below?: ReturnType<typeof route>[]) =>
    route(path, `areas/navs/routes/${name}.tsx`, { id: `${list}/${name}` }, below)
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
    route(`${list}/:fundNavId/${path}`, `areas/navs/routes/${name}.ts`, { id: `${list}/${name}` })
  return [
    file('controls/:controlId/report.xlsx', 'error-report'),
    file('matching.xlsx', 'matching-workbook'),
    file('export/:file', 'nav-export'),
    file('controls/:controlId/delta/:tab/export/:file', 'delta-export'),
  ]
}

/** An invoice with its popups, over the Invoice Log or over the drafts that invoices are made of. */
function invoiceRoutes(list: 'invoices' | 'drafts', path: string) {
  const invoice = (at: string, name: string, below?: ReturnType<typeof route>[], area = 'invoices') =>
    route(at, `areas/${area}/routes/${name}.tsx`, { id: `${list}/invoice-${name}` }, below)
  return invoice(path, 'detail', [
    invoice('consultation/:tab', 'consultation'),
    invoice('recreate', 'recreate', [], 'drafts'),
    invoice('cancel', 'cancel'),
  ])
}

/** The site map: every address of Fundesk and the file that answers it; the calls are in the tables of their areas (api.ts). */
export default [
  index('areas/site/routes/home.tsx'),
  route('login', 'areas/account/routes/login.tsx'),
  route('login/oidc', 'areas/account/routes/single-sign-on.tsx'),
  route('login/oidc/callback', 'areas/account/routes/single-sign-on-callback.tsx'),
  route('login/oidc/link', 'areas/account/routes/single-sign-on-link.tsx'),
  route('login/oidc/logout', 'areas/account/routes/single-sign-on-logout.tsx'),
  route('logout', 'areas/account/routes/logout.tsx'),
  route('appearance', 'areas/account/routes/appearance.tsx'),
  route('account/password', 'areas/account/routes/password.tsx'),
  route('account/sessions', 'areas/account/routes/sessions.tsx'),
  route('account/notices', 'areas/account/routes/notices.tsx'),
  route('account/tokens', 'areas/account/routes/tokens.tsx', [
    route('new', 'areas/account/routes/token-new.tsx'),
  ]),
  route('api/docs', 'areas/api-reference/routes/list.tsx', [
    route(':call', 'areas/api-reference/routes/call.tsx'),
  ]),

  route('nav-controls', 'areas/navs/routes/list.tsx', [
    route('new/:set', 'areas/navs/routes/new-control.tsx'),
    ...navRoutes('nav-controls'),
  ]),
  ...navFiles('nav-controls'),
  route('nav-controls/export/:file', 'areas/navs/routes/list-export.ts'),
  route('production', 'areas/production/routes/list.tsx', navRoutes('production')),
  ...navFiles('production'),
  route('production/export/:file', 'areas/production/routes/list-export.ts'),
  route('production/kpi', 'areas/kpi/routes/list.tsx'),
  route('production/kpi/export/:file', 'areas/kpi/routes/list-export.ts'),
  route('drafts', 'areas/drafts/routes/list.tsx', [
    route('new', 'areas/drafts/routes/new-draft.tsx'),
    route('batch', 'areas/drafts/routes/batch.tsx'),
    invoiceRoutes('drafts', 'invoices/:invoiceId'),
    route(':draftId', 'areas/drafts/routes/draft.tsx', [
      route('allocations', 'areas/drafts/routes/allocations.tsx'),
      route('add/:what', 'areas/drafts/routes/add-document.tsx'),
      route('cancel', 'areas/drafts/routes/cancel.tsx'),
    ]),
  ]),
  route('drafts/:draftId/checks', 'areas/drafts/routes/checks.ts'),
  route('drafts/export/:file', 'areas/drafts/routes/list-export.ts'),
  route('invoices', 'areas/invoices/routes/list.tsx', [invoiceRoutes('invoices', ':invoiceId')]),
  route('invoices/:invoiceId/report.pdf', 'areas/invoices/routes/report.ts'),
  route('invoices/:invoiceId/loader.xlsx', 'areas/invoices/routes/loader-workbook.ts'),
  route('invoices/:invoiceId/export/:file', 'areas/invoices/routes/invoice-export.ts'),
  route('invoices/export/:file', 'areas/invoices/routes/list-export.ts'),
  route('budgets', 'areas/budgets/routes/list.tsx', [
    route('new', 'areas/budgets/routes/new-budget.tsx'),
    route(':budgetId', 'areas/budgets/routes/budget.tsx', [
      route('copy', 'areas/budgets/routes/copy-budget.tsx'),
      route('cancel', 'areas/budgets/routes/cancel-budget.tsx'),
      route('delete', 'areas/budgets/routes/delete-budget.tsx'),
    ]),
  ]),
  route('budgets/:budgetId/export/:file', 'areas/budgets/routes/budget-export.ts'),
  route('budgets/export/:file', 'areas/budgets/routes/list-export.ts'),
  route('processes', 'areas/processes/routes/list.tsx', [
    route(':entityProcessDateId/tasks/:taskId', 'areas/processes/routes/task.tsx'),
  ]),
  route('processes/:entityProcessDateId', 'areas/processes/routes/process-address.ts'),
  route('processes/:entityProcessDateId/tasks/:taskId/export/:file', 'areas/processes/routes/task-export.ts'),
  route('processes/:entityProcessDateId/export/:file', 'areas/processes/routes/process-export.ts'),
  route('processes/export/:file', 'areas/processes/routes/list-export.ts'),
  route('tasks/:taskId', 'areas/processes/routes/task-address.ts'),

  route('bank-accounts', 'areas/bank-accounts/routes/list.tsx', [
    route('new', 'areas/bank-accounts/routes/account-new.tsx'),
    route('rows/:key', 'areas/bank-accounts/routes/account.tsx'),
    route('rows/:key/delete', 'areas/bank-accounts/routes/account-delete.tsx'),
  ]),
  route('bank-accounts/export/:file', 'areas/bank-accounts/routes/accounts-export.ts'),
  route('documents/:documentId', 'areas/documents/routes/download.ts'),
  route('documents/:documentId/preview', 'areas/documents/routes/preview.ts'),
  route('documents/:documentId/delete', 'areas/documents/routes/delete.tsx'),
  route('documents/object/:objectId/new', 'areas/documents/routes/new.tsx'),
  route('authorisation-matrix', 'areas/authorisation-matrix/routes/matrix.tsx'),
  route('authorisation-matrix/export/:file', 'areas/authorisation-matrix/routes/changes-export.ts'),
  route('authorisation-matrix/:entity/:file', 'areas/authorisation-matrix/routes/matrix-pdf.ts'),
  route('upload-steps/:key', 'areas/documents/routes/upload-step.ts'),

  route('layouts/:key', 'platform/layouts/routes/layouts.tsx'),

  route('admin', 'areas/site/routes/administration.tsx'),
  route('admin/users', 'areas/users/routes/list.tsx', [
    route('new', 'areas/users/routes/user-new.tsx'),
    route(':userId', 'areas/users/routes/user.tsx', [
      route('password', 'areas/users/routes/user-password.tsx'),
      route('disable', 'areas/users/routes/user-disable.tsx'),
    ]),
  ]),
  route('admin/users/export/:file', 'areas/users/routes/list-export.ts'),
  route('admin/users/:userId/export/:file', 'areas/users/routes/user-events-export.ts'),
  route('admin/authorisations', 'areas/users/routes/authorisations.tsx'),
  route('admin/authorisations/export/:file', 'areas/users/routes/authorisations-export.ts'),
  route('admin/second-person', 'areas/system/routes/second-person.tsx'),
  route('admin/import', 'areas/reference-import/routes/import.tsx'),
  route('admin/system', 'areas/system/routes/system.tsx'),
  route('admin/audit', 'areas/audit/routes/list.tsx'),
  route('admin/audit/export/:file', 'areas/audit/routes/list-export.ts'),
  route('admin/changes', 'platform/approvals/routes/list.tsx'),
  route('admin/changes/export/:file', 'platform/approvals/routes/list-export.ts'),
  route('admin/tolerances', 'areas/navs/routes/tolerances.tsx', [
    route('new', 'areas/navs/routes/tolerance-new.tsx'),
    route('rows/:key', 'areas/navs/routes/tolerance.tsx'),
    route('rows/:key/delete', 'areas/navs/routes/tolerance-delete.tsx'),
  ]),
  route('admin/tolerances/export/:file', 'areas/navs/routes/tolerances-export.ts'),
  route('admin/workflows', 'areas/workflows/routes/workflows.tsx'),
  route('admin/workflows/:kind', 'areas/workflows/routes/workflow.tsx'),
  route('admin/workflows/:kind/export/:file', 'areas/workflows/routes/workflow-export.ts'),
  route('admin/workflows/:kind/draft', 'areas/workflows/routes/draft.tsx', [
    route('steps/new', 'areas/workflows/routes/draft-step-new.tsx'),
    route('steps/:at', 'areas/workflows/routes/draft-step.tsx'),
    route('steps/:at/delete', 'areas/workflows/routes/draft-step-delete.tsx'),
  ]),
  route('admin/lookups', 'areas/lookups/routes/list.tsx'),
  route('admin/lookups/:table/export/:file', 'areas/lookups/routes/table-export.ts'),
  route('admin/lookups/:table', 'areas/lookups/routes/table.tsx', [
    route('new', 'areas/lookups/routes/row-new.tsx'),
    route('rows/:key', 'areas/lookups/routes/row.tsx'),
    route('rows/:key/delete', 'areas/lookups/routes/row-delete.tsx'),
  ]),

  route('api/*', 'areas/api-reference/routes/answer-call.ts'),

  route('*', 'areas/site/routes/not-found.tsx'),
] satisfies RouteConfig

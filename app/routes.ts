import { index, prefix, type RouteConfig, route } from '@remix-run/route-config'

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

/** The site map: every address of Fundesk and the file that answers it. */
export default [
  index('routes/access/home.tsx'),
  route('login', 'routes/access/login.tsx'),
  route('logout', 'routes/access/logout.tsx'),
  route('appearance', 'routes/access/appearance.tsx'),

  route('nav-controls', 'routes/navs/list.tsx', [
    route('new/:set', 'routes/navs/new-control.tsx'),
    ...navRoutes('nav-controls'),
  ]),
  ...navFiles('nav-controls'),
  route('nav-controls/export/:file', 'routes/navs/list-export.ts'),
  route('production', 'routes/production/list.tsx', navRoutes('production')),
  ...navFiles('production'),
  route('production/export/:file', 'routes/production/list-export.ts'),
  route('drafts', 'routes/drafts/list.tsx', [
    route('new', 'routes/drafts/new-draft.tsx'),
    route('batch', 'routes/drafts/batch.tsx'),
    route(':draftId', 'routes/drafts/draft.tsx', [
      route('allocations', 'routes/drafts/allocations.tsx'),
      route('add/:what', 'routes/drafts/add-document.tsx'),
      route('cancel', 'routes/drafts/cancel.tsx'),
    ]),
  ]),
  route('drafts/:draftId/checks', 'routes/drafts/checks.ts'),
  route('drafts/export/:file', 'routes/drafts/list-export.ts'),
  route('invoices', 'routes/invoices/list.tsx', [
    route(':invoiceId', 'routes/invoices/detail.tsx', [
      route('consultation/:tab', 'routes/invoices/consultation.tsx'),
      route('recreate', 'routes/invoices/recreate.tsx'),
      route('cancel', 'routes/invoices/cancel.tsx'),
    ]),
  ]),
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
  route('admin/import', 'routes/admin/import.tsx'),
  route('admin/changes', 'routes/admin/changes.tsx'),
  route('admin/changes/export/:file', 'routes/admin/changes-export.ts'),
  route('admin/lookups', 'routes/admin/lookups.tsx'),
  route('admin/lookups/:table/export/:file', 'routes/admin/lookup-export.ts'),
  route('admin/lookups/:table', 'routes/admin/lookup-table.tsx', [
    route('new', 'routes/admin/lookup-row-new.tsx'),
    route('rows/:key', 'routes/admin/lookup-row.tsx'),
    route('rows/:key/delete', 'routes/admin/lookup-row-delete.tsx'),
  ]),

  ...prefix('api', [
    route('auth/user', 'routes/api/access/user.ts'),
    route('auth/user/isaccountingteamleader', 'routes/api/access/team-leader.ts'),
    route('account/tokens', 'routes/api/access/tokens.ts'),
    route('account/tokens/:tokenId', 'routes/api/access/token.ts'),
    route('production', 'routes/api/production/list.ts'),
    route('dashboard/nav', 'routes/api/navs/list.ts'),
    route('dashboard/nav/:fundNavId', 'routes/api/navs/fund-nav.ts'),
    route('dashboard/nav/:fundNavId/nextrouting', 'routes/api/navs/next-routing.ts'),
    route('dashboard/nav/:fundNavId/nextrouting/:routingId', 'routes/api/navs/step.ts'),
    route('dashboard/nav/reason/:reasonCode/:controlId', 'routes/api/navs/reason-change.ts'),
    route('dashboard/nav/checks/:fundNavId', 'routes/api/navs/checks.ts'),
    route('dashboard/nav/checks/:fundNavId/:rank', 'routes/api/navs/check-tick.ts'),
    route('dashboard/diff_prv/:id', 'routes/api/navs/delta.ts'),
    route('elements/:fundNavId', 'routes/api/navs/elements.ts'),
    route('reasons', 'routes/api/navs/reasons.ts'),
    route('ruleresult', 'routes/api/navs/rule-result.ts'),
    route('kpi/reportdata/comments', 'routes/api/navs/kpi-comment-save.ts'),
    route('kpi/reportdata/comments/:objectId', 'routes/api/navs/kpi-comments.ts'),
    route('nav/controls/documents/:id', 'routes/api/navs/control-document.ts'),
    route('nav/controls/documents/mgmt/:id', 'routes/api/navs/matching-workbook.ts'),
    route('uploadfilesFIA/:nbFiles', 'routes/api/navs/control-fia.ts'),
    route('uploadfilesMFFA', 'routes/api/navs/control-mffa.ts'),
    route('uploadmatching/:fundNavId', 'routes/api/navs/matching-upload.ts'),
    route('documents/:documentId', 'routes/api/documents/document.ts'),
    route('documents/:documentId/delete', 'routes/api/documents/delete.ts'),
    route('documents/object/:objectId', 'routes/api/documents/documents-of-object.ts'),
    route('uploadDocument/:fileType/:objectId', 'routes/api/documents/upload-document.ts'),
    route('uploadclientvalidationdocument/:draftId', 'routes/api/documents/upload-proof.ts'),
    route('uploadbackupdocument/:draftId', 'routes/api/documents/upload-backup.ts'),
    route('documents/invoice/:objectId', 'routes/api/invoices/invoice-pdf.ts'),
    route('documents/authorisation/:objectId', 'routes/api/invoices/authorisations.ts'),
    route('documents/loader/:invoiceId', 'routes/api/invoices/loader-workbook.ts'),
    route('transactions', 'routes/api/invoices/list.ts'),
    route('transactions/:invoiceId', 'routes/api/invoices/invoice.ts'),
    route('transactionssub/:draftId', 'routes/api/invoices/of-draft.ts'),
    route('workflows/instances/:objectId', 'routes/api/workflow/instance.ts'),
    route('workflows/instances/invoice/:invoiceId', 'routes/api/workflow/invoice-instance.ts'),
    route('workflows/instances/draft/:draftId', 'routes/api/workflow/draft-instance.ts'),
    route('workflows/instances/invoice_draft/:invoiceId', 'routes/api/workflow/draft-history-of-invoice.ts'),
    route('task/instance/create', 'routes/api/workflow/create-step.ts'),
    route('task/instance/create/invoice', 'routes/api/workflow/create-invoice-step.ts'),
    route('task/instance/create/draft', 'routes/api/workflow/create-draft-step.ts'),
    route('task/instance/create/budget', 'routes/api/workflow/create-budget-step.ts', {
      id: 'api/create-budget-step-of-task',
    }),
    route('budgets/instance/create', 'routes/api/workflow/create-budget-step.ts'),
    route('workflows/instances/budget/:budgetId', 'routes/api/workflow/budget-instance.ts'),
    route('budgets', 'routes/api/budgets/list.ts'),
    route('budgets/:draftId', 'routes/api/budgets/of-draft.ts'),
    route('budget', 'routes/api/budgets/save.ts'),
    route('budget/delete', 'routes/api/budgets/delete.ts'),
    route('budget/delete/:budgetId', 'routes/api/budgets/delete-key.ts'),
    route('transactions/budget/:budgetId', 'routes/api/budgets/invoices-of-budget.ts'),
    route('transactions/rollover/:invoiceId', 'routes/api/workflow/rollover.ts'),
    route('layouts', 'routes/api/layouts/list.ts'),
    route('layouts/:name', 'routes/api/layouts/layout.ts'),
    route('layouts/:id/delete', 'routes/api/layouts/delete.ts'),
    route('entity/bankaccount/:entity', 'routes/api/bank-accounts/accounts.ts'),
    route('bankaccount', 'routes/api/bank-accounts/account-save.ts'),
    route('bankaccount/delete', 'routes/api/bank-accounts/account-delete.ts'),
    route('currencies', 'routes/api/lookups/currencies.ts'),
    route('lookups/:table', 'routes/api/lookups/table.ts'),
    route('lookups/:table/update', 'routes/api/lookups/table-update.ts'),
    route('lookups/:table/delete', 'routes/api/lookups/table-delete.ts'),
    route('lookups/:table/delete/:key', 'routes/api/lookups/table-delete-key.ts'),
    route('import', 'routes/api/lookups/import.ts'),
    route('amounttypes', 'routes/api/lookups/amount-types.ts'),
    route('entities', 'routes/api/lookups/entities.ts'),
    route('entities/ntr', 'routes/api/lookups/living-entities.ts'),
    route('lookup/entities', 'routes/api/lookups/lookup-entities.ts'),
    route('drafttransactions', 'routes/api/drafts/list.ts'),
    route('drafttransactions/:draftId', 'routes/api/drafts/draft.ts'),
    route('drafttransactions/:draftId/status', 'routes/api/drafts/status.ts'),
    route('costs', 'routes/api/drafts/cost-line-save.ts'),
    route('costs/:draftId', 'routes/api/drafts/cost-lines.ts'),
    route('costs/:costId/delete', 'routes/api/drafts/cost-line-delete.ts'),
    route('uploadinvoice', 'routes/api/drafts/invoice-upload.ts'),
    route('uploadinvoices', 'routes/api/drafts/invoices-upload.ts'),
    route('drafttransactions/funds', 'routes/api/lookups/supplier-funds.ts'),
    route('drafttransactions/suppliers', 'routes/api/lookups/suppliers.ts'),
    route('expenseworkflow/nondraft', 'routes/api/lookups/invoice-states.ts'),
    route('mappings/key/:mappingKey', 'routes/api/lookups/mappings.ts'),
    route('clients/:settlementLegalEntity', 'routes/api/lookups/validators.ts'),
    route('authmatrix/:entity/:date', 'routes/api/signatures/matrix-pdf.ts'),
    route('*', 'routes/api/unknown.ts'),
  ]),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig

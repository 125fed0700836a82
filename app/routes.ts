import { index, type RouteConfig, route } from '@remix-run/route-config'

/** The files of the lists of a page, below its address; its area says which there are (grid-sources.ts). */
function listFiles(page: string) {
  return route('export/:file', 'areas/site/routes/export.ts', { id: `${page}/export/:file` })
}

type NavList = 'nav-controls' | 'production'

/** A NAV with its tabs and popups, below each of the lists that it is opened from. */
function navRoutes(list: NavList) {
  const nav = (path: string, name: string, below?: ReturnType<typeof route>[]) =>
    route(path, `areas/navs/routes/${name}.tsx`, { id: `${list}/${name}` }, below)
  return [
    nav(':fundNavId', 'panel', [
      listFiles(`${list}/:fundNavId`),
      nav('', 'validation', [
        nav('new/:set', 'new-control'),
        nav('new-matching', 'new-matching'),
        nav('controls/:controlId/rules/:ruleResultId', 'rule'),
        nav('controls/:controlId/explain', 'explain'),
        nav('controls/:controlId/bridge/:position', 'bridge'),
        nav('confirm/:step', 'confirm'),
        nav('controls/:controlId/delta/:tab', 'delta', [
          listFiles(`${list}/:fundNavId/controls/:controlId/delta/:tab`),
        ]),
      ]),
      nav('checks', 'checks'),
      nav('kpi', 'kpi'),
      nav('reports', 'reports'),
      nav('over-time', 'over-time'),
    ]),
  ]
}

/** The files of a NAV, below the same lists. */
function navFiles(list: NavList) {
  const file = (path: string, name: string) =>
    route(`${list}/:fundNavId/${path}`, `areas/navs/routes/${name}.ts`, { id: `${list}/${path}` })
  return [
    file('controls/:controlId/report.xlsx', 'error-report'),
    file('controls/:controlId/bridge.xlsx', 'error-report'),
    file('matching.xlsx', 'nav-files'),
    file('report.pdf', 'nav-files'),
  ]
}

/** An invoice with its popups, over the Invoice Log or over the drafts that become invoices. */
function invoiceRoutes(list: 'invoices' | 'drafts', path: string, files: ReturnType<typeof route>[] = []) {
  const invoice = (at: string, name: string, below?: ReturnType<typeof route>[], area = 'invoices') =>
    route(at, `areas/${area}/routes/${name}.tsx`, { id: `${list}/invoice-${name}` }, below)
  return invoice(path, 'detail', [
    ...files,
    invoice('consultation/:tab', 'consultation'),
    invoice('recreate', 'recreate', [], 'drafts'),
    invoice('cancel', 'cancel'),
    invoice('confirm/:step', 'confirm'),
    invoice('collection', 'collection'),
    invoice('dispute', 'dispute', [], 'payments'),
  ])
}

/**
 * The site map: every page of Fundesk and the file that handles it; calls and files of lists are in the tables of their
 * areas (api.ts, grid-sources.ts), health and metrics in http/server/app.ts.
 */
export default [
  index('areas/site/routes/home.tsx'),
  route('login', 'areas/account/routes/login.tsx'),
  route('login/oidc', 'areas/account/routes/single-sign-on.tsx'),
  route('login/oidc/callback', 'areas/account/routes/single-sign-on.tsx', { id: 'sign-on/callback' }),
  route('login/oidc/link', 'areas/account/routes/single-sign-on-link.tsx'),
  route('login/oidc/logout', 'areas/account/routes/single-sign-on.tsx', { id: 'sign-on/logout' }),
  route('logout', 'areas/account/routes/logout.tsx'),
  route('appearance', 'areas/account/routes/appearance.tsx'),
  route('account/password', 'areas/account/routes/password.tsx'),
  route('account/sessions', 'areas/account/routes/sessions.tsx'),
  route('account/notices', 'areas/account/routes/notices.tsx'),
  route('account/substitutes', 'areas/substitutes/routes/own.tsx', [
    route('new', 'areas/substitutes/routes/new-own.tsx'),
  ]),
  route('account/tokens', 'areas/account/routes/tokens.tsx', [
    route('new', 'areas/account/routes/new-token.tsx'),
  ]),
  route('api/docs', 'areas/api-reference/routes/list.tsx', [
    route(':call', 'areas/api-reference/routes/call.tsx'),
  ]),

  route('work', 'areas/work/routes/list.tsx', [listFiles('work')]),
  route('work/count', 'areas/work/routes/count.ts'),
  route('work/changes', 'areas/work/routes/changes.tsx'),
  route('work/steps', 'areas/work/routes/steps.tsx'),
  route('work/load', 'areas/work/routes/load.tsx'),
  route('work/news', 'areas/work/routes/news.tsx'),
  route('work/notices', 'areas/work/routes/notices.tsx'),
  route('work/notices/confirm', 'areas/work/routes/confirm-address.tsx'),
  route('work/:view', 'areas/work/routes/list.tsx', { id: 'work/view' }),

  route('search', 'areas/search/routes/search.tsx'),
  route('search/found', 'areas/search/routes/found.ts'),

  route('nav-controls', 'areas/navs/routes/list.tsx', [
    listFiles('nav-controls'),
    route('new/:set', 'areas/navs/routes/new-control.tsx'),
    ...navRoutes('nav-controls'),
  ]),
  route('nav-controls/templates/:file', 'areas/navs/routes/template-file.ts', { id: 'navs/template-file' }),
  route('nav-controls/reports.zip', 'areas/site/routes/export.ts', { id: 'nav-controls/reports.zip' }),
  route('nav-controls/umbrella/:runId', 'areas/navs/routes/umbrella.tsx'),
  ...navFiles('nav-controls'),
  route('production', 'areas/production/routes/list.tsx', [
    listFiles('production'),
    ...navRoutes('production'),
  ]),
  ...navFiles('production'),
  route('production/kpi', 'areas/kpi/routes/list.tsx', [listFiles('production/kpi')]),
  route('accruals', 'areas/accruals/routes/list.tsx', [listFiles('accruals')]),
  route('second-sources', 'areas/navs/routes/second-sources.tsx', [
    listFiles('second-sources'),
    route('upload', 'areas/navs/routes/upload-sources.tsx'),
  ]),
  route('open-breaks', 'areas/navs/routes/open-breaks.tsx', [
    listFiles('open-breaks'),
    route('explain', 'areas/navs/routes/explain-difference.tsx'),
    route('explanations/:explanationId/end', 'areas/navs/routes/end-explanation.tsx'),
  ]),
  route('prices', 'areas/prices/routes/list.tsx', [
    listFiles('prices'),
    route('justify/:code', 'areas/prices/routes/justify.tsx', { id: 'prices/justify' }),
  ]),
  route('prices/rates', 'areas/prices/routes/rates.tsx', [
    listFiles('prices/rates'),
    route('justify/:code', 'areas/prices/routes/justify.tsx', { id: 'rates/justify' }),
  ]),
  route('nav-errors', 'areas/nav-errors/routes/list.tsx', [
    listFiles('nav-errors'),
    route('new', 'areas/nav-errors/routes/new-case.tsx'),
    route(':caseId', 'areas/nav-errors/routes/case.tsx', [
      listFiles('nav-errors/:caseId'),
      route('figures', 'areas/nav-errors/routes/figures.tsx'),
      route('corrections/new', 'areas/nav-errors/routes/add-correction.tsx'),
      route('corrections/:controlId', 'areas/nav-errors/routes/correction.tsx'),
      route('corrections/:controlId/withdraw', 'areas/nav-errors/routes/withdraw.tsx', {
        id: 'nav-errors/withdraw-correction',
      }),
      route('last-date', 'areas/nav-errors/routes/last-date.tsx'),
      route('decisions', 'areas/nav-errors/routes/decisions.tsx'),
      route('rounds', 'areas/nav-errors/routes/choose-round.tsx'),
      route('parts', 'areas/nav-errors/routes/cause-parts.tsx'),
      route('causes', 'areas/nav-errors/routes/add-cause.tsx'),
      route('measures', 'areas/nav-errors/routes/measures.tsx'),
      route('analysis', 'areas/nav-errors/routes/analysis.tsx'),
      route('fees', 'areas/nav-errors/routes/fees.tsx'),
      route('kind-deals', 'areas/nav-errors/routes/kind-deals.tsx'),
      route('holders', 'areas/nav-errors/routes/holders.tsx'),
      route('payers', 'areas/nav-errors/routes/payers.tsx'),
      route('deals', 'areas/nav-errors/routes/deals.tsx'),
      route('deals/:fileId', 'areas/nav-errors/routes/withdraw.tsx', { id: 'nav-errors/withdraw-deals' }),
      route('lines/new', 'areas/nav-errors/routes/new-line.tsx'),
      route('lines/:lineId/withdraw', 'areas/nav-errors/routes/withdraw.tsx', {
        id: 'nav-errors/withdraw-line',
      }),
      route('payments/new', 'areas/nav-errors/routes/new-payment.tsx'),
      route('payments/:paymentId/withdraw', 'areas/nav-errors/routes/withdraw.tsx', {
        id: 'nav-errors/withdraw-payment',
      }),
    ]),
  ]),
  route('nav-errors/deals.xlsx', 'areas/nav-errors/routes/deals-template.ts'),
  ...['notification.pdf', 'report.pdf', 'compensation.xlsx'].map((file) =>
    route(`nav-errors/:caseId/${file}`, 'areas/nav-errors/routes/case-files.ts', {
      id: `nav-errors/${file}`,
    }),
  ),
  route('nav-errors/:caseId/auditor.zip', 'areas/nav-errors/routes/auditor-zip.ts'),
  route('nav-errors/register', 'areas/nav-errors/routes/register.tsx', [listFiles('nav-errors/register')]),
  route('oversight', 'areas/oversight/routes/list.tsx', [
    listFiles('oversight'),
    route('new', 'areas/oversight/routes/new-report.tsx'),
  ]),
  route('oversight/:reportId', 'areas/oversight/routes/report.tsx', [listFiles('oversight/:reportId')]),
  route('oversight/:reportId/report.pdf', 'areas/oversight/routes/report-file.ts'),
  route('replay', 'areas/replay/routes/list.tsx'),
  route('replay/detection', 'areas/replay/routes/detection.tsx', [listFiles('replay/detection')]),
  route('replay/detection/:fundCode', 'areas/replay/routes/detection-fund.tsx'),
  route('replay/suggestions', 'areas/replay/routes/suggestions.tsx', [listFiles('replay/suggestions')]),
  route('replay/:runId', 'areas/replay/routes/run.tsx', [listFiles('replay/:runId')]),
  route('replay/:runId/propose', 'areas/replay/routes/propose.tsx'),
  route('drafts', 'areas/drafts/routes/list.tsx', [
    listFiles('drafts'),
    route('new', 'areas/drafts/routes/new-draft.tsx'),
    route('batch', 'areas/drafts/routes/batch.tsx'),
    invoiceRoutes('drafts', 'invoices/:invoiceId'),
    route(':draftId', 'areas/drafts/routes/draft.tsx', [
      route('edit', 'areas/drafts/routes/edit.tsx'),
      route('allocations', 'areas/drafts/routes/allocations.tsx'),
      route('add/:what', 'areas/drafts/routes/add-document.tsx'),
      route('cancel', 'areas/drafts/routes/cancel.tsx'),
    ]),
  ]),
  route('drafts/:draftId/checks', 'areas/drafts/routes/checks.ts'),
  route('drafts/:draftId/suggested', 'areas/drafts/routes/suggested.ts'),
  route('invoices', 'areas/invoices/routes/list.tsx', [
    listFiles('invoices'),
    invoiceRoutes('invoices', ':invoiceId', [listFiles('invoices/:invoiceId')]),
  ]),
  route('invoices/:invoiceId/report.pdf', 'areas/invoices/routes/invoice-files.ts'),
  route('invoices/:invoiceId/loader.xlsx', 'areas/invoices/routes/invoice-files.ts', {
    id: 'invoices/loader',
  }),
  route('invoices/prepaid', 'areas/prepaid/routes/due.tsx', [
    listFiles('invoices/prepaid'),
    route('book', 'areas/prepaid/routes/book.tsx'),
  ]),
  route('invoices/prepaid/journals', 'areas/prepaid/routes/journals.tsx'),
  route('invoices/prepaid/balances', 'areas/prepaid/routes/balances.tsx'),
  route('invoices/prepaid/loader.xlsx', 'areas/prepaid/routes/journal-file.ts'),
  route('invoices/prepaid/journals/:journalId/loader.xlsx', 'areas/prepaid/routes/journal-file.ts', {
    id: 'prepaid/booked-journal',
  }),
  route('payments', 'areas/payments/routes/list.tsx', [
    listFiles('payments'),
    route('answer', 'areas/payments/routes/answer.tsx'),
    route(':runId', 'areas/payments/routes/run.tsx', [
      listFiles('payments/:runId'),
      route('take-out/:invoiceId', 'areas/payments/routes/take-out.tsx'),
      route('cancel', 'areas/payments/routes/cancel.tsx'),
      route('confirm/:step', 'areas/payments/routes/confirm.tsx'),
    ]),
  ]),
  route('payments/new', 'areas/payments/routes/choose.tsx', [
    listFiles('payments/new'),
    route('make', 'areas/payments/routes/make.tsx'),
  ]),
  route('payments/calendar', 'areas/payments/routes/calendar.tsx', [listFiles('payments/calendar')]),
  route('payments/:runId/files/:file', 'areas/payments/routes/run-file.ts'),
  route('payments/:runId/remittance/:file', 'areas/payments/routes/remittance.ts'),
  route('bank-inbox/accounts', 'areas/payments/routes/inbox-accounts.tsx', [
    listFiles('bank-inbox/accounts'),
  ]),
  route('bank-inbox/rules', 'areas/payments/routes/inbox-rules.tsx', [listFiles('bank-inbox/rules')]),
  route('bank-inbox/months', 'areas/payments/routes/months.tsx', [
    listFiles('bank-inbox/months'),
    route(':monthKey', 'areas/payments/routes/month.tsx'),
  ]),
  route('bank-inbox/months/:monthKey/journal.xlsx', 'areas/payments/routes/month-journal.ts'),
  route('bank-inbox', 'areas/payments/routes/inbox.tsx', [
    listFiles('bank-inbox'),
    route(':entryId', 'areas/payments/routes/inbox-entry.tsx', [
      listFiles('bank-inbox/:entryId'),
      route('return', 'areas/payments/routes/inbox-return.tsx'),
    ]),
  ]),
  route('budgets', 'areas/budgets/routes/list.tsx', [
    listFiles('budgets'),
    route('new', 'areas/budgets/routes/new-budget.tsx'),
    route(':budgetId', 'areas/budgets/routes/budget.tsx', [
      listFiles('budgets/:budgetId'),
      route('copy', 'areas/budgets/routes/copy-budget.tsx'),
      route('cancel', 'areas/budgets/routes/cancel-budget.tsx'),
      route('delete', 'areas/budgets/routes/delete-budget.tsx'),
    ]),
  ]),
  route('processes', 'areas/processes/routes/list.tsx', [
    listFiles('processes'),
    route(':entityProcessDateId/tasks/:taskId', 'areas/processes/routes/task.tsx', [
      listFiles('processes/:entityProcessDateId/tasks/:taskId'),
    ]),
  ]),
  route('processes/calendar', 'areas/processes/routes/calendar.tsx'),
  route('processes/:entityProcessDateId', 'areas/processes/routes/process-address.ts', [
    listFiles('processes/:entityProcessDateId'),
  ]),
  route('tasks/:taskId', 'areas/processes/routes/process-address.ts', { id: 'tasks' }),

  route('evidence', 'areas/evidence/routes/evidence.tsx'),
  route('evidence/pack.zip', 'areas/evidence/routes/evidence-files.ts'),
  route('evidence/months/:packId', 'areas/evidence/routes/month.tsx'),
  route('evidence/months/:packId/pack.zip', 'areas/evidence/routes/evidence-files.ts', {
    id: 'evidence/month-pack',
  }),
  route('evidence/verify.html', 'areas/evidence/routes/evidence-files.ts', { id: 'evidence/verifier' }),

  route('bank-accounts', 'areas/bank-accounts/routes/list.tsx', [
    listFiles('bank-accounts'),
    route('new', 'areas/bank-accounts/routes/account.tsx', { id: 'bank-accounts/new' }),
    route('rows/:key', 'areas/bank-accounts/routes/account.tsx'),
    route('rows/:key/delete', 'areas/bank-accounts/routes/account.tsx', { id: 'bank-accounts/delete' }),
  ]),
  route('documents/:documentId', 'areas/documents/routes/document-files.ts'),
  route('documents/:documentId/preview', 'areas/documents/routes/document-files.ts', {
    id: 'documents/preview',
  }),
  route('documents/:documentId/delete', 'areas/documents/routes/delete.tsx'),
  route('documents/object/:objectId/new', 'areas/documents/routes/new.tsx'),
  route('authorisation-matrix', 'areas/authorisation-matrix/routes/matrix.tsx', [
    listFiles('authorisation-matrix'),
  ]),
  route('authorisation-matrix/:entity/:file', 'areas/authorisation-matrix/routes/matrix-pdf.ts'),
  route('upload-steps/:key', 'areas/documents/routes/upload-step.ts'),

  route('choices/:list', 'areas/site/routes/choices.ts'),
  route('choices/:list/:column', 'areas/site/routes/choices.ts', { id: 'choices/column' }),
  route('layouts/:key', 'platform/layouts/routes/layouts.tsx'),
  route('objects/:objectId/changes', 'platform/objects/routes/changes.ts'),
  route('objects/:objectId/comment', 'platform/objects/routes/comment.tsx'),

  route('admin', 'areas/site/routes/administration.tsx'),
  route('admin/users', 'areas/users/routes/list.tsx', [
    listFiles('admin/users'),
    route('new', 'areas/users/routes/new-user.tsx'),
    route(':userId', 'areas/users/routes/user.tsx', [
      listFiles('admin/users/:userId'),
      route('password', 'areas/users/routes/user-password.tsx'),
      route('disable', 'areas/users/routes/disable-user.tsx'),
    ]),
  ]),
  route('admin/substitutes', 'areas/substitutes/routes/list.tsx', [
    listFiles('admin/substitutes'),
    route('new', 'areas/substitutes/routes/new.tsx', { id: 'substitutes/new' }),
  ]),
  route('admin/authorisations', 'areas/users/routes/authorisations.tsx', [listFiles('admin/authorisations')]),
  route('admin/second-person', 'areas/system/routes/second-person.tsx'),
  route('admin/import', 'areas/reference-import/routes/import.tsx'),
  route('admin/import/templates', 'areas/reference-import/routes/templates.tsx'),
  route('admin/import/templates/:file', 'areas/reference-import/routes/template-file.ts'),
  route('admin/system', 'areas/system/routes/system.tsx'),
  route('admin/audit', 'areas/audit/routes/list.tsx', [listFiles('admin/audit')]),
  route('past/compare', 'areas/audit/routes/compare.tsx'),
  route('admin/changes', 'platform/approvals/routes/list.tsx', [listFiles('admin/changes')]),
  route('admin/tolerances', 'areas/navs/routes/tolerances.tsx', [
    listFiles('admin/tolerances'),
    route('new', 'areas/navs/routes/tolerance.tsx', { id: 'tolerances/new' }),
    route('rows/:key', 'areas/navs/routes/tolerance.tsx'),
    route('rows/:key/delete', 'areas/navs/routes/tolerance.tsx', { id: 'tolerances/delete' }),
  ]),
  route('admin/nav-errors', 'areas/nav-errors/routes/settings.tsx', [
    listFiles('admin/nav-errors'),
    route('new', 'areas/nav-errors/routes/setting.tsx', { id: 'nav-error-settings/new' }),
    route('rows/:key', 'areas/nav-errors/routes/setting.tsx'),
    route('rows/:key/delete', 'areas/nav-errors/routes/setting.tsx', { id: 'nav-error-settings/delete' }),
  ]),
  route('admin/formats', 'areas/navs/routes/formats.tsx', [
    listFiles('admin/formats'),
    route('new', 'areas/navs/routes/new-format.tsx', { id: 'formats/new' }),
    route('teach', 'areas/navs/routes/teach-files.tsx'),
  ]),
  route('admin/formats/teach/:staged', 'areas/navs/routes/teach-format.tsx'),
  route('admin/formats/:code', 'areas/navs/routes/format.tsx', [
    route('new', 'areas/navs/routes/new-format.tsx'),
  ]),
  route('admin/formats/:code/:version/format.json', 'areas/navs/routes/format-json.ts'),
  route('admin/workflows', 'areas/workflows/routes/workflows.tsx'),
  route('admin/workflows/:kind', 'areas/workflows/routes/workflow.tsx', [listFiles('admin/workflows/:kind')]),
  route('admin/workflows/:kind/draft', 'areas/workflows/routes/new-version.tsx', [
    route('steps/new', 'areas/workflows/routes/step.tsx', { id: 'workflows/new-step' }),
    route('steps/:at', 'areas/workflows/routes/step.tsx'),
    route('steps/:at/delete', 'areas/workflows/routes/delete-step.tsx'),
  ]),
  route('admin/lookups', 'areas/lookups/routes/list.tsx'),
  route('admin/lookups/:table', 'areas/lookups/routes/table.tsx', [
    listFiles('admin/lookups/:table'),
    route('new', 'areas/lookups/routes/row.tsx', { id: 'lookups/new' }),
    route('rows/:key', 'areas/lookups/routes/row.tsx'),
    route('rows/:key/delete', 'areas/lookups/routes/row.tsx', { id: 'lookups/delete' }),
  ]),

  route('api/*', 'areas/api-reference/routes/answer-call.ts'),

  route('*', 'areas/site/routes/not-found.tsx'),
] satisfies RouteConfig

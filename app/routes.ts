import { index, type RouteConfig, route } from '@remix-run/route-config'

/** The site map: every address of Fundesk and the file that answers it. */
export default [
  index('routes/access/home.tsx'),
  route('login', 'routes/access/login.tsx'),
  route('logout', 'routes/access/logout.tsx'),

  route('nav-controls', 'routes/navs/list.tsx', [
    route('new/:set', 'routes/navs/new-control.tsx', { id: 'new-control-of-list' }),
    route(':fundNavId', 'routes/navs/panel.tsx', [
      route('', 'routes/navs/validation.tsx', [
        route('new/:set', 'routes/navs/new-control.tsx', { id: 'new-control-of-nav' }),
        route('new-matching', 'routes/navs/new-matching.tsx'),
        route('controls/:controlId/rules/:ruleResultId', 'routes/navs/rule.tsx'),
        route('controls/:controlId/delta/:tab', 'routes/navs/delta.tsx'),
      ]),
      route('checks', 'routes/navs/checks.tsx'),
      route('kpi', 'routes/navs/kpi.tsx'),
    ]),
  ]),
  route('nav-controls/:fundNavId/controls/:controlId/report.xlsx', 'routes/navs/error-report.ts'),
  route('nav-controls/:fundNavId/matching.xlsx', 'routes/navs/matching-workbook.ts'),
  route('documents/:documentId', 'routes/documents/download.ts'),

  route('admin', 'routes/admin/home.tsx'),
  route('admin/import', 'routes/admin/import.tsx'),
  route('admin/changes', 'routes/admin/changes.tsx'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig

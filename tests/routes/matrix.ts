import { CALLS } from './matrix-calls'

/**
 * Who gets what: every address of the site map by method and role, as the status of the answer.
 *
 * 200 shown · 201 made · 302 led on (pages: to the login when nobody is logged in) · 401 not logged in (calls) ·
 * 403 not authorised · 404 there is none · 405 not answered with this method · 409, 415, 422 let in, but what was sent
 * (nothing) is refused.
 *
 * Columns, in this order: nobody · a user without any authorisation · accountant · team leader · manager · client desk ·
 * finance · treasury · operations · auditor · administrator. An address that is not in this table fails the test:
 * whoever adds one decides here who may use it.
 */
const PAGES = `
GET  /                                                                  302 200 302 302 302 302 302 302 302 302 200
POST /                                                                  405 405 405 405 405 405 405 405 405 405 405
GET  /login                                                             200 302 302 302 302 302 302 302 302 302 302
POST /login                                                             422 302 302 302 302 302 302 302 302 302 302
GET  /login/oidc                                                        404 404 404 404 404 404 404 404 404 404 404
POST /login/oidc                                                        405 405 405 405 405 405 405 405 405 405 405
GET  /login/oidc/callback                                               404 404 404 404 404 404 404 404 404 404 404
POST /login/oidc/callback                                               405 405 405 405 405 405 405 405 405 405 405
GET  /login/oidc/logout                                                 404 404 404 404 404 404 404 404 404 404 404
POST /login/oidc/logout                                                 405 405 405 405 405 405 405 405 405 405 405
GET  /logout                                                            302 200 200 200 200 200 200 200 200 200 200
POST /logout                                                            302 302 302 302 302 302 302 302 302 302 302
GET  /appearance                                                        302 200 200 200 200 200 200 200 200 200 200
POST /appearance                                                        302 302 302 302 302 302 302 302 302 302 302
GET  /account/password                                                  302 200 200 200 200 200 200 200 200 200 200
POST /account/password                                                  302 422 422 422 422 422 422 422 422 422 422
GET  /account/sessions                                                  302 200 200 200 200 200 200 200 200 200 200
POST /account/sessions                                                  302 422 422 422 422 422 422 422 422 422 422
GET  /account/tokens                                                    302 200 200 200 200 200 200 200 200 200 200
POST /account/tokens                                                    302 422 422 422 422 422 422 422 422 422 422
GET  /account/tokens/new                                                302 200 200 200 200 200 200 200 200 200 200
POST /account/tokens/new                                                302 422 422 422 422 422 422 422 422 422 422
GET  /api/docs                                                          302 200 200 200 200 200 200 200 200 200 200
POST /api/docs                                                          405 405 405 405 405 405 405 405 405 405 405
GET  /api/docs/:call                                                    302 200 200 200 200 200 200 200 200 200 200
POST /api/docs/:call                                                    405 405 405 405 405 405 405 405 405 405 405
GET  /nav-controls                                                      302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls                                                      405 405 405 405 405 405 405 405 405 405 405
GET  /nav-controls/new/:set                                             302 403 200 200 403 403 403 403 403 403 403
POST /nav-controls/new/:set                                             302 403 422 422 403 403 403 403 403 403 403
GET  /nav-controls/:fundNavId                                           302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId                                           302 403 422 422 422 422 403 403 403 403 403
GET  /nav-controls/:fundNavId/new/:set                                  302 403 200 200 403 403 403 403 403 403 403
POST /nav-controls/:fundNavId/new/:set                                  302 403 422 422 403 403 403 403 403 403 403
GET  /nav-controls/:fundNavId/new-matching                              302 403 200 200 403 403 403 403 403 403 403
POST /nav-controls/:fundNavId/new-matching                              302 403 422 422 403 403 403 403 403 403 403
GET  /nav-controls/:fundNavId/controls/:controlId/rules/:ruleResultId   302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId/controls/:controlId/rules/:ruleResultId   302 403 422 422 422 422 403 403 403 403 403
GET  /nav-controls/:fundNavId/controls/:controlId/delta/:tab            302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId/controls/:controlId/delta/:tab            405 405 405 405 405 405 405 405 405 405 405
GET  /nav-controls/:fundNavId/checks                                    302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId/checks                                    302 403 422 422 422 422 403 403 403 403 403
GET  /nav-controls/:fundNavId/kpi                                       302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId/kpi                                       302 403 422 422 422 422 403 403 403 403 403
GET  /nav-controls/:fundNavId/reports                                   302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId/reports                                   405 405 405 405 405 405 405 405 405 405 405
GET  /nav-controls/:fundNavId/controls/:controlId/report.xlsx           302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId/controls/:controlId/report.xlsx           405 405 405 405 405 405 405 405 405 405 405
GET  /nav-controls/:fundNavId/matching.xlsx                             302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId/matching.xlsx                             405 405 405 405 405 405 405 405 405 405 405
GET  /production                                                        302 403 200 200 200 403 403 403 403 200 200
POST /production                                                        405 405 405 405 405 405 405 405 405 405 405
GET  /production/export/:file                                           302 403 200 200 200 403 403 403 403 200 200
POST /production/export/:file                                           405 405 405 405 405 405 405 405 405 405 405
GET  /production/kpi                                                    302 403 200 200 200 403 403 403 403 200 200
POST /production/kpi                                                    405 405 405 405 405 405 405 405 405 405 405
GET  /production/kpi/export/:file                                       302 403 200 200 200 403 403 403 403 200 200
POST /production/kpi/export/:file                                       405 405 405 405 405 405 405 405 405 405 405
GET  /production/:fundNavId                                             302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId                                             302 403 422 422 422 403 403 403 403 403 403
GET  /production/:fundNavId/new/:set                                    302 403 200 200 403 403 403 403 403 403 403
POST /production/:fundNavId/new/:set                                    302 403 422 422 403 403 403 403 403 403 403
GET  /production/:fundNavId/new-matching                                302 403 200 200 403 403 403 403 403 403 403
POST /production/:fundNavId/new-matching                                302 403 422 422 403 403 403 403 403 403 403
GET  /production/:fundNavId/controls/:controlId/rules/:ruleResultId     302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId/controls/:controlId/rules/:ruleResultId     302 403 422 422 422 403 403 403 403 403 403
GET  /production/:fundNavId/controls/:controlId/delta/:tab              302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId/controls/:controlId/delta/:tab              405 405 405 405 405 405 405 405 405 405 405
GET  /production/:fundNavId/checks                                      302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId/checks                                      302 403 422 422 422 403 403 403 403 403 403
GET  /production/:fundNavId/kpi                                         302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId/kpi                                         302 403 422 422 422 403 403 403 403 403 403
GET  /production/:fundNavId/reports                                     302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId/reports                                     405 405 405 405 405 405 405 405 405 405 405
GET  /production/:fundNavId/controls/:controlId/report.xlsx             302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId/controls/:controlId/report.xlsx             405 405 405 405 405 405 405 405 405 405 405
GET  /production/:fundNavId/matching.xlsx                               302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId/matching.xlsx                               405 405 405 405 405 405 405 405 405 405 405
GET  /production/:fundNavId/export/:file                                302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId/export/:file                                405 405 405 405 405 405 405 405 405 405 405
GET  /production/:fundNavId/controls/:controlId/delta/:tab/export/:file 302 403 200 200 200 403 403 403 403 200 200
POST /production/:fundNavId/controls/:controlId/delta/:tab/export/:file 405 405 405 405 405 405 405 405 405 405 405
GET  /nav-controls/export/:file                                         302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/export/:file                                         405 405 405 405 405 405 405 405 405 405 405
GET  /nav-controls/:fundNavId/export/:file                              302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId/export/:file                              405 405 405 405 405 405 405 405 405 405 405
GET  /nav-controls/:fundNavId/controls/:controlId/delta/:tab/export/:file 302 403 200 200 200 200 403 403 403 200 200
POST /nav-controls/:fundNavId/controls/:controlId/delta/:tab/export/:file 405 405 405 405 405 405 405 405 405 405 405
GET  /drafts                                                            302 403 200 200 200 200 200 403 403 200 200
POST /drafts                                                            405 405 405 405 405 405 405 405 405 405 405
GET  /drafts/new                                                        302 403 200 200 403 403 200 403 403 403 403
POST /drafts/new                                                        302 403 422 422 403 403 422 403 403 403 403
GET  /drafts/batch                                                      302 403 200 200 403 403 200 403 403 403 403
POST /drafts/batch                                                      302 403 422 422 403 403 422 403 403 403 403
GET  /drafts/:draftId                                                   302 403 404 404 404 404 404 403 403 404 404
POST /drafts/:draftId                                                   302 403 422 422 403 422 422 403 403 403 403
GET  /drafts/:draftId/allocations                                       302 403 404 404 404 404 404 403 403 404 404
POST /drafts/:draftId/allocations                                       302 403 422 422 403 422 422 403 403 403 403
GET  /drafts/:draftId/add/:what                                         302 403 404 404 404 404 404 403 403 404 404
POST /drafts/:draftId/add/:what                                         302 403 422 422 403 422 422 403 403 403 403
GET  /drafts/:draftId/cancel                                            302 403 404 404 404 404 404 403 403 404 404
POST /drafts/:draftId/cancel                                            302 403 422 422 403 422 422 403 403 403 403
GET  /drafts/:draftId/checks                                            302 403 404 404 404 404 404 403 403 404 404
POST /drafts/:draftId/checks                                            405 405 405 405 405 405 405 405 405 405 405
GET  /drafts/export/:file                                               302 403 200 200 200 200 200 403 403 200 200
POST /drafts/export/:file                                               405 405 405 405 405 405 405 405 405 405 405
GET  /invoices                                                          302 403 200 200 200 200 200 200 403 200 200
POST /invoices                                                          405 405 405 405 405 405 405 405 405 405 405
GET  /invoices/export/:file                                             302 403 200 200 200 200 200 200 403 200 200
POST /invoices/export/:file                                             405 405 405 405 405 405 405 405 405 405 405
GET  /invoices/:invoiceId                                               302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId                                               302 403 422 422 403 403 422 422 403 403 403
GET  /invoices/:invoiceId/consultation/:tab                             302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId/consultation/:tab                             405 405 405 405 405 405 405 405 405 405 405
GET  /invoices/:invoiceId/recreate                                      302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId/recreate                                      302 403 422 422 403 403 422 403 403 403 403
GET  /invoices/:invoiceId/cancel                                        302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId/cancel                                        302 403 422 422 403 403 422 422 403 403 403
GET  /invoices/:invoiceId/report.pdf                                    302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId/report.pdf                                    405 405 405 405 405 405 405 405 405 405 405
GET  /invoices/:invoiceId/loader.xlsx                                   302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId/loader.xlsx                                   405 405 405 405 405 405 405 405 405 405 405
GET  /invoices/:invoiceId/export/:file                                  302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId/export/:file                                  405 405 405 405 405 405 405 405 405 405 405
GET  /budgets                                                           302 403 200 200 403 403 200 200 403 200 200
POST /budgets                                                           405 405 405 405 405 405 405 405 405 405 405
GET  /budgets/new                                                       302 403 200 200 403 403 200 403 403 403 403
POST /budgets/new                                                       302 403 422 422 403 403 422 403 403 403 403
GET  /budgets/:budgetId                                                 302 403 404 404 403 403 404 404 403 404 404
POST /budgets/:budgetId                                                 302 403 422 422 403 403 422 403 403 403 403
GET  /budgets/:budgetId/copy                                            302 403 404 404 403 403 404 404 403 404 404
POST /budgets/:budgetId/copy                                            302 403 422 422 403 403 422 403 403 403 403
GET  /budgets/:budgetId/cancel                                          302 403 404 404 403 403 404 404 403 404 404
POST /budgets/:budgetId/cancel                                          302 403 422 422 403 403 422 403 403 403 403
GET  /budgets/:budgetId/delete                                          302 403 404 404 403 403 404 404 403 404 404
POST /budgets/:budgetId/delete                                          302 403 403 422 403 403 403 403 403 403 403
GET  /budgets/:budgetId/export/:file                                    302 403 404 404 403 403 404 404 403 404 404
POST /budgets/:budgetId/export/:file                                    405 405 405 405 405 405 405 405 405 405 405
GET  /budgets/export/:file                                              302 403 200 200 403 403 200 200 403 200 200
POST /budgets/export/:file                                              405 405 405 405 405 405 405 405 405 405 405
GET  /processes                                                         302 403 403 200 200 403 403 403 200 200 200
POST /processes                                                         302 403 403 422 403 403 403 403 422 403 403
GET  /processes/:entityProcessDateId                                    302 403 403 404 404 403 403 403 404 404 404
POST /processes/:entityProcessDateId                                    405 405 405 405 405 405 405 405 405 405 405
GET  /processes/:entityProcessDateId/tasks/:taskId                      302 403 403 404 404 403 403 403 404 404 404
POST /processes/:entityProcessDateId/tasks/:taskId                      302 403 403 404 403 403 403 403 404 403 403
GET  /processes/:entityProcessDateId/tasks/:taskId/export/:file         302 403 403 404 404 403 403 403 404 404 404
POST /processes/:entityProcessDateId/tasks/:taskId/export/:file         405 405 405 405 405 405 405 405 405 405 405
GET  /processes/:entityProcessDateId/export/:file                       302 403 403 404 404 403 403 403 404 404 404
POST /processes/:entityProcessDateId/export/:file                       405 405 405 405 405 405 405 405 405 405 405
GET  /processes/export/:file                                            302 403 403 200 200 403 403 403 200 200 200
POST /processes/export/:file                                            405 405 405 405 405 405 405 405 405 405 405
GET  /tasks/:taskId                                                     302 403 403 404 404 403 403 403 404 404 404
POST /tasks/:taskId                                                     405 405 405 405 405 405 405 405 405 405 405
GET  /bank-accounts                                                      302 403 200 200 403 403 200 200 403 200 200
POST /bank-accounts                                                      302 403 403 404 403 403 404 403 403 403 403
GET  /bank-accounts/new                                                  302 403 403 404 403 403 404 403 403 403 403
POST /bank-accounts/new                                                  302 403 403 404 403 403 404 403 403 403 403
GET  /bank-accounts/rows/:key                                            302 403 403 404 403 403 404 403 403 403 403
POST /bank-accounts/rows/:key                                            302 403 403 404 403 403 404 403 403 403 403
GET  /bank-accounts/rows/:key/delete                                     302 403 403 404 403 403 403 403 403 403 403
POST /bank-accounts/rows/:key/delete                                     302 403 403 404 403 403 403 403 403 403 403
GET  /bank-accounts/export/:file                                         302 403 200 200 403 403 200 200 403 200 200
POST /bank-accounts/export/:file                                         405 405 405 405 405 405 405 405 405 405 405
GET  /documents/:documentId                                             302 403 200 200 200 200 403 403 403 200 200
POST /documents/:documentId                                             405 405 405 405 405 405 405 405 405 405 405
GET  /documents/:documentId/preview                                          302 403 200 200 200 200 403 403 403 200 200
POST /documents/:documentId/preview                                          405 405 405 405 405 405 405 405 405 405 405
GET  /documents/:documentId/delete                                           302 403 200 200 403 403 403 403 403 403 403
POST /documents/:documentId/delete                                           302 403 422 422 403 403 403 403 403 403 403
GET  /documents/object/:objectId/new                                         302 403 200 200 200 200 403 403 403 403 403
POST /documents/object/:objectId/new                                         302 403 422 422 422 422 403 403 403 403 403
GET  /authorisation-matrix                                              302 403 200 200 200 200 200 403 403 200 200
POST /authorisation-matrix                                              302 403 422 422 403 422 422 403 403 403 403
GET  /authorisation-matrix/export/:file                                 302 403 200 200 200 200 200 403 403 200 200
POST /authorisation-matrix/export/:file                                 405 405 405 405 405 405 405 405 405 405 405
GET  /authorisation-matrix/:entity/:file                                302 403 200 200 200 200 200 200 403 200 200
POST /authorisation-matrix/:entity/:file                                405 405 405 405 405 405 405 405 405 405 405
GET  /upload-steps/:key                                                 302 200 200 200 200 200 200 200 200 200 200
POST /upload-steps/:key                                                 405 405 405 405 405 405 405 405 405 405 405
GET  /layouts/:key                                                      302 200 200 200 200 200 200 200 200 200 200
POST /layouts/:key                                                      302 422 422 422 422 422 422 422 422 422 422
GET  /admin                                                             302 403 403 403 403 403 403 403 403 200 200
POST /admin                                                             405 405 405 405 405 405 405 405 405 405 405
GET  /admin/users                                                       302 403 403 403 403 403 403 403 403 200 200
POST /admin/users                                                       405 405 405 405 405 405 405 405 405 405 405
GET  /admin/users/export/:file                                          302 403 403 403 403 403 403 403 403 200 200
POST /admin/users/export/:file                                          405 405 405 405 405 405 405 405 405 405 405
GET  /admin/users/new                                                   302 403 403 403 403 403 403 403 403 403 200
POST /admin/users/new                                                   302 403 403 403 403 403 403 403 403 403 422
GET  /admin/users/:userId                                               302 403 403 403 403 403 403 403 403 200 200
POST /admin/users/:userId                                               302 403 403 403 403 403 403 403 403 403 422
GET  /admin/users/:userId/export/:file                                  302 403 403 403 403 403 403 403 403 200 200
POST /admin/users/:userId/export/:file                                  405 405 405 405 405 405 405 405 405 405 405
GET  /admin/users/:userId/password                                      302 403 403 403 403 403 403 403 403 403 200
POST /admin/users/:userId/password                                      302 403 403 403 403 403 403 403 403 403 422
GET  /admin/users/:userId/disable                                       302 403 403 403 403 403 403 403 403 403 200
POST /admin/users/:userId/disable                                       302 403 403 403 403 403 403 403 403 403 422
GET  /admin/authorisations                                              302 403 403 403 403 403 403 403 403 200 200
POST /admin/authorisations                                              405 405 405 405 405 405 405 405 405 405 405
GET  /admin/authorisations/export/:file                                 302 403 403 403 403 403 403 403 403 200 200
POST /admin/authorisations/export/:file                                 405 405 405 405 405 405 405 405 405 405 405
GET  /admin/second-person                                               302 403 403 403 403 403 403 403 403 200 200
POST /admin/second-person                                               302 403 403 403 403 403 403 403 403 403 422
GET  /admin/import                                                      302 403 403 403 403 403 403 403 403 200 200
POST /admin/import                                                      302 403 403 403 403 403 403 403 403 403 422
GET  /admin/system                                                      302 403 403 403 403 403 403 403 403 200 200
POST /admin/system                                                      302 403 403 403 403 403 403 403 403 403 302
GET  /admin/audit                                                       302 403 403 403 403 403 403 403 403 200 200
POST /admin/audit                                                       405 405 405 405 405 405 405 405 405 405 405
GET  /admin/audit/export/:file                                          302 403 403 403 403 403 403 403 403 200 200
POST /admin/audit/export/:file                                          405 405 405 405 405 405 405 405 405 405 405
GET  /admin/changes                                                     302 403 403 403 403 403 403 403 403 200 200
POST /admin/changes                                                     302 403 403 403 403 403 403 403 403 403 422
GET  /admin/changes/export/:file                                        302 403 403 403 403 403 403 403 403 200 200
POST /admin/changes/export/:file                                        405 405 405 405 405 405 405 405 405 405 405
GET  /admin/tolerances                                                  302 403 403 403 403 403 403 403 403 200 200
POST /admin/tolerances                                                  302 403 403 403 403 403 403 403 403 403 422
GET  /admin/tolerances/new                                              302 403 403 403 403 403 403 403 403 403 200
POST /admin/tolerances/new                                              302 403 403 403 403 403 403 403 403 403 422
GET  /admin/tolerances/rows/:key                                        302 403 403 403 403 403 403 403 403 403 200
POST /admin/tolerances/rows/:key                                        302 403 403 403 403 403 403 403 403 403 422
GET  /admin/tolerances/rows/:key/delete                                 302 403 403 403 403 403 403 403 403 403 200
POST /admin/tolerances/rows/:key/delete                                 302 403 403 403 403 403 403 403 403 403 422
GET  /admin/tolerances/export/:file                                     302 403 403 403 403 403 403 403 403 200 200
POST /admin/tolerances/export/:file                                     405 405 405 405 405 405 405 405 405 405 405
GET  /admin/workflows                                                   302 403 403 403 403 403 403 403 403 200 200
POST /admin/workflows                                                   405 405 405 405 405 405 405 405 405 405 405
GET  /admin/workflows/:kind                                             302 403 403 403 403 403 403 403 403 200 200
POST /admin/workflows/:kind                                             302 403 403 403 403 403 403 403 403 403 422
GET  /admin/workflows/:kind/export/:file                                302 403 403 403 403 403 403 403 403 200 200
POST /admin/workflows/:kind/export/:file                                405 405 405 405 405 405 405 405 405 405 405
GET  /admin/workflows/:kind/draft                                       302 403 403 403 403 403 403 403 403 200 200
POST /admin/workflows/:kind/draft                                       302 403 403 403 403 403 403 403 403 403 422
GET  /admin/workflows/:kind/draft/steps/new                             302 403 403 403 403 403 403 403 403 403 200
POST /admin/workflows/:kind/draft/steps/new                             302 403 403 403 403 403 403 403 403 403 422
GET  /admin/workflows/:kind/draft/steps/:at                             302 403 403 403 403 403 403 403 403 403 200
POST /admin/workflows/:kind/draft/steps/:at                             302 403 403 403 403 403 403 403 403 403 422
GET  /admin/workflows/:kind/draft/steps/:at/delete                      302 403 403 403 403 403 403 403 403 403 200
POST /admin/workflows/:kind/draft/steps/:at/delete                      302 403 403 403 403 403 403 403 403 403 422
GET  /admin/lookups                                                     302 403 403 403 403 403 403 403 403 200 200
POST /admin/lookups                                                     405 405 405 405 405 405 405 405 405 405 405
GET  /admin/lookups/:table                                              302 403 403 403 403 403 403 403 403 200 200
POST /admin/lookups/:table                                              302 403 403 403 403 403 403 403 403 403 422
GET  /admin/lookups/:table/new                                          302 403 403 403 403 403 403 403 403 403 200
POST /admin/lookups/:table/new                                          302 403 403 403 403 403 403 403 403 403 422
GET  /admin/lookups/:table/export/:file                                 302 403 403 403 403 403 403 403 403 200 200
POST /admin/lookups/:table/export/:file                                 405 405 405 405 405 405 405 405 405 405 405
GET  /admin/lookups/:table/rows/:key                                    302 403 403 403 403 403 403 403 403 403 200
POST /admin/lookups/:table/rows/:key                                    302 403 403 403 403 403 403 403 403 403 422
GET  /admin/lookups/:table/rows/:key/delete                             302 403 403 403 403 403 403 403 403 403 200
POST /admin/lookups/:table/rows/:key/delete                             302 403 403 403 403 403 403 403 403 403 422
GET  /*                                                                 404 404 404 404 404 404 404 404 404 404 404
POST /*                                                                 405 405 405 405 405 405 405 405 405 405 405
`

export interface Row {
  method: 'GET' | 'POST'
  path: string
  /** By column. */
  statuses: number[]
}

/** The table, row by row. */
export const rows: Row[] = `${PAGES.trim()}\n${CALLS.trim()}`.split('\n').map((line) => {
  const [method, path = '', ...statuses] = line.split(/\s+/)
  return { method: method as Row['method'], path, statuses: statuses.map(Number) }
})

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
export const MATRIX = `
GET  /                                                                  302 200 302 302 302 302 302 302 200 302 200
POST /                                                                  405 405 405 405 405 405 405 405 405 405 405
GET  /login                                                             200 302 302 302 302 302 302 302 302 302 302
POST /login                                                             422 302 302 302 302 302 302 302 302 302 302
GET  /logout                                                            302 200 200 200 200 200 200 200 200 200 200
POST /logout                                                            302 302 302 302 302 302 302 302 302 302 302
GET  /appearance                                                        302 200 200 200 200 200 200 200 200 200 200
POST /appearance                                                        302 302 302 302 302 302 302 302 302 302 302
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
GET  /invoices/:invoiceId/recreate                                      302 403 404 404 403 403 404 403 403 403 403
POST /invoices/:invoiceId/recreate                                      302 403 422 422 403 403 422 403 403 403 403
GET  /invoices/:invoiceId/report.pdf                                    302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId/report.pdf                                    405 405 405 405 405 405 405 405 405 405 405
GET  /invoices/:invoiceId/loader.xlsx                                   302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId/loader.xlsx                                   405 405 405 405 405 405 405 405 405 405 405
GET  /invoices/:invoiceId/export/:file                                  302 403 404 404 404 404 404 404 403 404 404
POST /invoices/:invoiceId/export/:file                                  405 405 405 405 405 405 405 405 405 405 405
GET  /documents/:documentId                                             302 403 200 200 200 200 403 403 403 200 200
POST /documents/:documentId                                             405 405 405 405 405 405 405 405 405 405 405
GET  /authorisation-matrix/:entity/:file                                302 403 200 200 200 200 200 200 403 200 200
POST /authorisation-matrix/:entity/:file                                405 405 405 405 405 405 405 405 405 405 405
GET  /upload-steps/:key                                                 302 200 200 200 200 200 200 200 200 200 200
POST /upload-steps/:key                                                 405 405 405 405 405 405 405 405 405 405 405
GET  /layouts/:key                                                      302 200 200 200 200 200 200 200 200 200 200
POST /layouts/:key                                                      302 422 422 422 422 422 422 422 422 422 422
GET  /admin                                                             302 403 403 403 403 403 403 403 403 200 200
POST /admin                                                             405 405 405 405 405 405 405 405 405 405 405
GET  /admin/import                                                      302 403 403 403 403 403 403 403 403 200 200
POST /admin/import                                                      302 403 403 403 403 403 403 403 403 403 422
GET  /admin/changes                                                     302 403 403 403 403 403 403 403 403 200 200
POST /admin/changes                                                     302 403 403 403 403 403 403 403 403 403 422
GET  /admin/changes/export/:file                                        302 403 403 403 403 403 403 403 403 200 200
POST /admin/changes/export/:file                                        405 405 405 405 405 405 405 405 405 405 405
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
GET  /api/auth/user                                                     401 200 200 200 200 200 200 200 200 200 200
POST /api/auth/user                                                     405 405 405 405 405 405 405 405 405 405 405
GET  /api/auth/user/isaccountingteamleader                              401 200 200 200 200 200 200 200 200 200 200
POST /api/auth/user/isaccountingteamleader                              405 405 405 405 405 405 405 405 405 405 405
GET  /api/account/tokens                                                401 200 200 200 200 200 200 200 200 200 200
POST /api/account/tokens                                                401 422 422 422 422 422 422 422 422 422 422
GET  /api/account/tokens/:tokenId                                       405 405 405 405 405 405 405 405 405 405 405
POST /api/account/tokens/:tokenId                                       405 405 405 405 405 405 405 405 405 405 405
GET  /api/production                                                    401 403 200 200 200 403 403 403 403 200 200
POST /api/production                                                    405 405 405 405 405 405 405 405 405 405 405
GET  /api/dashboard/nav                                                 401 403 200 200 200 200 403 403 403 200 200
POST /api/dashboard/nav                                                 405 405 405 405 405 405 405 405 405 405 405
GET  /api/dashboard/nav/:fundNavId                                      401 403 200 200 200 200 403 403 403 200 200
POST /api/dashboard/nav/:fundNavId                                      405 405 405 405 405 405 405 405 405 405 405
GET  /api/dashboard/nav/:fundNavId/nextrouting                          401 403 200 200 403 403 403 403 403 403 403
POST /api/dashboard/nav/:fundNavId/nextrouting                          405 405 405 405 405 405 405 405 405 405 405
GET  /api/dashboard/nav/:fundNavId/nextrouting/:routingId               405 405 405 405 405 405 405 405 405 405 405
POST /api/dashboard/nav/:fundNavId/nextrouting/:routingId               401 403 404 404 404 404 403 403 403 403 403
GET  /api/dashboard/nav/reason/:reasonCode/:controlId                   401 403 403 200 403 403 403 403 403 403 403
POST /api/dashboard/nav/reason/:reasonCode/:controlId                   401 403 403 200 403 403 403 403 403 403 403
GET  /api/dashboard/nav/checks/:fundNavId                               401 403 200 200 200 200 403 403 403 200 200
POST /api/dashboard/nav/checks/:fundNavId                               405 405 405 405 405 405 405 405 405 405 405
GET  /api/dashboard/nav/checks/:fundNavId/:rank                         405 405 405 405 405 405 405 405 405 405 405
POST /api/dashboard/nav/checks/:fundNavId/:rank                         401 403 404 404 404 404 403 403 403 403 403
GET  /api/dashboard/diff_prv/:id                                        401 403 200 200 200 200 403 403 403 200 200
POST /api/dashboard/diff_prv/:id                                        405 405 405 405 405 405 405 405 405 405 405
GET  /api/elements/:fundNavId                                           401 403 200 200 200 200 403 403 403 200 200
POST /api/elements/:fundNavId                                           405 405 405 405 405 405 405 405 405 405 405
GET  /api/reasons                                                       401 403 200 200 200 200 403 403 403 200 200
POST /api/reasons                                                       405 405 405 405 405 405 405 405 405 405 405
GET  /api/ruleresult                                                    405 405 405 405 405 405 405 405 405 405 405
POST /api/ruleresult                                                    401 403 422 422 422 422 403 403 403 403 403
GET  /api/kpi/reportdata/comments                                       405 405 405 405 405 405 405 405 405 405 405
POST /api/kpi/reportdata/comments                                       401 422 422 422 422 422 422 422 422 422 422
GET  /api/kpi/reportdata/comments/:objectId                             401 403 200 200 200 200 403 403 403 200 200
POST /api/kpi/reportdata/comments/:objectId                             405 405 405 405 405 405 405 405 405 405 405
GET  /api/nav/controls/documents/:id                                    401 403 200 200 200 200 403 403 403 200 200
POST /api/nav/controls/documents/:id                                    405 405 405 405 405 405 405 405 405 405 405
GET  /api/nav/controls/documents/mgmt/:id                               401 403 200 200 200 200 403 403 403 200 200
POST /api/nav/controls/documents/mgmt/:id                               405 405 405 405 405 405 405 405 405 405 405
GET  /api/uploadfilesFIA/:nbFiles                                       405 405 405 405 405 405 405 405 405 405 405
POST /api/uploadfilesFIA/:nbFiles                                       401 403 415 415 415 415 403 403 403 403 403
GET  /api/uploadfilesMFFA                                               405 405 405 405 405 405 405 405 405 405 405
POST /api/uploadfilesMFFA                                               401 403 415 415 415 415 403 403 403 403 403
GET  /api/uploadmatching/:fundNavId                                     405 405 405 405 405 405 405 405 405 405 405
POST /api/uploadmatching/:fundNavId                                     401 403 415 415 415 415 403 403 403 403 403
GET  /api/documents/:documentId                                         401 403 200 200 200 200 403 403 403 200 200
POST /api/documents/:documentId                                         405 405 405 405 405 405 405 405 405 405 405
GET  /api/documents/object/:objectId                                    401 403 200 200 200 200 403 403 403 200 200
POST /api/documents/object/:objectId                                    405 405 405 405 405 405 405 405 405 405 405
GET  /api/documents/invoice/:objectId                                   401 403 404 404 404 404 403 403 403 404 404
POST /api/documents/invoice/:objectId                                   405 405 405 405 405 405 405 405 405 405 405
GET  /api/documents/authorisation/:objectId                             401 403 200 200 200 200 403 403 403 200 200
POST /api/documents/authorisation/:objectId                             405 405 405 405 405 405 405 405 405 405 405
GET  /api/documents/loader/:invoiceId                                   401 403 404 404 404 404 404 404 403 404 404
POST /api/documents/loader/:invoiceId                                   405 405 405 405 405 405 405 405 405 405 405
GET  /api/transactions                                                  401 403 200 200 200 200 200 200 403 200 200
POST /api/transactions                                                  405 405 405 405 405 405 405 405 405 405 405
GET  /api/transactions/:invoiceId                                       401 403 404 404 404 404 404 404 403 404 404
POST /api/transactions/:invoiceId                                       405 405 405 405 405 405 405 405 405 405 405
GET  /api/transactionssub/:draftId                                      401 403 200 200 200 200 200 200 403 200 200
POST /api/transactionssub/:draftId                                      405 405 405 405 405 405 405 405 405 405 405
GET  /api/workflows/instances/:objectId                                 401 403 200 200 200 200 403 403 403 200 200
POST /api/workflows/instances/:objectId                                 405 405 405 405 405 405 405 405 405 405 405
GET  /api/workflows/instances/invoice/:invoiceId                        401 403 404 404 404 404 404 404 403 404 404
POST /api/workflows/instances/invoice/:invoiceId                        405 405 405 405 405 405 405 405 405 405 405
GET  /api/workflows/instances/draft/:draftId                            401 403 404 404 404 404 404 403 403 404 404
POST /api/workflows/instances/draft/:draftId                            405 405 405 405 405 405 405 405 405 405 405
GET  /api/workflows/instances/invoice_draft/:invoiceId                  401 403 404 404 404 404 404 404 403 404 404
POST /api/workflows/instances/invoice_draft/:invoiceId                  405 405 405 405 405 405 405 405 405 405 405
GET  /api/task/instance/create                                          405 405 405 405 405 405 405 405 405 405 405
POST /api/task/instance/create                                          401 422 422 422 422 422 422 422 422 422 422
GET  /api/task/instance/create/invoice                                  405 405 405 405 405 405 405 405 405 405 405
POST /api/task/instance/create/invoice                                  401 403 422 422 403 403 422 422 403 403 403
GET  /api/task/instance/create/draft                                    405 405 405 405 405 405 405 405 405 405 405
POST /api/task/instance/create/draft                                    401 403 422 422 403 422 422 403 403 403 403
GET  /api/transactions/rollover/:invoiceId                              401 403 404 404 403 403 404 403 403 403 403
POST /api/transactions/rollover/:invoiceId                              401 403 404 404 403 403 404 403 403 403 403
GET  /api/layouts                                                       401 200 200 200 200 200 200 200 200 200 200
POST /api/layouts                                                       405 405 405 405 405 405 405 405 405 405 405
GET  /api/layouts/:name                                                 401 200 200 200 200 200 200 200 200 200 200
POST /api/layouts/:name                                                 401 200 200 200 200 200 200 200 200 200 200
GET  /api/layouts/:id/delete                                            401 404 404 404 404 404 404 404 404 404 404
POST /api/layouts/:id/delete                                            401 404 404 404 404 404 404 404 404 404 404
GET  /api/currencies                                                    401 200 200 200 200 200 200 200 200 200 200
POST /api/currencies                                                    405 405 405 405 405 405 405 405 405 405 405
GET  /api/lookups/:table                                                401 403 403 403 403 403 403 403 403 200 200
POST /api/lookups/:table                                                401 403 403 403 403 403 403 403 403 403 422
GET  /api/lookups/:table/update                                         405 405 405 405 405 405 405 405 405 405 405
POST /api/lookups/:table/update                                         401 403 403 403 403 403 403 403 403 403 422
GET  /api/lookups/:table/delete                                         405 405 405 405 405 405 405 405 405 405 405
POST /api/lookups/:table/delete                                         401 403 403 403 403 403 403 403 403 403 422
GET  /api/lookups/:table/delete/:key                                    401 403 403 403 403 403 403 403 403 403 422
POST /api/lookups/:table/delete/:key                                    405 405 405 405 405 405 405 405 405 405 405
GET  /api/import                                                        405 405 405 405 405 405 405 405 405 405 405
POST /api/import                                                        401 403 403 403 403 403 403 403 403 403 415
GET  /api/amounttypes                                                   401 200 200 200 200 200 200 200 200 200 200
POST /api/amounttypes                                                   405 405 405 405 405 405 405 405 405 405 405
GET  /api/entities                                                      401 403 200 200 200 200 200 200 403 200 200
POST /api/entities                                                      405 405 405 405 405 405 405 405 405 405 405
GET  /api/entities/ntr                                                  401 403 200 200 200 200 200 200 403 200 200
POST /api/entities/ntr                                                  405 405 405 405 405 405 405 405 405 405 405
GET  /api/lookup/entities                                               401 403 200 200 200 200 200 200 403 200 200
POST /api/lookup/entities                                               405 405 405 405 405 405 405 405 405 405 405
GET  /api/drafttransactions                                              401 403 200 200 200 200 200 403 403 200 200
POST /api/drafttransactions                                              401 403 422 422 403 422 422 403 403 403 403
GET  /api/drafttransactions/:draftId                                     401 403 404 404 404 404 404 403 403 404 404
POST /api/drafttransactions/:draftId                                     405 405 405 405 405 405 405 405 405 405 405
GET  /api/drafttransactions/:draftId/status                              401 403 404 404 404 404 404 403 403 404 404
POST /api/drafttransactions/:draftId/status                              405 405 405 405 405 405 405 405 405 405 405
GET  /api/costs                                                          405 405 405 405 405 405 405 405 405 405 405
POST /api/costs                                                          401 403 422 422 403 422 422 403 403 403 403
GET  /api/costs/:draftId                                                 401 403 404 404 404 404 404 403 403 404 404
POST /api/costs/:draftId                                                 405 405 405 405 405 405 405 405 405 405 405
GET  /api/costs/:costId/delete                                           401 403 404 404 403 404 404 403 403 403 403
POST /api/costs/:costId/delete                                           401 403 404 404 403 404 404 403 403 403 403
GET  /api/uploadinvoice                                                  405 405 405 405 405 405 405 405 405 405 405
POST /api/uploadinvoice                                                  401 403 415 415 403 403 415 403 403 403 403
GET  /api/uploadinvoices                                                 405 405 405 405 405 405 405 405 405 405 405
POST /api/uploadinvoices                                                 401 403 415 415 403 403 415 403 403 403 403
GET  /api/drafttransactions/funds                                       401 403 200 200 200 200 200 200 403 200 200
POST /api/drafttransactions/funds                                       405 405 405 405 405 405 405 405 405 405 405
GET  /api/drafttransactions/suppliers                                   401 403 200 200 200 200 200 200 403 200 200
POST /api/drafttransactions/suppliers                                   405 405 405 405 405 405 405 405 405 405 405
GET  /api/expenseworkflow/nondraft                                      401 403 200 200 200 200 200 200 403 200 200
POST /api/expenseworkflow/nondraft                                      405 405 405 405 405 405 405 405 405 405 405
GET  /api/mappings/key/:mappingKey                                      401 403 200 200 200 200 200 200 403 200 200
POST /api/mappings/key/:mappingKey                                      405 405 405 405 405 405 405 405 405 405 405
GET  /api/clients/:settlementLegalEntity                                401 403 200 200 200 200 200 200 403 200 200
POST /api/clients/:settlementLegalEntity                                405 405 405 405 405 405 405 405 405 405 405
GET  /api/authmatrix/:entity/:date                                      401 403 200 200 200 200 200 200 403 200 200
POST /api/authmatrix/:entity/:date                                      405 405 405 405 405 405 405 405 405 405 405
GET  /api/*                                                             404 404 404 404 404 404 404 404 404 404 404
POST /api/*                                                             404 404 404 404 404 404 404 404 404 404 404
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
export const rows: Row[] = MATRIX.trim()
  .split('\n')
  .map((line) => {
    const [method, path = '', ...statuses] = line.split(/\s+/)
    return { method: method as Row['method'], path, statuses: statuses.map(Number) }
  })

/** The pages of NAV errors in the matrix: see matrix.ts for the columns. */
export const NAV_ERROR_PAGES = `
GET  /nav-errors                                                         302 403 200 200 200 403 403 403 403 200 200
POST /nav-errors                                                         405 405 405 405 405 405 405 405 405 405 405
GET  /nav-errors/new                                                     302 403 200 200 200 403 403 403 403 403 403
POST /nav-errors/new                                                     302 403 422 422 422 403 403 403 403 403 403
GET  /nav-errors/:caseId                                                 302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId                                                 302 403 422 422 422 403 403 403 403 403 403
GET  /nav-errors/:caseId/figures                                         302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId/figures                                         302 403 422 422 422 403 403 403 403 403 403
GET  /nav-errors/:caseId/last-date                                       302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId/last-date                                       302 403 422 422 422 403 403 403 403 403 403
GET  /nav-errors/:caseId/payers                                          302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId/payers                                          302 403 422 422 422 403 403 403 403 403 403
GET  /nav-errors/:caseId/deals                                           302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId/deals                                           302 403 422 422 422 403 403 403 403 403 403
GET  /nav-errors/:caseId/deals/:fileId                                   302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId/deals/:fileId                                   302 403 422 422 422 403 403 403 403 403 403
GET  /nav-errors/export/:file                                            302 403 200 200 200 403 403 403 403 200 200
POST /nav-errors/export/:file                                            405 405 405 405 405 405 405 405 405 405 405
GET  /nav-errors/deals.xlsx                                              302 403 200 200 200 403 403 403 403 200 200
POST /nav-errors/deals.xlsx                                              405 405 405 405 405 405 405 405 405 405 405
GET  /nav-errors/:caseId/export/:file                                    302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId/export/:file                                    405 405 405 405 405 405 405 405 405 405 405
GET  /nav-errors/:caseId/notification.pdf                                302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId/notification.pdf                                405 405 405 405 405 405 405 405 405 405 405
GET  /nav-errors/:caseId/report.pdf                                      302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId/report.pdf                                      405 405 405 405 405 405 405 405 405 405 405
GET  /nav-errors/:caseId/compensation.xlsx                               302 403 404 404 404 403 403 403 403 404 404
POST /nav-errors/:caseId/compensation.xlsx                               405 405 405 405 405 405 405 405 405 405 405
GET  /nav-errors/register                                                302 403 200 200 200 403 403 403 403 200 200
POST /nav-errors/register                                                405 405 405 405 405 405 405 405 405 405 405
GET  /nav-errors/register/export/:file                                   302 403 200 200 200 403 403 403 403 200 200
POST /nav-errors/register/export/:file                                   405 405 405 405 405 405 405 405 405 405 405
`

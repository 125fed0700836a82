/** The pages of payment runs and accruals, and the files of budgets, in the matrix: see matrix.ts for the columns. */
export const PAYMENT_PAGES = `
GET  /accruals                                                           302 403 200 200 200 200 403 403 403 200 200
POST /accruals                                                           405 405 405 405 405 405 405 405 405 405 405
GET  /accruals/export/:file                                              302 403 200 200 200 200 403 403 403 200 200
POST /accruals/export/:file                                              405 405 405 405 405 405 405 405 405 405 405
GET  /payments                                                           302 403 403 403 403 403 403 200 403 200 200
POST /payments                                                           405 405 405 405 405 405 405 405 405 405 405
GET  /payments/answer                                                    302 403 403 403 403 403 403 200 403 403 403
POST /payments/answer                                                    302 403 403 403 403 403 403 422 403 403 403
GET  /payments/new                                                       302 403 403 403 403 403 403 200 403 200 200
POST /payments/new                                                       405 405 405 405 405 405 405 405 405 405 405
GET  /payments/new/make                                                  302 403 403 403 403 403 403 200 403 403 403
POST /payments/new/make                                                  302 403 403 403 403 403 403 422 403 403 403
GET  /payments/:runId                                                    302 403 403 403 403 403 403 404 403 404 404
POST /payments/:runId                                                    302 403 403 403 403 403 403 422 403 403 403
GET  /payments/:runId/take-out/:invoiceId                                302 403 403 403 403 403 403 404 403 403 403
POST /payments/:runId/take-out/:invoiceId                                302 403 403 403 403 403 403 422 403 403 403
GET  /payments/:runId/cancel                                             302 403 403 403 403 403 403 404 403 403 403
POST /payments/:runId/cancel                                             302 403 403 403 403 403 403 422 403 403 403
GET  /payments/:runId/files/:file                                        302 403 403 403 403 403 403 404 403 404 404
POST /payments/:runId/files/:file                                        405 405 405 405 405 405 405 405 405 405 405
GET  /payments/:runId/export/:file                                       302 403 403 403 403 403 403 404 403 404 404
POST /payments/:runId/export/:file                                       405 405 405 405 405 405 405 405 405 405 405
GET  /payments/export/:file                                              302 403 403 403 403 403 403 200 403 200 200
POST /payments/export/:file                                              405 405 405 405 405 405 405 405 405 405 405
GET  /payments/new/export/:file                                          302 403 403 403 403 403 403 200 403 200 200
POST /payments/new/export/:file                                          405 405 405 405 405 405 405 405 405 405 405
GET  /budgets/:budgetId/export/:file                                    302 403 404 404 403 403 404 404 403 404 404
POST /budgets/:budgetId/export/:file                                    405 405 405 405 405 405 405 405 405 405 405
GET  /budgets/export/:file                                              302 403 200 200 403 403 200 200 403 200 200
POST /budgets/export/:file                                              405 405 405 405 405 405 405 405 405 405 405
`

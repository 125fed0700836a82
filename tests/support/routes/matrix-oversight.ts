/** The pages of oversight in the matrix: see matrix.ts for the columns. */
export const OVERSIGHT_PAGES = `
GET  /oversight                                                          302 403 403 200 200 403 403 403 403 200 200
POST /oversight                                                          302 403 403 422 422 403 403 403 403 403 403
GET  /oversight/new                                                      302 403 403 200 200 403 403 403 403 403 403
POST /oversight/new                                                      302 403 403 422 422 403 403 403 403 403 403
GET  /oversight/export/:file                                             302 403 403 200 200 403 403 403 403 200 200
POST /oversight/export/:file                                             405 405 405 405 405 405 405 405 405 405 405
GET  /oversight/:reportId                                                302 403 403 404 404 403 403 403 403 404 404
POST /oversight/:reportId                                                302 403 403 403 422 403 403 403 403 403 403
GET  /oversight/:reportId/export/:file                                   302 403 403 404 404 403 403 403 403 404 404
POST /oversight/:reportId/export/:file                                   405 405 405 405 405 405 405 405 405 405 405
GET  /oversight/:reportId/report.pdf                                     302 403 403 404 404 403 403 403 403 404 404
POST /oversight/:reportId/report.pdf                                     405 405 405 405 405 405 405 405 405 405 405
`

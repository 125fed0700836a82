/** The pages of replays, and of comparisons with the past; see matrix.ts for the columns. */
export const REPLAY_PAGES = `
GET  /replay                                                             302 403 403 200 200 403 403 403 403 200 200
POST /replay                                                             302 403 403 422 422 403 403 403 403 403 422
GET  /replay/detection                                                   302 403 403 200 200 403 403 403 403 200 200
POST /replay/detection                                                   302 403 403 422 422 403 403 403 403 403 422
GET  /replay/detection/:fundCode                                         302 403 403 200 200 403 403 403 403 200 200
POST /replay/detection/:fundCode                                         302 403 403 422 422 403 403 403 403 403 422
GET  /replay/suggestions                                                 302 403 403 200 200 403 403 403 403 200 200
POST /replay/suggestions                                                 302 403 403 422 422 403 403 403 403 403 422
GET  /replay/:runId                                                      302 403 403 404 404 403 403 403 403 404 404
POST /replay/:runId                                                      302 403 403 422 422 403 403 403 403 403 422
GET  /replay/:runId/propose                                              302 403 403 403 403 403 403 403 403 403 404
POST /replay/:runId/propose                                              302 403 403 403 403 403 403 403 403 403 422
GET  /replay/:runId/export/:file                                         302 403 403 404 404 403 403 403 403 404 404
POST /replay/:runId/export/:file                                         405 405 405 405 405 405 405 405 405 405 405
GET  /replay/detection/export/:file                                      302 403 403 200 200 403 403 403 403 200 200
POST /replay/detection/export/:file                                      405 405 405 405 405 405 405 405 405 405 405
GET  /replay/suggestions/export/:file                                    302 403 403 200 200 403 403 403 403 200 200
POST /replay/suggestions/export/:file                                    405 405 405 405 405 405 405 405 405 405 405
GET  /past/compare                                                       404 404 404 404 404 404 404 404 404 404 404
POST /past/compare                                                       405 405 405 405 405 405 405 405 405 405 405
`

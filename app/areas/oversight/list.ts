/** Settings by which the address of the list is parsed: the newest period first. */
export const REPORT_GRID = {
  layout: 'oversightreports',
  defaultSort: [
    { column: 'last_day', descending: true },
    { column: 'id', descending: true },
  ],
}

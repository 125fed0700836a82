/** What Excel takes as a sheet's name; it keeps "History" to itself. */
export function sheetName(title: string, taken: readonly string[]): string {
  const name = title
    .replace(/[\\/?*:[\]\p{Cc}\p{Surrogate}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 31)
    .replace(/^['\s]+|['\s]+$/g, '')
  const refused = ['', 'history', ...taken.map((each) => each.toLowerCase())]
  return refused.includes(name.toLowerCase()) ? 'Rows' : name
}

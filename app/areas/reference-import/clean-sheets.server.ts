import { cleanHtml } from '~/areas/processes/clean-html.server'
import { leftOutOfHtml } from '~/areas/processes/definitions/left-out-html'
import type { ReadReference } from './read-reference'

/** The workbook with nothing but clean HTML, and a note for each row of which something was left out. */
export function withCleanHtml(reference: ReadReference): ReadReference {
  const tasks = reference.sheets.get('Process tasks')
  if (!tasks) return reference
  const notes: string[] = []
  const rows = tasks.rows.map((each) => {
    const given = each.values.descriptionHtml
    if (typeof given !== 'string') return each
    const descriptionHtml = cleanHtml(given)
    const leftOut = leftOutOfHtml(given, descriptionHtml)
    if (leftOut !== undefined) notes.push(`Sheet "${tasks.name}", row ${each.row}: ${leftOut}`)
    return { ...each, values: { ...each.values, descriptionHtml } }
  })
  const sheets = new Map(reference.sheets).set('Process tasks', { ...tasks, rows })
  return { ...reference, sheets, notes: [...reference.notes, ...notes] }
}

import type { ReadReference } from './read-reference'

/**
 * The workbook without the assignments of processes to users that it brings itself: they wait for a second person, and
 * nothing is given to somebody who is not there. What is stored stays as it is.
 * @param users who may open Processes already
 */
export function withoutWaitingUsers(reference: ReadReference, users: ReadonlySet<string>): ReadReference {
  const runs = reference.sheets.get('Entity processes')
  if (!runs) return reference
  const brought = new Set(reference.sheets.get('Users')?.rows.map(({ values }) => values.userName))
  const notes: string[] = []
  const rows = runs.rows.map((each) => {
    const { userName, ...values } = each.values
    if (typeof userName !== 'string' || users.has(userName) || !brought.has(userName)) return each
    notes.push(
      `Sheet "${runs.name}", row ${each.row}: ${userName} waits for a second person; import it again afterwards to assign it.`,
    )
    return { ...each, values }
  })
  const sheets = new Map(reference.sheets).set('Entity processes', { ...runs, rows })
  return { ...reference, sheets, notes: [...reference.notes, ...notes] }
}

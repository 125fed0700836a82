import type { Read } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import type { ProcessRow } from './process'
import { processRows } from './process-list.server'
import type { ProcessReader } from './task-sums.server'

/** One process date as the list shows it. @throws DomainError not-found */
export async function processById(read: Read, id: number, reader: ProcessReader): Promise<ProcessRow> {
  const [row] = await processRows(read, [id], reader)
  if (!row) throw noSuchProcess(id)
  return row
}

export function noSuchProcess(id: number): DomainError {
  return new DomainError('not-found', `There is no process ${id}. Open it from the list of Processes.`)
}

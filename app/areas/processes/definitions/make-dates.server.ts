import type { Transaction } from 'db/database'
import type { RowWriter } from '~/platform/tables/editable-table.server'
import type { RowChanged } from '~/platform/tables/lookup-definition.server'
import { generatedLine, generateProcesses } from '../generate-processes.server'

/** After a change of what processes are made of: their dates are made in the same transaction, and told. */
export async function makeDates(
  tx: Transaction,
  _row: RowChanged,
  { now, timeZone }: Pick<RowWriter, 'now' | 'timeZone'>,
): Promise<string | undefined> {
  return generatedLine(await generateProcesses(tx, now, timeZone))
}

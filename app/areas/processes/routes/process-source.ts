import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { dayIn } from '~/platform/values/day'
import { PROCESS_GRID, processColumns } from '../list'
import type { ProcessRow } from '../process'
import { processList } from '../process-list.server'

/** The dates of processes as the list shows and its files hold them: what is late depends on the day, the teams on who asks. */
export function processTable(guarded: Guarded): GridSource<ProcessRow> {
  return {
    columns: processColumns(),
    options: PROCESS_GRID,
    list: processList(guarded.read, readerOf(guarded)),
  }
}

/** Whoever asks, today: what is late depends on the day, whose teams these are on them. */
export function readerOf({ actor, services }: Pick<Guarded, 'actor' | 'services'>) {
  return { actor, today: dayIn(services.clock(), services.settings.timeZone) }
}

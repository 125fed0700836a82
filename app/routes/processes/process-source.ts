import { PROCESS_GRID, processColumns } from '~/components/processes/process-columns'
import type { ProcessRow } from '~/domain/processes/process'
import { processList } from '~/domain/processes/process-list.server'
import { dayIn } from '~/domain/values/day'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

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

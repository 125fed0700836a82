import type { State } from '~/platform/workflow/types'

/** What the events of a process date say of its state: its tasks have a workflow, it has acts alone. */
export const PROCESS_PLACE = {
  assigned: { queue: 'PROCESSES', status: 'ASSIGNED', class: 'pending' },
  takenOff: { queue: 'PROCESSES', status: 'TAKEN OFF', class: 'invalidated' },
  moved: { queue: 'PROCESSES', status: 'MOVED', class: 'warning' },
} as const satisfies Record<string, State>

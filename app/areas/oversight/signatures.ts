import type { HistoryEvent } from '~/platform/workflow/history.server'

/** Who signed a report, and when. */
export interface Signature {
  name: string
  at: string
}

const SIGNING = ['sign', 'countersign']

/** The signatures of a round, the first one first. */
export const signaturesOf = (
  history: readonly Pick<HistoryEvent, 'type' | 'name' | 'round' | 'whoName' | 'at'>[],
  round: number,
): Signature[] =>
  history
    .filter((event) => event.type === 'step' && event.round === round && SIGNING.includes(event.name))
    .map(({ whoName, at }) => ({ name: whoName, at: new Date(at).toISOString() }))
    .reverse()

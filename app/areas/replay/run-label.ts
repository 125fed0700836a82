import { toleranceName } from '~/areas/navs/tolerances'
import { showDay } from '~/platform/values/show'
import { changeLabel, type ReplayChange } from './replay'

/** The facts of a run that its pages show. */
export interface ShownRun {
  id: number
  kind: string
  criteria: unknown
  status: string
  total: number
  done: number
  note: string
  requester: string
  requestedAt: Date | string
}

interface Criteria {
  funds?: string[]
  from?: string | null
  to?: string | null
  changes?: ReplayChange[]
  tolerance?: string
}

/** What kind of run it is, as titles name it. */
export const RUN_LABELS: Readonly<Record<string, string>> = {
  replay: 'Replay',
  curve: 'Curve',
  detection: 'Detection floor',
  suggestions: 'Suggestions',
}

/** The request as text. */
export function criteriaLabel({ kind, criteria }: Pick<ShownRun, 'kind' | 'criteria'>): string {
  const { funds = [], from, to, changes = [], tolerance } = criteria as Criteria
  const what =
    kind === 'curve'
      ? `Curve of ${toleranceName(tolerance ?? '')}`
      : kind === 'detection' || kind === 'suggestions'
        ? RUN_LABELS[kind]
        : changes.map(changeLabel).join('; ') || 'Nothing changed: proves that stored results are reproduced'
  const span = [from && `from ${showDay(from)}`, to && `to ${showDay(to)}`].filter(Boolean).join(' ')
  return `${what} · ${funds.length === 0 ? 'all funds' : funds.join(', ')}${span && `, ${span}`}`
}

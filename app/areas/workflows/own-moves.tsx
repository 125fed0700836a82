import { type DefinitionStep, fromWords, placeName } from '~/platform/workflow/definition-step'
import type { KindRules, OwnMove } from '~/platform/workflow/kind-rules'

interface OwnMovesProps extends Pick<KindRules, 'one' | 'moves'> {
  steps: readonly DefinitionStep[]
}

/** What Fundesk does by itself, whatever the version says. */
export function OwnMoves({ one, moves, steps }: OwnMovesProps) {
  if (moves.length === 0) return null
  const start = (from: OwnMove['from']) =>
    'queue' in from
      ? `any status of ${from.queue}`
      : [...new Set(steps.filter(({ name }) => name === from.step).map(fromWords))].join(' or ')
  return (
    <>
      <p>In every version, Fundesk itself also moves {one}:</p>
      <ul className="page__list">
        {moves.map(({ display, from, to }) => (
          <li key={`${display} ${JSON.stringify(from)}`}>
            {display}: from {start(from)} to {placeName(to)}
          </li>
        ))}
      </ul>
    </>
  )
}

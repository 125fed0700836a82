import { placeName } from '~/domain/workflow/definition-step'
import type { KindRules } from '~/domain/workflow/kind-rules'

/** What Fundesk does by itself, whatever the version says: it is in no step. */
export function OwnMoves({ one, moves }: Pick<KindRules, 'one' | 'moves'>) {
  if (moves.length === 0) return null
  return (
    <>
      <p>Fundesk itself moves {one} besides, in every version:</p>
      <ul className="page__list">
        {moves.map(({ display, from, to }) => (
          <li key={`${display} ${JSON.stringify(from)}`}>
            {display}: from {'queue' in from ? `any status of ${from.queue}` : `where "${from.step}" starts`}{' '}
            to {placeName(to)}
          </li>
        ))}
      </ul>
    </>
  )
}

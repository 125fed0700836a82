import { showInstant } from '~/platform/values/show'
import type { WorkflowProgress } from '~/platform/workflow/workflow-progress'
import { Description } from '~/ui/description/description'
import { PageSection } from '~/ui/page/page'
import { useTimeZone } from './use-site'

/** "You are here": the places that an object has reached, by whom and when, where it is, and what is ahead. */
export function ProgressSteps({ progress: { passed, ahead } }: { progress: WorkflowProgress }) {
  const timeZone = useTimeZone()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
    <ol className="progress-steps screen-only" aria-label="Workflow progress" tabIndex={0}>
      {passed.map(({ queue, status, by, at }, place) => {
        const who = `${by}, ${showInstant(at, timeZone)}`
        return (
          <li
            key={`${queue} ${status}`}
            aria-current={place === passed.length - 1 ? 'step' : undefined}
            title={`${queue}: ${who}`}
          >
            {status}
            <span className="hidden-text">, {who}</span>
          </li>
        )
      })}
      {ahead.map(({ queue, status }) => (
        <li key={`${queue} ${status}`} className="progress-steps__ahead" title={queue}>
          {status}
        </li>
      ))}
    </ol>
  )
}

/** For print, the same steps end the document as signatures: who took each one, and when. */
export function Signatures({ progress: { passed } }: { progress: WorkflowProgress }) {
  const timeZone = useTimeZone()
  return (
    <div className="print-only">
      <PageSection title="Signatures">
        <Description
          items={passed.map(({ queue, status, by, at }) => ({
            term: `${status} (${queue})`,
            value: `${by}, ${showInstant(at, timeZone)}`,
          }))}
        />
      </PageSection>
    </div>
  )
}

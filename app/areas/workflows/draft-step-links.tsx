import { stepWords } from '~/platform/workflow/definition-step'
import { OpenLink } from '~/ui/open-close/open-link'
import type { StepRow } from './step-columns'
import { isFixed } from './step-entry'

/** What can be done with a step of a version in the making. */
export function DraftStepLinks({ step, path }: { step: StepRow; path: string }) {
  if (isFixed(step)) return <span className="muted">stays as it is</span>
  return (
    <span className="row-actions">
      <OpenLink to={`${path}/${step.at}`} aria-label={`Change ${stepWords(step)}`}>
        Change
      </OpenLink>
      <OpenLink to={`${path}/${step.at}/delete`} aria-label={`Leave out ${stepWords(step)}`}>
        Leave out
      </OpenLink>
    </span>
  )
}

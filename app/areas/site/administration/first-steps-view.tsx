import { Fold } from '~/ui/fold/fold'
import { Icon } from '~/ui/icon/icon'
import { CHECK_ICON, CIRCLE_ICON } from '~/ui/icon/icons'
import { Link } from '~/ui/open-close/close-link'
import { type FirstStep, openSteps } from './first-steps'

const STATES = { done: 'Done', open: 'To do', optional: 'Optional' } as const

/** The way from an empty site to its first control; folded once it is done. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const open = openSteps(steps)
  return (
    <Fold
      title="First steps of this site"
      id="first-steps"
      result={open.length === 0 ? 'all done' : `${open.length} to do: ${open.join(', ')}`}
      open={open.length > 0}
    >
      <ol className="steps-list">
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ol>
    </Fold>
  )
}

function Step({ title, state, about, to, act, templates }: FirstStep) {
  return (
    <li className={`steps-list__step steps-list__step--${state}`}>
      <Icon path={state === 'done' ? CHECK_ICON : CIRCLE_ICON} />
      <div>
        <strong>{title}</strong> <span className="muted">{STATES[state]}</span>
        <p>{about}</p>
      </div>
      <p className="steps-list__links">
        <Link to={to}>{act}</Link>
        {templates.map(({ label, href }) => (
          <a key={href} href={href} download>
            Template: {label}
          </a>
        ))}
      </p>
    </li>
  )
}

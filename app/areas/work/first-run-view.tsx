import { Fold } from '~/ui/fold/fold'
import { Icon } from '~/ui/icon/icon'
import { CHECK_ICON, CIRCLE_ICON } from '~/ui/icon/icons'
import { Link } from '~/ui/open-close/close-link'
import type { ShownRun } from './first-run.server'

/** The first acts of a new user, each with its files where there are samples. */
export function FirstRunSteps({ title, acts, open }: ShownRun) {
  const done = acts.filter(({ isDone }) => isDone).length
  return (
    <div className="screen-only">
      <Fold title={title} id="first-run" result={`${done} of ${acts.length} done`} open={open}>
        <ol className="steps-list">
          {acts.map(({ title: act, about, to, samples, isDone }) => (
            <li key={act} className={isDone ? 'steps-list__step steps-list__step--done' : 'steps-list__step'}>
              <Icon path={isDone ? CHECK_ICON : CIRCLE_ICON} />
              <div>
                <Link to={to}>{act}</Link> {isDone && <span className="muted">Done</span>}
                <p>{about}</p>
              </div>
              {samples.length > 0 && (
                <p className="steps-list__links">
                  {samples.map((href) => (
                    <a key={href} href={href} download>
                      {href.split('/').at(-1)}
                    </a>
                  ))}
                </p>
              )}
            </li>
          ))}
        </ol>
      </Fold>
    </div>
  )
}

import { showExact, showNavDate, showNavValue } from '~/platform/values/show'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import type { NavError, OtherNav } from './nav-errors.server'
import { useNavBase } from './use-nav-base'

function NavLinks({ navs }: { navs: OtherNav[] }) {
  const { path } = useNavBase()
  return navs.map(({ id, navDate }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <OpenLink to={`${path}/${id}`} state={null}>
        NAV of {showNavDate(navDate)}
      </OpenLink>
    </span>
  ))
}

interface NavNotesProps {
  /** The round that a reopened NAV waits in for its first control; null for any other NAV. */
  reopened: { round: number; isOwn: boolean } | null
  error: NavError | null
  restsOn: OtherNav[]
}

/** What everybody who opens a NAV is told first: whose turn it is after Reopen, and errors of sent figures. */
export function NavNotes({ reopened, error, restsOn }: NavNotesProps) {
  return (
    <>
      {reopened && (
        <Note kind="warning">
          {reopened.isOwn
            ? `This NAV was reopened, and it is your turn: run a new control with the corrected files. The results of round ${reopened.round - 1} were sent and are read-only.`
            : `This NAV was reopened and waits for the accountant, who runs a new control with the corrected files. The results of round ${reopened.round - 1} were sent and are read-only.`}
        </Note>
      )}
      {error && (
        <Note kind="failed">
          <p>
            <strong>NAV error.</strong> The NAV that was sent first is wrong by more than the threshold of{' '}
            {showExact(error.threshold)} % ({error.level}), in percent of the right NAV per share:
          </p>
          <ul>
            {error.classes.map(({ code, sentFirst, right, percent, isBreach }) => (
              <li key={code}>
                {code}: {showExact(percent)} % ({showNavValue(sentFirst)} sent first, {showNavValue(right)}{' '}
                right)
                {isBreach ? '' : ', within the threshold'}
              </li>
            ))}
          </ul>
          <p>
            {error.resting.length === 0 ? (
              'No later NAV rests on it.'
            ) : (
              <>
                Later NAVs that rest on it: <NavLinks navs={error.resting} />.
              </>
            )}
          </p>
        </Note>
      )}
      {restsOn.length > 0 && (
        <Note kind="warning">
          This NAV was controlled against figures with a NAV error: <NavLinks navs={restsOn} />. Check whether
          it must be corrected too.
        </Note>
      )}
    </>
  )
}

import { Link, useLocation } from '@remix-run/react'
import { Instant } from '~/platform/page/instant'
import { useSite, useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Note } from '~/ui/message/message'

/** How many are shown above a page; the others are on the page of notices. */
const SHOWN = 3

/** Who reset the user's access, and when: on every page, until it is closed. */
export function UserNotices() {
  const notices = useSite()?.notices ?? []
  const timeZone = useTimeZone()
  const { pathname, search } = useLocation()
  return (
    <section className="user-notices" aria-label="Notices">
      {notices.slice(0, SHOWN).map(({ id, at, text, heldUntil, idempotencyKey }) => (
        <Note key={id} kind="warning">
          <span>
            <Instant at={at} />: {text}{' '}
            {heldUntil !== null &&
              `You cannot take four-eyes steps until ${showInstant(heldUntil, timeZone)}. If you did not ask for this, tell another administrator at once.`}
          </span>
          {heldUntil === null && (
            <Form prefix={`notice-${id}`} action="/account/notices" idempotencyKey={idempotencyKey}>
              <input type="hidden" name="notice" value={id} />
              <input type="hidden" name="from" value={pathname + search} />
              <SubmitButton look="plain" busyText="Closing…">
                Close this notice
              </SubmitButton>
            </Form>
          )}
        </Note>
      ))}
      {notices.length > SHOWN && (
        <p>
          <Link to="/account/notices">All {notices.length} notices</Link>
        </p>
      )}
    </section>
  )
}

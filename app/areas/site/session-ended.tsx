import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { pageKey } from '~/areas/access/page-key'
import { useSite } from '~/platform/page/use-site'
import { Note } from '~/ui/message/message'
import { onLedToLogin, onSessionEnded } from '~/ui/session/site-fetch'
import { fillFromTab, storeInTab } from '~/ui/session/stored-in-tab'

const BACK = 'You are logged in again. The form was not sent; it shows what you typed.'

/**
 * Announces that a form of this page waits to be sent, and shows its content: its object may have moved on, and the
 * page may have no such form any more.
 * @param gone the page itself cannot be shown
 */
export function RecoveredForm({ gone = false }: { gone?: boolean }) {
  const kept = useSite()?.kept
  const { pathname, search } = useLocation()
  if (!kept || kept.page !== pageKey(pathname, search)) return null
  return (
    <Note kind="warning">
      {gone ? 'You are logged in again. The form was not sent; its page can no longer be shown.' : BACK}
      {kept.files.length > 0 && ` Files are not kept. Choose again: ${kept.files.join(', ')}.`}
      {kept.texts.length > 0 && (
        <details open={gone}>
          <summary>What you wrote</summary>
          {kept.texts.map((text) => (
            <blockquote key={text}>{text}</blockquote>
          ))}
        </details>
      )}
    </Note>
  )
}

/**
 * With scripts: when the session is over, the open page says so, and takes what is typed along to the login and back.
 * The server keeps what was sent; the tab keeps what was not, and what could not be linked to a user.
 */
export function SessionEnded() {
  const site = useSite()
  const user = site?.user?.id
  const { pathname, search } = useLocation()
  const page = pageKey(pathname, search)
  /** The page on which the session was found to be over; another one would not have opened. */
  const [over, setOver] = useState<string | null>(null)
  const [filled, setFilled] = useState<string | null>(null)
  const keptByServer = site?.kept?.page === page

  useEffect(() => {
    if (user !== undefined) void fillFromTab(user, page).then((isFilled) => isFilled && setFilled(page))
  }, [user, page])

  // A form, or a link, led to the login: all other typed content of the page is taken along. The router's own state
  // is no sign of it: a login that comes quickly is shown before React renders that it is loading.
  useEffect(() => {
    if (user !== undefined) return onLedToLogin(() => storeInTab(user, page))
  }, [user, page])

  useEffect(
    () =>
      onSessionEnded((login) => {
        if (login === null) return setOver(page)
        if (user !== undefined) storeInTab(user, page)
        window.location.assign(login)
      }),
    [user, page],
  )

  if (over === page && user !== undefined)
    return createPortal(
      <div className="message-bar" role="alert">
        <Note kind="warning">
          Your session ended. What you typed stays here.{' '}
          <a
            href={`/login?${new URLSearchParams({ redirectTo: page, ended: 'yes' })}`}
            onClick={() => storeInTab(user, page)}
          >
            Log in to continue
          </a>
        </Note>
      </div>,
      // An open popup covers everything outside it, and nothing there can be used.
      document.querySelector('dialog:modal') ?? document.body,
    )
  return filled === page && !keptByServer ? <Note kind="warning">{BACK}</Note> : null
}

import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Note } from '../message/message'
import { closeLostMessage, lostRequests, noLostRequests, sendAgain, watchLostRequests } from './lost-requests'

const ENDED = {
  'saved before': 'Connected again. It had already been saved before the connection broke.',
  'saved now': 'Connected again. It had not been saved before; it is saved now.',
}

/** At the bottom of the window while a request has no answer, and how it ended. The page above stays as it is. */
export function ConnectionLost() {
  const { lost, ended } = useSyncExternalStore(watchLostRequests, lostRequests, noLostRequests)
  const sent = lost.find(({ sends }) => sends)
  if (lost.length === 0 && ended === null) return null
  // A popup leaves nothing else on the page to be pressed. It closes when the answer is there.
  const popup = lost.length > 0 && [...document.querySelectorAll('dialog:modal')].at(-1)
  return createPortal(
    <div className="session-ended" role={lost.length > 0 ? 'alert' : 'status'}>
      <Note kind={lost.length > 0 ? 'warning' : 'info'}>
        {lost.length > 0 ? (
          <>
            {sent
              ? `Connection lost. We do not know yet whether it was saved. ${sent.keyed ? 'Sent again, it takes effect only once.' : 'Look for it before you send it again.'} `
              : 'Connection lost. What you typed stays here. '}
            <button type="button" className="button" onClick={sendAgain}>
              {sent ? 'Send again' : 'Try again'}
            </button>
          </>
        ) : (
          <>
            {ended && ENDED[ended]}{' '}
            <button type="button" className="button" onClick={closeLostMessage}>
              Close
            </button>
          </>
        )}
      </Note>
    </div>,
    popup || document.body,
  )
}

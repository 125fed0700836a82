import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RequestIdContext } from './entry.contexts'

const { request: id, toldTitle: title, toldMessage: message } = document.documentElement.dataset
const told = title === undefined || message === undefined ? null : { title, message }
const request = id === undefined ? null : { id, path: window.location.pathname, told }

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RequestIdContext.Provider value={request}>
        <RemixBrowser />
      </RequestIdContext.Provider>
    </StrictMode>,
  )
})

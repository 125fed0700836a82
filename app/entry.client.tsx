import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RequestIdContext } from './entry.request-id'

const { request: id } = document.documentElement.dataset
const request = id === undefined ? null : { id, path: window.location.pathname }

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

import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RequestIdContext } from './entry.request-id'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RequestIdContext.Provider value={document.documentElement.dataset.request ?? null}>
        <RemixBrowser />
      </RequestIdContext.Provider>
    </StrictMode>,
  )
})

import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadFonts, loadObjectStyles, RequestIdContext, StylesContext, stylesOfPage } from './entry.contexts'
import { atFirstSign } from './ui/enhanced/later'
import { steadyFetch, steadyRoutes } from './ui/session/lost-requests'

const { request: id, failureTitle: title, failureMessage: message } = document.documentElement.dataset
const failure = title === undefined || message === undefined ? null : { title, message }
const request = id === undefined ? null : { id, path: window.location.pathname, failure }

const styles = stylesOfPage()
window.fetch = steadyFetch(window.fetch.bind(window))

function Browser() {
  // The router is there once it was rendered.
  useEffect(() => steadyRoutes(loadObjectStyles), [])
  useEffect(loadFonts, [])
  // Where they do not arrive, the next page asks for them again.
  useEffect(() => atFirstSign(() => void loadObjectStyles().catch(() => {}), true), [])
  return <RemixBrowser />
}

/**
 * The first call of RemixBrowser starts reading the page's data, and throws the promise of it. React waits for that too,
 * but not when a click or a key comes meanwhile: it then renders at once, fails (its error 345), and may never take the page
 * over.
 */
async function dataArrived(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (arriving) {
    await arriving
  }
}

void dataArrived().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RequestIdContext.Provider value={request}>
          <StylesContext.Provider value={styles}>
            <Browser />
          </StylesContext.Provider>
        </RequestIdContext.Provider>
      </StrictMode>,
    )
  }),
)

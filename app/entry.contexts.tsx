import { useLocation } from '@remix-run/react'
import { createContext, useContext } from 'react'
import objectsAddress from './objects.css?url'
import stylesAddress from './styles.css?url'
import fontsAddress from './ui/theme/fonts.css?url'

/** Set by the server for one response; browsers hide it, so it is empty there. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The nonce that scripts of this page carry: `<Scripts nonce>`, `<ScrollRestoration nonce>`. */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}

/** The request for a page: its id in the log, and the path that it was for. */
export interface PageRequest {
  id: string
  path: string
  /**
   * What to show when the page of a submitted form fails: whether the form was saved. Null for a page that was only
   * viewed.
   */
  failure: { title: string; message: string } | null
}

/** The request for this page; the browser reads it off an error page. */
export const RequestIdContext = createContext<PageRequest | null>(null)

/** The request that failed; null for an error that scripts met later, without a page request of its own. */
export function useFailedRequest(): PageRequest | null {
  const request = useContext(RequestIdContext)
  const { pathname } = useLocation()
  return request?.path === pathname ? request : null
}

/** The text of the styles and the nonce that lets it in, for a browser that has no copy of the files yet. */
export interface PageStyles {
  text: string
  nonce: string
  /** Whether it has what objects need. */
  isWhole: boolean
}

/** Null where the browser has the files. */
export const StylesContext = createContext<PageStyles | null>(null)

/** What the page came with: an error page that scripts put in its place needs it again. */
export function stylesOfPage(): PageStyles | null {
  const sheet = document.querySelector<HTMLStyleElement>('style[data-sheet]')
  if (!sheet) return null
  return { text: sheet.textContent ?? '', nonce: sheet.nonce ?? '', isWhole: sheet.dataset.sheet === WHOLE }
}

/** How a sheet within the page is marked. */
const [WHOLE, OF_LISTS] = ['whole', 'lists']

/** Adds a file of styles. @throws if it does not arrive */
function addStyles(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new TypeError('The styles did not arrive'))
    })
    document.head.append(link)
  })
}

/** Loads the font of a first visit, whose scripts come first. */
export function loadFonts() {
  // Without it there is another font of the same widths.
  if (!document.querySelector(`link[href="${fontsAddress}"]`)) void addStyles(fontsAddress).catch(() => {})
}

let objectStyles: Promise<void> | null = null

/** Resolves when the page has the styles of objects: a list is shown before. @throws if they do not arrive */
export function loadObjectStyles(): Promise<void> {
  objectStyles ??= document.querySelector(`style[data-sheet="${OF_LISTS}"]`)
    ? addStyles(objectsAddress)
    : Promise.resolve()
  return objectStyles.catch((error) => {
    objectStyles = null
    throw error
  })
}

/**
 * The styles: within the page on the first visit, so that nothing waits for a second request; later files, as is the one
 * that names the font.
 */
export function Styles() {
  const styles = useContext(StylesContext)
  if (styles === null)
    return (
      <>
        <link rel="stylesheet" href={stylesAddress} />
        <link rel="stylesheet" href={objectsAddress} />
        <link rel="stylesheet" href={fontsAddress} />
      </>
    )
  return (
    <>
      <style
        data-sheet={styles.isWhole ? WHOLE : OF_LISTS}
        nonce={styles.nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, from the build
        dangerouslySetInnerHTML={{ __html: styles.text }}
      />
      <noscript>
        {!styles.isWhole && <link rel="stylesheet" href={objectsAddress} />}
        <link rel="stylesheet" href={fontsAddress} />
      </noscript>
    </>
  )
}

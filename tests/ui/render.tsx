import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'

/** The markup that the server would send for an element shown at this address. */
export function markup(element: ReactElement, address = '/'): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  router.dispose()
  return html
}

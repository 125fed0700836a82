import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'
import { loadParts } from '~/ui/enhanced/later'

/** The server’s markup for an element at this address. */
export async function markup(element: ReactElement, address = '/'): Promise<string> {
  await loadParts()
  const handler = createStaticHandler([{ path: '*', element }])
  const context = await handler.query(new Request(new URL(address, 'http://localhost')))
  if (context instanceof Response) throw new Error(`The address ${address} answered ${context.status}`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

import { data } from '@remix-run/node'
import type { ClientLoaderFunctionArgs } from '@remix-run/react'

export function loader() {
  throw data({ message: 'There is no page at this address. Check the link, or use a menu.' }, { status: 404 })
}

/** The browser knows only the areas that its user could open when the page was loaded: the server knows better. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  window.location.assign(request.url)
  return new Promise<never>(() => {})
}

export default function NotFound() {
  return null
}

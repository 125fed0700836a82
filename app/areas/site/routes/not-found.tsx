import { data } from '@remix-run/node'

export function loader() {
  throw data({ message: 'There is no page at this address. Check the link, or use a menu.' }, { status: 404 })
}

export default function NotFound() {
  return null
}

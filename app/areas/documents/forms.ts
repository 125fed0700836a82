import { samePage } from '~/http/address'

/**
 * The page to return to from a document's form: the path of this site that the address names as `back`.
 * @param otherwise when it names none, or one of another site
 */
export function backOf(request: Request, otherwise: string): string {
  const back = new URL(request.url).searchParams.get('back')
  const path = back === null ? '/' : samePage(back)
  return path === '/' ? otherwise : path
}

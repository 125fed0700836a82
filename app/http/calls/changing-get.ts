import { DomainError } from '~/domain/values/domain-error'
import { type Guarded, readOnlyToken } from '../guard'

/**
 * Refuses a GET that changes data unless it surely was meant: a token that may write, or a request that the browser
 * says came from a page of this site. Never for a page that is only fetched in advance.
 */
export function refuseForeignChange({ token, services }: Guarded, request: Request): void {
  if (token?.readOnly) throw readOnlyToken()
  const { headers } = request
  const ahead = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ''),
  )
  const meant = token !== null || isOwn(headers, new URL(request.url).host, services.settings.siteUrl)
  if (ahead || !meant)
    throw new DomainError(
      'forbidden',
      'This address changes data and was not called from a page of Fundesk. Use POST or DELETE, or a token that may write.',
    )
}

/** Older browsers send no Sec-Fetch-Site: then the page that it came from decides. */
function isOwn(headers: Headers, host: string, siteUrl: string | null): boolean {
  const fetchSite = headers.get('Sec-Fetch-Site')
  if (fetchSite !== null) return fetchSite === 'same-origin'
  const referer = headers.get('Referer')
  if (referer === null || !URL.canParse(referer)) return false
  const from = new URL(referer).host
  return from === host || (siteUrl !== null && from === new URL(siteUrl).host)
}

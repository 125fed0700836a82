import { DomainError } from '~/platform/values/domain-error'
import { type Guarded, readOnlyToken } from '../guard'

/**
 * Refuses a GET that changes data unless it surely was meant: a token that may write, or a script of a page of this site.
 * A link that somebody follows is no wish, wherever it stands. Never for a page that is only fetched in advance.
 * @param twins methods that do the same at this address, which the refusal names
 */
export function refuseForeignChange(
  { token, services }: Guarded,
  request: Request,
  twins: readonly string[],
): void {
  if (token?.readOnly) throw readOnlyToken()
  const { headers } = request
  const ahead = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ''),
  )
  const meant = token !== null || isOfScript(headers, new URL(request.url).host, services.settings.siteUrl)
  if (ahead || !meant)
    throw new DomainError(
      'forbidden',
      `This address changes data, so a link to it does nothing. Send ${twins.join(' or ')} to it, or use a token that may write.`,
      { details: { methods: twins } },
    )
}

/**
 * Where the browser does not say what a request is for (older ones, sites without TLS), it came from a page of ours and
 * asks for JSON alone: links and forms always ask for HTML, and a page cannot make them ask otherwise.
 */
function isOfScript(headers: Headers, host: string, siteUrl: string | null): boolean {
  const [site, dest] = [headers.get('Sec-Fetch-Site'), headers.get('Sec-Fetch-Dest')]
  if (site !== null || dest !== null) return site === 'same-origin' && dest === 'empty'
  const referer = headers.get('Referer')
  if (referer === null || !URL.canParse(referer)) return false
  const from = new URL(referer).host
  const isOwn = from === host || (siteUrl !== null && from === new URL(siteUrl).host)
  return isOwn && /^application\/json\b[^,]*$/i.test(headers.get('Accept') ?? '')
}

import { askSite } from '../session/ask-site'

export type FetchedFile = { blob: Blob; fileName: string }

/**
 * Fetches a file that is to be saved. Rejects with a sentence for the user: the server's own where it refused, what to
 * do where it did not answer; with the signal's reason when that aborts.
 */
export async function fetchFile(href: string, signal: AbortSignal): Promise<FetchedFile> {
  try {
    const answer = await askSite(href, {
      signal,
      headers: { Accept: 'application/json, */*' },
    })
    if (!answer) throw new Refused('Your session ended. Log in, then export once more.')
    if (!answer.ok) throw new Refused(await sentenceOf(answer))
    return {
      blob: await answer.blob(),
      fileName: fileNameIn(answer.headers.get('Content-Disposition') ?? ''),
    }
  } catch (error) {
    if (error instanceof Refused || signal.aborted) throw error
    throw new Refused('The connection broke before the whole file was here. Nothing was saved; try again.')
  }
}

class Refused extends Error {}

async function sentenceOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  if (body && typeof body === 'object' && 'errorMessage' in body && typeof body.errorMessage === 'string')
    return body.errorMessage
  return `The server answered ${answer.status} without a reason. Try again.`
}

/** The name that a header Content-Disposition gives a file (RFC 6266). */
export function fileNameIn(header: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  try {
    if (extended) return decodeURIComponent(extended)
  } catch {
    // Not written as RFC 8187 says: the plain name stands beside it.
  }
  return /filename="([^"]*)"/i.exec(header)?.[1] || 'export'
}

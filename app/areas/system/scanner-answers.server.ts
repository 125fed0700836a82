import type { VirusScan } from '~/platform/files/virus-scan'

/** Whoever looks at the page waits for it no longer, in milliseconds. */
const ANSWER_MS = 2_000

/** What the virus scanner calls itself; null where it does not answer, undefined where the site has none. */
export async function scannerAnswers(
  scan: VirusScan | null,
  ms = ANSWER_MS,
): Promise<string | null | undefined> {
  if (scan === null) return undefined
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  const answer = scan(nothing()).then(
    ({ by }) => by,
    () => null,
  )
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}

/** A file without a byte: that the scanner says something of it is enough. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

import type { FetcherWithComponents } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/**
 * Why the last form of a fetcher was refused; undefined when it was taken, which also calls `onTaken`. A form that is
 * taken redirects, and then the fetcher still has the answer to the one before.
 */
export function useRefusal<Refused>(
  { state, data }: FetcherWithComponents<Refused | undefined>,
  onTaken: () => void,
): Refused | undefined {
  const [before, setBefore] = useState<Refused>()
  const was = useRef(false)
  const busy = state !== 'idle'
  const refused = busy || data === before ? undefined : data

  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is when it begins and when it ends
  useEffect(() => {
    if (busy) setBefore(data)
    else if (was.current && refused === undefined) onTaken()
    was.current = busy
  }, [busy])

  return refused
}

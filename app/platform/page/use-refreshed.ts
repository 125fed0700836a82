import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

const EVERY_MS = 1_500

/** Loads the page again and again while something on it is under way, so that it follows the progress. */
export function useRefreshed(isUnderWay: boolean, everyMs = EVERY_MS): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(revalidate, everyMs)
    return () => clearInterval(timer)
  }, [isUnderWay, everyMs, revalidate])
}

import { useFetcher } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { Checks } from './draft-checks'

const WAIT_MS = 500

/** What the server finds in the fields as they are being typed; until then what it found in those that are stored. */
export function useLiveChecks(draftId: number, stored: Checks) {
  const fetcher = useFetcher<Checks | null>()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])

  function onInput(event: FormEvent<HTMLElement>) {
    const { target } = event
    const form = 'form' in target && target.form instanceof HTMLFormElement ? target.form : null
    if (!form) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const typed = new URLSearchParams()
      for (const [name, value] of new FormData(form))
        if (typeof value === 'string' && value !== '' && !NOT_FIELDS.includes(name)) typed.set(name, value)
      fetcher.load(`/drafts/${draftId}/checks?${typed}`)
    }, WAIT_MS)
  }
  return { checks: fetcher.data ?? stored, onInput }
}

const NOT_FIELDS = ['intent', 'next', 'revision', 'idempotencyKey', 'transactionComment']

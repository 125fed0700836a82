import { type FormEvent, useEffect, useRef, useState } from 'react'
import { askSite } from '~/ui/session/ask-site'
import type { Checks } from './draft-checks'

const WAIT_MS = 500

/**
 * Whose checks are shown: those of what is stored, of what is typed, or, while a field of that cannot be read, those from
 * before.
 */
export type ChecksOf = 'stored' | 'typed' | 'before'

/** What the server finds in the fields as they are being typed; until then what it found in those that are stored. */
export function useLiveChecks(draftId: number, stored: Checks) {
  const [live, setLive] = useState<{ of: Checks; checks: Checks; unread: boolean } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const asked = useRef<AbortController>()
  const stop = () => {
    clearTimeout(timer.current)
    asked.current?.abort()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form goes
  useEffect(() => stop, [])

  async function ask(form: HTMLFormElement) {
    const controller = new AbortController()
    asked.current = controller
    const typed = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && value !== '' && !NOT_FIELDS.includes(name)) typed.set(name, value)
    const answer = await askSite(`/drafts/${draftId}/checks?${typed}`, {
      signal: controller.signal,
      headers: { Accept: 'application/json' },
    })
    if (!answer?.ok) return
    const checks: Checks | null = await answer.json()
    setLive((before) => {
      const last = before?.of === stored ? before.checks : stored
      return { of: stored, checks: checks ?? last, unread: checks === null }
    })
  }

  function onInput(event: FormEvent<HTMLElement>) {
    const { target } = event
    const form = 'form' in target && target.form instanceof HTMLFormElement ? target.form : null
    if (!form) return
    stop()
    // A check that does not come is no harm: the server looks again when the form is sent.
    timer.current = setTimeout(() => void ask(form).catch(() => undefined), WAIT_MS)
  }
  if (live?.of !== stored) return { checks: stored, shown: 'stored' as ChecksOf, onInput }
  return { checks: live.checks, shown: (live.unread ? 'before' : 'typed') as ChecksOf, onInput }
}

const NOT_FIELDS = ['intent', 'next', 'revision', 'idempotencyKey', 'transactionComment']

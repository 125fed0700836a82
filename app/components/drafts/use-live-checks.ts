import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Checks } from './draft-checks'

const WAIT_MS = 500

/** What the server finds in the fields as they are being typed; until then what it found in those that are stored. */
export function useLiveChecks(draftId: number, stored: Checks) {
  const [live, setLive] = useState<{ of: Checks; checks: Checks } | null>(null)
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
    const answer = await fetch(`/drafts/${draftId}/checks?${typed}`, {
      signal: controller.signal,
      headers: { Accept: 'application/json' },
    })
    const checks: Checks | null = answer.ok ? await answer.json() : null
    if (checks) setLive({ of: stored, checks })
  }

  function onInput(event: FormEvent<HTMLElement>) {
    const { target } = event
    const form = 'form' in target && target.form instanceof HTMLFormElement ? target.form : null
    if (!form) return
    stop()
    // A check that does not come is no harm: the server looks again when the form is sent.
    timer.current = setTimeout(() => void ask(form).catch(() => undefined), WAIT_MS)
  }
  const typing = live?.of === stored
  return { checks: typing ? live.checks : stored, typing, onInput }
}

const NOT_FIELDS = ['intent', 'next', 'revision', 'idempotencyKey', 'transactionComment']

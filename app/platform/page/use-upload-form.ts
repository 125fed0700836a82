import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { type FormRefusal, mayBeStored } from '~/ui/form/error-summary'
import { keepSearch } from '~/ui/open-close/close-link'
import { type UploadState, useUpload } from '~/ui/upload/use-upload'
import { useCarry, useTypedBefore } from './carried'
import type { StatusMessage } from './use-site'

interface UploadFormOptions {
  /** The call that receives the files. */
  call: string
  /** The address that the popup closes to. */
  closeHref: string
  /** The form's key, by which the server reports the step. */
  idempotencyKey: string
  /** What was typed, by field name, when the popup closes on a refusal. */
  typed: () => Record<string, string>
  failedTitle: string
  /** The page to go to when it is done, and the message to show there. */
  onDone: (answer: unknown) => { to: string; said: StatusMessage }
}

/**
 * An upload in a popup: sent by scripts with progress, or without scripts by the form itself. A refusal closes the
 * popup and is shown on the page below; opening the form again brings back what was typed.
 */
export function useUploadForm({ call, closeHref, typed, failedTitle, onDone, ...form }: UploadFormOptions): {
  upload: UploadState
  before: Record<string, string> | undefined
  /** Closes the popup with a refusal that needs no response from the server. */
  refuse: (refusal: FormRefusal) => void
} {
  const carry = useCarry()
  const { revalidate, state } = useRevalidator()
  const [done, setDone] = useState<{ to: string; said: StatusMessage } | null>(null)
  const reloading = useRef(false)
  const { pathname, search } = useLocation()
  const before = useTypedBefore()
  // A form that may have been stored comes back under the key that it was sent with.
  const idempotencyKey = before?.idempotencyKey ?? form.idempotencyKey
  const upload = useUpload({
    url: call,
    progressUrl: `/upload-steps/${idempotencyKey}`,
    idempotencyKey,
    failedTitle,
    onDone(answer) {
      setDone(onDone(answer))
      // The files bypassed the router: it does not know that the pages below have changed.
      revalidate()
    },
  })
  const refusal: FormRefusal | undefined = upload.refusal
  const inFields = Object.keys(refusal?.fields ?? {}).length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the pages below are fresh
  useEffect(() => {
    if (done === null) return
    if (state === 'loading') reloading.current = true
    else if (reloading.current) carry(keepSearch(done.to, search), { said: done.said })
  }, [done, state])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a refusal
  useEffect(() => {
    // The error of a field is shown beside it, in the open form.
    if (!refusal || inFields) return
    refuse(refusal)
  }, [refusal])

  function refuse(why: FormRefusal) {
    const here = keepSearch(pathname, search)
    const { idempotencyKey: _, ...text } = { ...before, ...typed() }
    const brought = mayBeStored(why) ? { ...text, idempotencyKey } : text
    carry(keepSearch(closeHref, search), { refused: { refusal: why, typed: brought, form: here } })
  }
  return { upload, before, refuse }
}

import { useLocation, useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FormRefusal, mayBeStored, type Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { Working } from '~/ui/message/working'
import { withCurrentSearch } from '~/ui/open-close/close-link'
import { stagedFields, stagedFilesIn } from '~/ui/upload/staged-files'
import { type UploadState, useUpload } from '~/ui/upload/use-upload'
import { type Carried, useCarry, useTypedBefore } from './carried'
import type { StatusMessage } from './use-site'
import { ConfirmClosing } from './use-unsaved'

interface UploadFormOptions {
  /** The call that receives the files. */
  call: string
  /** The address that the popup closes to. */
  closeHref: string
  /** The form's key, under which the server reports progress. */
  idempotencyKey: string
  /** The typed values by field name, when the popup closes on a refusal. */
  typed: () => Record<string, string>
  failedTitle: string
  /** Another way on than correcting the form: where a refusal leads with the typed values. */
  nextOf?: (refusal: FormRefusal, typed: Record<string, string>) => FormRefusal['next']
  /** The page to go to afterwards, and the message to show there. */
  onDone: (answer: unknown) => { to: string; status: StatusMessage }
}

/** The state of an upload in a popup. */
interface PopupUpload extends UploadState {
  /** Its popup is about to close: with the answer, or with a refusal that the page below shows. */
  ended: boolean
}

/**
 * An upload in a popup: sent by scripts with progress, or by the form itself without scripts. A refusal closes the
 * popup and is shown on the page below; reopening the form restores the typed values.
 */
export function useUploadForm({
  call,
  closeHref,
  typed,
  failedTitle,
  nextOf,
  onDone,
  ...form
}: UploadFormOptions): {
  upload: PopupUpload
  before: Record<string, string> | undefined
  /** Closes the popup with a refusal that needs no response from the server. */
  refuse: (refusal: FormRefusal) => void
} {
  const carry = useCarry()
  const { revalidate, state } = useRevalidator()
  const [end, setEnd] = useState<{ to: string; carried: Carried } | null>(null)
  const reloading = useRef(false)
  const { pathname, search } = useLocation()
  const before = useTypedBefore()
  // A form that may have been stored returns with the key that it was sent with.
  const idempotencyKey = before?.idempotencyKey ?? form.idempotencyKey
  const upload = useUpload({
    url: call,
    progressUrl: `/upload-steps/${idempotencyKey}`,
    idempotencyKey,
    failedTitle,
    onDone(answer) {
      const { to, status } = onDone(answer)
      setEnd({ to, carried: { status } })
      // The files bypassed the router, which does not know that the pages below have changed.
      revalidate()
    },
  })
  const refusal: FormRefusal | undefined = upload.refusal
  const inFields = Object.keys(refusal?.fields ?? {}).length > 0

  // After the effects of the form inside, which then no longer asks before it is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with an answer after the pages below are reloaded
  useEffect(() => {
    if (end === null) return
    if (state === 'loading') reloading.current = true
    else if (reloading.current || end.carried.refused) carry(withCurrentSearch(end.to, search), end.carried)
  }, [end, state])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal
  useEffect(() => {
    // The error of a field is shown next to it, in the open form.
    if (!refusal || inFields) return
    refuse(refusal)
  }, [refusal])

  function refuse(why: FormRefusal) {
    const here = withCurrentSearch(pathname, search)
    const { idempotencyKey: _, ...text } = { ...before, ...typed(), ...stagedFields(stagedFilesIn(why)) }
    const brought = mayBeStored(why) ? { ...text, idempotencyKey } : text
    const next = nextOf?.(why, text)
    const refusal = next ? { ...why, next } : why
    setEnd({ to: closeHref, carried: { refused: { refusal, typed: brought, form: here } } })
  }
  return { upload: { ...upload, ended: end !== null }, before, refuse }
}

interface UploadFormProps {
  /** The progress, when sent by scripts. */
  upload: PopupUpload
  /** Why it was refused without scripts, and the typed values. */
  refused?: Refused
  /** The typed values when the upload by scripts was refused. */
  before?: Record<string, string>
  children: ReactNode
}

/**
 * A form of files and further fields: shows its progress, why it was refused, and the typed values; asks before unsent
 * values are lost.
 */
export function UploadForm({ upload, refused, before, children }: UploadFormProps) {
  return (
    <ConfirmClosing sent={upload.ended}>
      <Form
        multipart
        keeps
        idempotencyKey={upload.idempotencyKey}
        refusal={upload.refusal ?? refused?.refusal}
        typed={refused?.typed ?? before}
        busy={upload.busy}
        onSubmit={upload.onSubmit}
      >
        {upload.busy && <Working step={upload.step} percent={upload.percent} />}
        {children}
      </Form>
    </ConfirmClosing>
  )
}

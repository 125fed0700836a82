import type { ReactNode } from 'react'
import type { Refused } from '../form/error-summary'
import { Form } from '../form/form'
import { Working } from '../message/working'
import type { UploadState } from './use-upload'

interface UploadFormProps {
  /** The progress: sent by scripts with progress, without them by the form itself. */
  upload: UploadState
  /** Why it was refused without scripts, and what was typed. */
  refused?: Refused
  /** What was typed when scripts were refused. */
  before?: Record<string, string>
  children: ReactNode
}

/** A form of files and further fields: shows its progress, why it was refused, and again what was typed. */
export function UploadForm({ upload, refused, before, children }: UploadFormProps) {
  return (
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
  )
}

import type { ReactNode } from 'react'
import { SubmitButton } from '../form/button'
import type { Refused } from '../form/error-summary'
import { Form, FormActions } from '../form/form'
import { Note } from '../message/message'
import { CloseLink } from '../open-close/close-link'
import { Dialog } from './dialog'

interface FormDialogProps {
  title: string
  /** The page below. */
  closeHref: string
  size?: '700x525' | '800x500' | '700'
  idempotencyKey: string
  refused?: Refused
  /** Distinguishes its fields from those of the page below. */
  prefix?: string
  /** What its button says: "Disable", and while it is being sent: "Disabling…". */
  submit: string
  busyText?: string
  /** It takes something away. */
  isDanger?: boolean
  /** The link that closes it without sending: "Keep it". */
  cancel?: string
  /** Why it cannot be sent, in place of the form. */
  off?: string | null
  /** What it says, and its fields. */
  children: ReactNode
}

/** A popup with one form, its button, and a way out. */
export function FormDialog({ title, closeHref, size, off = null, children, ...form }: FormDialogProps) {
  const { idempotencyKey, refused, prefix, submit, busyText, isDanger, cancel } = form
  return (
    <Dialog title={title} size={size} closeHref={closeHref}>
      {off !== null ? (
        <Note>{off}</Note>
      ) : (
        <Form
          prefix={prefix}
          idempotencyKey={idempotencyKey}
          refusal={refused?.refusal}
          typed={refused?.typed}
        >
          {children}
          <FormActions>
            <SubmitButton look={isDanger ? 'danger' : undefined} busyText={busyText}>
              {submit}
            </SubmitButton>
            {cancel && (
              <CloseLink className="button" to={closeHref}>
                {cancel}
              </CloseLink>
            )}
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}

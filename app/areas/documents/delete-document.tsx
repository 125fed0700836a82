import { useFetcher } from '@remix-run/react'
import type { ReactNode } from 'react'
import { displayName } from '~/platform/files/file-types'
import { Instant } from '~/platform/page/instant'
import { Description } from '~/ui/description/description'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { withBack } from './panel-address'

/** A document that a user is about to delete. */
export interface DocumentToDelete {
  id: number
  fileName: string
  fileType: string
  createdAt: Date
  /** Why it may not be deleted, in a sentence; null when it may. */
  refusal: string | null
}

export const DELETE_QUESTION = 'Delete this document?'

/** The document about to be deleted, and what the deletion means. */
export function DeletedFacts({ document }: { document: DocumentToDelete }) {
  const { fileName, fileType, createdAt, refusal } = document
  return (
    <>
      <Description
        items={[
          { term: 'File Name', value: <bdi title={fileName}>{displayName(fileName)}</bdi> },
          { term: 'File Type', value: fileType },
          { term: 'Creation Date', value: <Instant at={createdAt} /> },
        ]}
      />
      {refusal === null ? (
        <p>It is removed from the list; the history keeps who added and who deleted it.</p>
      ) : (
        <Note kind="warning">{refusal}</Note>
      )}
    </>
  )
}

/** The buttons below it. @param children the button that cancels */
export function DeleteActions({ document, children }: { document: DocumentToDelete; children: ReactNode }) {
  return (
    <FormActions>
      {document.refusal === null && (
        <SubmitButton look="danger" busyText="Deleting…">
          Delete
        </SubmitButton>
      )}
      {children}
    </FormActions>
  )
}

interface DeleteDialogProps {
  document: DocumentToDelete
  panelHref: string
  idempotencyKey: string
}

/**
 * Confirmation popup over the panel that shows the document; stays open with the reason when the deletion is refused.
 */
export function DeleteDialog({ document, panelHref, idempotencyKey }: DeleteDialogProps) {
  const fetcher = useFetcher<Refused>()
  // Without any parameter the popup's own would be kept.
  const below = panelHref.includes('?') ? panelHref : `${panelHref}?`
  return (
    <Dialog title={DELETE_QUESTION} closeHref={below}>
      <DeletedFacts document={document} />
      <Form
        action={withBack(`/documents/${document.id}/delete`, panelHref)}
        fetcher={fetcher}
        idempotencyKey={idempotencyKey}
        refusal={fetcher.data?.refusal}
      >
        <DeleteActions document={document}>
          <CloseLink className="button" to={below}>
            Keep it
          </CloseLink>
        </DeleteActions>
      </Form>
    </Dialog>
  )
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { backOf, idInPath } from '~/http/address'
import { drainBody } from '~/http/drain'
import { type Guarded, guardUser, type RouteArgs } from '~/http/guard'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { documentsUpload } from '~/http/uploads/upload-limits'
import { UPLOAD_ERROR } from '~/platform/files/upload-rules'
import { objectPage } from '~/platform/objects/object-kinds.server'
import { useCarry } from '~/platform/page/carried'
import { Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { addDocuments } from '../add-documents.server'
import { whyNotAdded } from '../document-rights.server'
import { objectFor } from '../documents-of.server'
import { UploadDocuments } from '../upload-documents'

export const meta = () => [{ title: 'Upload documents · Fundesk' }]

/** The object, for those who may add documents to it; `off` says why no user may do so now. */
async function objectToAddTo(guarded: Guarded, args: RouteArgs) {
  const { actor } = guarded
  const objectId = idInPath(args.params.objectId)
  return pageRead(async () => {
    const at = await objectFor(guarded, objectId)
    const off = whyNotAdded(actor, at)
    if (off?.code === 'forbidden') throw off
    return { at, off: off?.message ?? null, back: backOf(args.request, objectPage(at)) }
  }).catch((refusal: unknown) => {
    // Refused before the request body is read: the sender reads the response only after sending all of it.
    drainBody(args.request)
    throw refusal
  })
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { at, off, back } = await objectToAddTo(guarded, args)
  const { kind, objectId } = at
  return { kind, objectId, off, back, idempotencyKey: guarded.services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardUser(args)
  const { at, back } = await objectToAddTo(guarded, args)
  const { objectId } = at
  return uploadAnswer(
    args,
    guarded,
    documentsUpload,
    async ({ files }) => {
      const ids = await addDocuments(guarded, { objectId, files })
      return redirectWithStatus(guarded, back, addedWords(ids.length))
    },
    UPLOAD_ERROR,
  )
}

const addedWords = (count: number) => (count === 1 ? '1 document added' : `${count} documents added`)

/** Upload of documents to an object, where the form is not inside a panel. */
export default function NewDocuments() {
  const { kind, objectId, off, back, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const carry = useCarry()
  return (
    <Page title={`Upload documents to ${kind} ${objectId}`}>
      <PageSection>
        {off !== null && <Note kind="warning">{off}</Note>}
        {off === null ? (
          <UploadDocuments
            objectId={objectId}
            idempotencyKey={idempotencyKey}
            back={back}
            refused={refused}
            onStored={(names, all) => {
              // Refused files keep this page open, so that the user reads why.
              if (all) carry(back, { status: { line: addedWords(names.length) } })
            }}
          >
            <Link to={back}>Back</Link>
          </UploadDocuments>
        ) : (
          <Link to={back}>Back</Link>
        )}
      </PageSection>
    </Page>
  )
}

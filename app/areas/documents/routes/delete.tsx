import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { backOf } from '~/http/address'
import { drainBody } from '~/http/drain'
import { type Guarded, guardUser, type RouteArgs } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { displayName } from '~/platform/files/file-types'
import { objectPage } from '~/platform/objects/object-kinds.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { Form } from '~/ui/form/form'
import { Page, PageSection } from '~/ui/page/page'
import { DELETE_QUESTION, DeleteActions, DeletedFacts } from '../delete-document'
import { deletionRefusal, mayOnKind } from '../document-rights.server'
import { deletedDocumentById } from '../documents-of.server'
import { removeDocumentWithKey } from '../remove-document.server'
import { readableDocument } from './document-download'

export const meta = () => [{ title: 'Delete document · Fundesk' }]

/** The document, for those who may delete documents of its kind of object; `refusal` is the reason why this one stays. */
async function documentToDelete({ actor, read }: Guarded, args: RouteArgs) {
  return pageRead(async () => {
    const mayRead = ({ objectKind }: { objectKind: string }) => mayOnKind(actor, objectKind)
    const document = await readableDocument({ read }, args.params.documentId, mayRead)
    const at = await instanceById(read, document.objectId)
    const refusal = deletionRefusal(actor, at, document.fileType)
    if (refusal?.code === 'forbidden') throw refusal
    return { document, refusal: refusal?.message ?? null, back: backOf(args.request, objectPage(at)) }
  }).catch((refusal: unknown) => {
    drainBody(args.request)
    throw refusal
  })
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { document, refusal, back } = await documentToDelete(guarded, args)
  const { id, fileName, fileType, createdAt } = document
  return { id, fileName, fileType, createdAt, refusal, back, idempotencyKey: guarded.services.ids.uuid() }
}

/** A form that is sent again, where scripts do not stop it, gets the first response. */
async function deletedAlready({ actor, read }: Guarded, args: RouteArgs) {
  const gone = await deletedDocumentById(read, Number(args.params.documentId))
  if (!gone || !mayOnKind(actor, gone.objectKind, 'delete')) return null
  const at = await instanceById(read, gone.objectId)
  return { document: gone, back: backOf(args.request, objectPage(at)) }
}

export const action = formRoute({
  title: 'Delete Error',
  async page(args) {
    const guarded = await guardUser(args)
    const already = await deletedAlready(guarded, args)
    const { document, back } = already ?? (await documentToDelete(guarded, args))
    return { ...guarded, document, back, gone: already && document }
  },
  fields: z.object({}),
  command: (context, { document, gone }) => removeDocumentWithKey(context, { id: document.id, gone }),
  done: ({ fileName }, { back }) => [back, `${displayName(fileName)} deleted`],
})

/** Asks for confirmation before a document is deleted, where there are no scripts to do it in a popup. */
export default function DeleteDocument() {
  const { back, idempotencyKey, ...document } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Page title={DELETE_QUESTION}>
      <PageSection>
        <DeletedFacts document={document} />
        <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal}>
          <DeleteActions document={document}>
            <Link to={back}>Keep it</Link>
          </DeleteActions>
        </Form>
      </PageSection>
    </Page>
  )
}

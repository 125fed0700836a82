import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { Checkbox, SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { documentsToChoose } from '../case-documents.server'
import { HolderFields } from '../forms'
import { noteHolder } from '../payers.server'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    await caseById(read, caseId)
    return {
      caseId,
      documents: await documentsToChoose(read, caseId),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: 'The holder was not stored',
  page: changingCase,
  fields: HolderFields,
  command: (context, { caseId }, { holder, sameAs, isNominee, pays, documentId, comment }) =>
    noteHolder(context, caseId, {
      holder,
      sameAs: sameAs || null,
      isNominee: isNominee === 'on',
      pays: pays === 'on',
      documentId,
      comment,
    }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: holder stored`],
})

/** Popup "Holder": what is known of a reference of the transfer agent. */
export default function Holder() {
  const { caseId, documents, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Holder"
      size="700"
      closeHref={`/nav-errors/${caseId}`}
      prefix="holder"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store the holder"
      busyText="Storing…"
      cancel="Cancel"
    >
      <TextInput name="holder" label="Holder reference" required maxLength={200} />
      <TextInput
        name="sameAs"
        label="One with"
        hint="Another reference of the same holder: their deals are one sum."
        maxLength={200}
      />
      <Checkbox name="isNominee" label="A nominee: no amount is too small, and its breakdown is asked for" />
      <Checkbox name="pays" label="Pays back itself what it had too much" />
      <SelectInput
        name="documentId"
        label="Document"
        hint="Of this case; required where it pays back itself."
        blank="None"
        options={documents}
      />
      <TextArea name="comment" label="Comment" hint="Required where it pays back itself." maxLength={4000} />
    </FormDialog>
  )
}

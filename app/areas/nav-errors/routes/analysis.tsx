import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DateInput } from '~/ui/enhanced/controls'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { nameAnalysis } from '../analysis.server'
import { documentsToChoose } from '../case-documents.server'
import { AnalysisFields } from '../forms'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    const { firstDate, analysisDocumentId, investorsToldOn } = await caseById(read, caseId)
    const documents = await documentsToChoose(read, caseId)
    return {
      caseId,
      firstDate,
      analysisDocumentId,
      investorsToldOn,
      documents,
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: 'The analysis was not stored',
  page: changingCase,
  fields: AnalysisFields,
  command: (context, { caseId }, fields) => nameAnalysis(context, caseId, fields),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: analysis stored`],
})

/** Popup "Analysis of the threshold": why a reserved fund has a higher one. */
export default function Analysis() {
  const { caseId, firstDate, analysisDocumentId, investorsToldOn, documents, idempotencyKey } =
    useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Analysis of the threshold"
      size="700"
      closeHref={`/nav-errors/${caseId}`}
      prefix="analysis"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store the analysis"
      busyText="Storing…"
      cancel="Cancel"
      off={documents.length === 0 ? 'Add the document of the analysis to the case first.' : null}
    >
      <p>A reserved fund may have a threshold above that of its type, with a documented analysis.</p>
      <SelectInput
        name="documentId"
        label="Document"
        required
        defaultValue={analysisDocumentId === null ? '' : String(analysisDocumentId)}
        options={documents}
      />
      <DateInput
        name="toldOn"
        label="Investors were told on"
        required
        max={firstDate}
        defaultValue={investorsToldOn ?? ''}
      />
      <TextArea name="comment" label="Comment" maxLength={4000} />
    </FormDialog>
  )
}

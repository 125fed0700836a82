import { useState } from 'react'
import { atMost, DOCUMENT_BYTES, INVOICE } from '~/platform/files/upload-rules'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { Working } from '~/ui/spinner/working'
import { FileInput } from '~/ui/upload/file-input'
import { BatchResults } from './batch-results'
import type { BatchAnswer } from './upload-drafts.server'
import { useBatchUpload } from './use-batch-upload'

/** Invoices that may be loaded at once (specification section 9). */
export const MOST_FILES = 5

interface BatchFormProps {
  /** One for each file. */
  keys: string[]
  /** Of the form that came without scripts. */
  results?: BatchAnswer[]
  refused?: Refused
}

/** Up to five invoices, a draft each; every file has an answer of its own. */
export function BatchForm({ keys, results: answered = [], refused }: BatchFormProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const batch = useBatchUpload(keys)
  const results = [...answered, ...batch.results]
  return (
    <>
      {results.length > 0 && <BatchResults results={results} />}
      <Form
        // The files that were sent are gone from it.
        key={keys[0]}
        multipart
        idempotencyKey={keys[0]}
        refusal={refused?.refusal}
        typed={refused?.typed}
        busy={batch.working !== null}
        onSubmit={batch.onSubmit}
      >
        {batch.working && <Working {...batch.working} />}
        <FileInput
          name="files"
          label={`Up to ${MOST_FILES} PDF or XML files`}
          hint={`An invoice each: a PDF of up to 25 MB, or an e-invoice in XML (UBL, CII) of up to 10 MB. Every file becomes a draft of its own.${results.length > 0 || refused ? ' Choose further files.' : ''}`}
          slots={MOST_FILES}
          endings={INVOICE.accept.split(',')}
          size={atMost(DOCUMENT_BYTES)}
          required
          onFiles={(files) => setChosen(files.length)}
        />
        <TextArea name="comment" label="Comment of all of them (if you wish)" rows={3} maxLength={4000} />
        <FormActions>
          <SubmitButton busyText="Uploading…" off={chosen === 0 ? 'Choose the files first.' : null}>
            Upload
          </SubmitButton>
        </FormActions>
      </Form>
    </>
  )
}

import { atMost } from '~/platform/files/upload-rules'
import { UploadForm, useUploadForm } from '~/platform/page/use-upload-form'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { FormActions } from '~/ui/form/form'
import { FileInput } from '~/ui/upload/file-input'
import { countWords } from './bank-inbox/bank-entry'
import type { RecordedAnswer } from './record-answer.server'

const ANSWER_BYTES = 10 * 1024 * 1024

/** What is shown of an answer that was recorded. */
export function recordedWords({ kind, counts, notes, balances }: RecordedShown): string {
  return [
    `${kind}: ${countWords(counts)}`,
    ...(balances > 0 ? [balances === 1 ? '1 balance stored' : `${balances} balances stored`] : []),
    ...notes.map((note) => note.replace(/\.$/, '')),
  ].join('. ')
}

type RecordedShown = Pick<RecordedAnswer, 'kind' | 'counts' | 'notes' | 'balances'>

/** One file that a bank sent. */
export function AnswerForm({ idempotencyKey, refused }: { idempotencyKey: string; refused?: Refused }) {
  const { upload } = useUploadForm({
    idempotencyKey,
    call: '/api/payments/answers',
    closeHref: '/payments',
    failedTitle: 'File cannot be integrated, see error.',
    typed: () => ({}),
    onDone: (answer) => ({ to: '/payments', said: { line: recordedWords(answer as RecordedShown) } }),
  })
  return (
    <UploadForm upload={upload} refused={refused}>
      <p>
        A status report (pain.002), booked payments (camt.054) or a statement (camt.053). Each file counts
        once, and a payment is marked paid once.
      </p>
      <FileInput
        name="files"
        label="1 XML file"
        hint={`As the bank sent it: .xml, 10 MB at most.${refused ? ' Choose the file again.' : ''}`}
        slots={1}
        endings={['.xml']}
        size={atMost(ANSWER_BYTES)}
        required
      />
      <FormActions>
        <SubmitButton busyText="Reading…">Upload answer</SubmitButton>
      </FormActions>
    </UploadForm>
  )
}

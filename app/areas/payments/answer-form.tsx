import { atMost } from '~/platform/files/upload-rules'
import { UploadForm, useUploadForm } from '~/platform/page/use-upload-form'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { FormActions } from '~/ui/form/form'
import { FileInput } from '~/ui/upload/file-input'
import { stagedFilesOf } from '~/ui/upload/staged-files'
import type { RecordedAnswer } from './answer-lines'
import { BANK_FILE_LIMITS } from './bank-files/bank-file-limits'
import { formatCounts } from './bank-inbox/bank-entry'

/** What is shown of an answer that was recorded. */
export function describeRecorded({ kind, counts, notes, balances }: RecordedShown): string {
  return [
    `${kind}: ${formatCounts(counts)}`,
    ...(balances > 0 ? [balances === 1 ? '1 balance stored' : `${balances} balances stored`] : []),
    ...notes.map((note) => note.replace(/\.$/, '')),
  ].join('. ')
}

type RecordedShown = Pick<RecordedAnswer, 'kind' | 'counts' | 'notes' | 'balances'>

/** One file that a bank sent. */
export function AnswerForm({ idempotencyKey, refused }: { idempotencyKey: string; refused?: Refused }) {
  const { upload, before } = useUploadForm({
    idempotencyKey,
    call: '/api/payments/answers',
    closeHref: '/payments',
    failedTitle: 'File cannot be integrated, see error.',
    typed: () => ({}),
    onDone: (answer) => ({ to: '/payments', status: { line: describeRecorded(answer as RecordedShown) } }),
  })
  return (
    <UploadForm upload={upload} refused={refused} before={before}>
      <p>
        A status report (pain.002), booked payments (camt.054) or a statement (camt.052, camt.053, MT940),
        also several in a zip file. Each counts once, and what nothing explains is in the Bank inbox.
      </p>
      <FileInput
        name="files"
        label="Bank file"
        hint="As the bank sent it: XML, MT940 or a zip file, 60 MB at most."
        staged={stagedFilesOf(refused, before)}
        again={Boolean(refused || before)}
        slots={1}
        endings={['.xml', '.zip', '.sta', '.940', '.mt940', '.txt']}
        size={atMost(BANK_FILE_LIMITS.bytes)}
        required
      />
      <FormActions>
        <SubmitButton busyText="Reading…">Upload bank file</SubmitButton>
      </FormActions>
    </UploadForm>
  )
}

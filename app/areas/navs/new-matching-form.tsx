import { atMost, WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import { useUploadForm } from '~/platform/page/use-upload-form'
import { showNavDate } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import { FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { FileInput } from '~/ui/upload/file-input'
import { UploadForm } from '~/ui/upload/upload-form'
import type { NavFacts } from './nav-state'
import { useNavBase } from './use-nav-base'

interface NewMatchingFormProps {
  nav: NavFacts
  idempotencyKey: string
  refused?: Refused
}

/** One workbook of the management company, matched against the inventory of the current control. */
export function NewMatchingForm({ nav, idempotencyKey, refused }: NewMatchingFormProps) {
  const below = `${useNavBase().path}/${nav.id}`
  const { upload } = useUploadForm({
    idempotencyKey,
    call: `/api/uploadmatching/${nav.id}`,
    closeHref: below,
    failedTitle: 'File cannot be integrated, see error.',
    typed: () => ({}),
    onDone: () => ({ to: below, said: { line: 'Matching done: download it above' } }),
  })
  return (
    <UploadForm upload={upload} refused={refused}>
      <p>
        For {nav.fundCode} {nav.fundName}, NAV of {showNavDate(nav.navDate)}.
      </p>
      <FileInput
        name="files"
        label="1 Excel file"
        hint={`The positions of the management company: .xlsx or .xlsm, 20 MB at most.${refused ? ' Choose the file again.' : ''}`}
        slots={1}
        endings={['.xlsx', '.xlsm']}
        size={atMost(WORKBOOK_BYTES)}
        required
      />
      <FormActions>
        <SubmitButton busyText="Matching…">Upload matching</SubmitButton>
      </FormActions>
    </UploadForm>
  )
}

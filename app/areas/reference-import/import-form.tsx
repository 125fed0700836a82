import { atMost, WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { FileInput } from '~/ui/upload/file-input'

interface ImportFormProps {
  refused?: Refused
  /** The file is to be chosen again. */
  again: boolean
  /** A dry run stands below, with its own button. */
  isTried: boolean
}

/** One workbook, to try or to import. */
export function ImportForm({ refused, again, isTried }: ImportFormProps) {
  return (
    <Form multipart refusal={refused?.refusal} typed={refused?.typed}>
      <FileInput
        name="files"
        label="Reference data workbook"
        hint={`.xlsx or .xlsm, 20 MB at most; every sheet is optional.${again || refused ? ' Choose the file again.' : ''}`}
        slots={1}
        endings={['.xlsx', '.xlsm']}
        size={atMost(WORKBOOK_BYTES)}
        required
      />
      <FormActions>
        <SubmitButton name="do" value="dry run" look="plain" busyText="Reading…">
          Dry run: show every change
        </SubmitButton>
        <SubmitButton name="do" value="import" look={isTried ? 'plain' : 'primary'} busyText="Importing…">
          Import
        </SubmitButton>
      </FormActions>
    </Form>
  )
}

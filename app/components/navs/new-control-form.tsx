import { useLocation } from '@remix-run/react'
import { useRef, useState } from 'react'
import { useUploadForm } from '~/components/site/use-upload-form'
import {
  CONTROL_FILE_BYTES,
  CONTROL_SETS,
  CONTROL_TITLE,
  type ControlSet,
  fileTooBigText,
} from '~/domain/navs/controls/control-upload'
import type { NavFacts } from '~/domain/navs/nav-state'
import { showNavDate } from '~/domain/values/show'
import { SubmitButton } from '~/ui/form/button'
import { FormActions } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { FileInput } from '~/ui/upload/file-input'
import { UploadForm } from '~/ui/upload/upload-form'
import { useNavBase } from './use-nav-base'

interface NewControlFormProps {
  set: ControlSet
  /** The NAV that it was started from. */
  nav: NavFacts | null
  closeHref: string
  reasons: { code: string; display: string }[]
  idempotencyKey: string
  refused?: Refused
}

const WHAT: Record<ControlSet, string> = {
  FIA2: 'NAV and Balance',
  FIA3: 'NAV, Balance and Inventory',
  MFFA: 'Balance Sheet and Nav Pack',
}
const CALLS: Record<ControlSet, string> = {
  FIA2: '/api/uploadfilesFIA/2',
  FIA3: '/api/uploadfilesFIA/3',
  MFFA: '/api/uploadfilesMFFA',
}

interface ControlAnswer {
  fundNavId: number
  okCount: number
  nokCount: number
}

/** The files of a control with a reason and a mandatory comment. */
export function NewControlForm({ set, nav, reasons, idempotencyKey, ...props }: NewControlFormProps) {
  const { files: wanted } = CONTROL_SETS[set]
  const [chosen, setChosen] = useState<number | null>(null)
  const typed = useRef<Record<string, string>>({})
  const { path } = useNavBase()
  const { search } = useLocation()
  const { upload, before } = useUploadForm({
    idempotencyKey,
    call: CALLS[set],
    closeHref: props.closeHref,
    failedTitle: CONTROL_TITLE,
    typed: () => typed.current,
    onDone(answer) {
      const { fundNavId, okCount, nokCount } = answer as ControlAnswer
      const below = new URLSearchParams(search)
      // The new control is shown, not one that was chosen before.
      below.delete('control')
      return {
        to: `${path}/${fundNavId}?${below}`,
        status: `Control run: ${okCount} of ${okCount + nokCount} rules OK`,
      }
    },
  })
  const keep = (name: string) => (value: string) => {
    typed.current[name] = value
  }
  return (
    <UploadForm idempotencyKey={idempotencyKey} upload={upload} refused={props.refused} before={before}>
      {nav && (
        <>
          <input type="hidden" name="fundNavId" value={nav.id} />
          <p>
            For {nav.fundCode} {nav.fundName}, NAV of {showNavDate(nav.navDate)}.
          </p>
        </>
      )}
      <FileInput
        name="files"
        label={`${wanted} Excel files`}
        hint={`${WHAT[set]}: .xlsx or .xlsm, each under 1024 KB. They are recognised by their content.${props.refused || before ? ' Choose the files again.' : ''}`}
        slots={wanted}
        endings={['.xlsx', '.xlsm']}
        tooLargeFrom={CONTROL_FILE_BYTES}
        tooLargeText={fileTooBigText}
        required
        onFiles={(files) => setChosen(files.length)}
      />
      <SelectInput
        name="reason"
        label="Reason"
        required
        options={reasons.map(({ code, display }) => ({ value: code, label: display }))}
        onValue={keep('reason')}
      />
      <TextArea
        name="comment"
        label="Please enter a comment (Mandatory)"
        required
        maxLength={4000}
        onValue={keep('comment')}
      />
      <FormActions>
        <SubmitButton
          busyText="Running the control…"
          off={chosen !== null && chosen !== wanted ? `Choose ${wanted} files: ${chosen} so far.` : null}
        >
          Launch control
        </SubmitButton>
      </FormActions>
    </UploadForm>
  )
}

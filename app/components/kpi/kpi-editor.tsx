import { useEffect, useState } from 'react'
import type { KpiCommentData } from '~/domain/kpi/kpi-comments.server'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormGroup } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { PageSection } from '~/ui/page/page'

/** One form a KPI method. */
export function KpiEditor({ methods, refused }: { methods: KpiCommentData[]; refused?: Refused }) {
  return (
    <PageSection title="KPI comments">
      {methods.map((method) => (
        <MethodForm
          key={`${method.method_id} ${method.current_comment?.comment_id} ${method.current_comment?.comment_log}`}
          method={method}
          refused={refused?.typed.kpiMethodId === String(method.method_id) ? refused : undefined}
        />
      ))}
    </PageSection>
  )
}

function MethodForm({ method, refused }: { method: KpiCommentData; refused?: Refused }) {
  const { method_id, method_name, comment_list, current_comment } = method
  const [chosen, setChosen] = useState(String(current_comment?.comment_id ?? ''))
  const [log, setLog] = useState(current_comment?.comment_log ?? '')
  // Null until scripts run: without them Save is always there.
  const [changed, setChanged] = useState<boolean | null>(null)
  useEffect(() => setChanged(false), [])
  const needsText = comment_list.find(
    ({ comment_id }) => String(comment_id) === chosen,
  )?.free_comment_required
  const off = changed === null ? null : saveOff(changed, needsText === true && log.trim() === '')
  return (
    <Form prefix={`kpi-${method_id}`} refusal={refused?.refusal} typed={refused?.typed}>
      <FormGroup title={method_name}>
        <input type="hidden" name="kpiMethodId" value={method_id} />
        <SelectInput
          name="kpiCommentId"
          label="Comment"
          required
          defaultValue={String(current_comment?.comment_id ?? '')}
          options={comment_list.map(({ comment_id, comment_value, free_comment_required }) => ({
            value: String(comment_id),
            label: free_comment_required ? `${comment_value} (free text required)` : comment_value,
          }))}
          onValue={(value) => {
            setChosen(value)
            setChanged(true)
          }}
        />
        <TextArea
          name="kpiCommentLog"
          label="Free text"
          rows={2}
          maxLength={4000}
          defaultValue={current_comment?.comment_log ?? ''}
          onValue={(value) => {
            setLog(value)
            setChanged(true)
          }}
        />
        <SubmitButton off={off}>Save</SubmitButton>
      </FormGroup>
    </Form>
  )
}

function saveOff(changed: boolean, textMissing: boolean): string | null {
  if (!changed) return 'Nothing changed yet.'
  return textMissing ? 'This comment needs a free text.' : null
}
